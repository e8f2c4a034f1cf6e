"""Instance norm (clause G6): each channel of each sample by itself."""

from samebits.spec.channel_norms import EACH, FLAT, instance_norm, whole
from samebits.spec.declare import Gradient, Op
from samebits.spec.graph import Graph, node
from samebits.spec.moves import Reshape
from samebits.spec.norms import eps, forward, reciprocal_root, shifted, weighted

OP = Op(
    name="instance_norm",
    op_class="graph",
    summary="((x - mean) * rstd) * weight + bias over the places of a channel, every node rounded",
    operands=("x", "weight", "bias"),
    optional_from=1,
    signatures=forward((1, 2, 3), 2),
    shape_rule=instance_norm,
    clauses=("R4", "S1", "T1", "G1", "G3", "G6"),
    profile="nn",
    results=("y", "mean", "rstd"),
    attributes=(eps(1e-5),),
    graph=Graph(
        operands=("x", "weight", "bias"),
        nodes=(
            node("c", "cast", "x"),
            Reshape("f", "c", "[N, C, ?]"),
            node("m", "mean", "f", axes=(2,), keepdims=True),
            node("d", "sub", "f", "m"),
            node("q", "mul", "d", "d"),
            node("v", "mean", "q", axes=(2,), keepdims=True),
            *reciprocal_root("v"),
            node("h", "mul", "d", "r"),
            Reshape("hs", "h", FLAT),
            weighted("hs", EACH),
            shifted(EACH),
            *whole("shifted", "y"),
            Reshape("mean", "m", "[N, C]"),
            Reshape("rstd", "r", "[N, C]"),
        ),
        results=("y", "mean", "rstd"),
    ),
    gradients=tuple(
        Gradient(
            operand=operand,
            op="instance_norm_gradient",
            inputs=("gradient of y", "x", "mean", "rstd", "weight"),
            result=f"{operand}_gradient",
        )
        for operand in ("x", "weight", "bias")
    ),
)
