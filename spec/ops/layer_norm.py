"""Layer norm over the last axes (clause G6): ((x - mean) * rstd) * weight + bias."""

from samebits.spec.families.layer_norms import FLAT, layer_norm
from samebits.spec.families.norms import (
    AXIS,
    eps,
    forward,
    reciprocal_root,
    shifted,
    stored,
    weighted,
)
from samebits.spec.language.declare import Gradient, Op
from samebits.spec.language.graph import Graph, Ref, node
from samebits.spec.language.moves import Reshape

_READ = ("gradient of y", "x", "mean", "rstd", "weight")

OP = Op(
    name="layer_norm",
    op_class="graph",
    summary="((x - mean) * rstd) * weight + bias over the last axes, every node rounded",
    operands=("x", "weight", "bias"),
    optional_from=1,
    signatures=forward((1, 2, 3), 2),
    shape_rule=layer_norm,
    clauses=("R4", "S1", "T1", "G1", "G3", "G6"),
    profile="nn",
    results=("y", "mean", "rstd"),
    attributes=(AXIS, eps(1e-5)),
    graph=Graph(
        operands=("x", "weight", "bias"),
        nodes=(
            node("c", "cast", "x"),
            Reshape("f", "c", FLAT),
            node("m", "mean", "f", axes=(-1,), keepdims=True),
            node("d", "sub", "f", "m"),
            node("q", "mul", "d", "d"),
            node("v", "mean", "q", axes=(-1,), keepdims=True),
            *reciprocal_root("v"),
            node("h", "mul", "d", "r"),
            Reshape("hs", "h", "[*S, *D]"),
            weighted("hs"),
            shifted(),
            stored("shifted"),
            Reshape("mean", "m", "[*S]"),
            Reshape("rstd", "r", "[*S]"),
        ),
        results=("y", "mean", "rstd"),
    ),
    gradients=tuple(
        Gradient(
            operand=operand,
            op="layer_norm_gradient",
            inputs=_READ,
            result=f"{operand}_gradient",
            attributes={"axis": Ref("axis")},
        )
        for operand in ("x", "weight", "bias")
    ),
)
