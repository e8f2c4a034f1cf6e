"""Batch norm in inference mode, with running statistics (clause G6)."""

from samebits.spec.families.batch_norms import batch_norm_inference
from samebits.spec.families.channel_norms import EACH, FLAT, whole
from samebits.spec.families.norms import FORMATS, eps, reciprocal_root, shifted, weighted
from samebits.spec.language.declare import Gradient, Op, same_format
from samebits.spec.language.graph import Graph, Ref, node
from samebits.spec.language.moves import Reshape

_OPERANDS = ("x", "running_mean", "running_var", "weight", "bias")

OP = Op(
    name="batch_norm_inference",
    op_class="graph",
    summary="((x - running_mean) * rstd) * weight + bias for each channel, every node rounded",
    operands=_OPERANDS,
    optional_from=3,
    signatures=tuple(s for n in (3, 4, 5) for s in same_format(n, *FORMATS)),
    shape_rule=batch_norm_inference,
    clauses=("R4", "S1", "G1", "G3", "G6"),
    profile="nn",
    results=("y",),
    attributes=(eps(1e-5),),
    graph=Graph(
        operands=_OPERANDS,
        nodes=(
            node("c", "cast", "x"),
            Reshape("f", "c", FLAT),
            node("mc", "cast", "running_mean"),
            Reshape("m", "mc", EACH),
            node("vc", "cast", "running_var"),
            Reshape("v", "vc", EACH),
            *reciprocal_root("v"),
            node("d", "sub", "f", "m"),
            node("h", "mul", "d", "r"),
            weighted("h", EACH),
            shifted(EACH),
            *whole("shifted", "y"),
        ),
        results=("y",),
    ),
    gradients=tuple(
        Gradient(
            operand=operand,
            op="batch_norm_inference_gradient",
            inputs=("gradient of y", "x", "running_mean", "running_var", "weight"),
            result=f"{operand}_gradient",
            attributes={"eps": Ref("eps")},
        )
        for operand in ("x", "weight", "bias")
    ),
)
