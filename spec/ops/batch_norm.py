"""Batch norm in training mode, for any number of spatial axes (clauses G5, G6)."""

from samebits.spec.families.batch_norms import COUNT, MOMENTUM, TRACKING, batch_norm, channel_mean
from samebits.spec.families.channel_norms import EACH, FLAT, whole
from samebits.spec.families.norms import (
    FORMATS,
    eps,
    forward,
    reciprocal_root,
    saved,
    shifted,
    weighted,
)
from samebits.spec.language.declare import Gradient, Op
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.moves import Reshape

_OPERANDS = ("x", "weight", "bias", "running_mean", "running_var", "num_batches_tracked")
_RESULTS = (
    "y",
    "mean",
    "rstd",
    "new_running_mean",
    "new_running_var",
    "new_num_batches_tracked",
)

OP = Op(
    name="batch_norm",
    op_class="graph",
    summary="((x - mean) * rstd) * weight + bias over batch and places, and running statistics",
    operands=_OPERANDS,
    optional_from=1,
    signatures=forward((1, 2, 3), 2)
    + tuple((((f,) * 5 + ("i64",)), (f, *saved(f, 2), f, f, "i64")) for f in FORMATS),
    shape_rule=batch_norm,
    clauses=("R4", "S1", "T1", "G1", "G3", "G5", "G6"),
    profile="nn",
    results=_RESULTS,
    attributes=(eps(1e-5), MOMENTUM),
    graph=Graph(
        operands=_OPERANDS,
        nodes=(
            node("c", "cast", "x"),
            Reshape("f", "c", FLAT),
            Number("n", COUNT),
            *channel_mean("m", "total", "f"),
            node("d", "sub", "f", "m"),
            node("q", "mul", "d", "d"),
            *channel_mean("v", "squares", "q"),
            *reciprocal_root("v"),
            node("h", "mul", "d", "r"),
            weighted("h", EACH),
            shifted(EACH),
            *whole("shifted", "y"),
            Reshape("mean", "m", "[C]"),
            Reshape("rstd", "r", "[C]"),
            TRACKING,
        ),
        results=_RESULTS,
    ),
    state=tuple((name, f"new_{name}") for name in _OPERANDS[3:]),
    gradients=tuple(
        Gradient(
            operand=operand,
            op="batch_norm_gradient",
            inputs=("gradient of y", "x", "mean", "rstd", "weight"),
            result=f"{operand}_gradient",
        )
        for operand in ("x", "weight", "bias")
    ),
)
