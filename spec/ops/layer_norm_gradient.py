"""Gradients of `layer_norm` with respect to x, weight and bias (clause G6)."""

from samebits.spec.families.layer_norms import FLAT, layer_norm_gradient, weight_gradients
from samebits.spec.families.norms import AXIS, backward, weighted
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph, node
from samebits.spec.language.moves import Reshape

_OPERANDS = ("gradient", "x", "mean", "rstd", "weight")
_RESULTS = ("x_gradient", "weight_gradient", "bias_gradient")

OP = Op(
    name="layer_norm_gradient",
    op_class="graph",
    summary="the gradients of x, weight and bias of `layer_norm`",
    operands=_OPERANDS,
    optional_from=4,
    signatures=backward(2, 2),
    shape_rule=layer_norm_gradient,
    clauses=("R4", "S1", "T1", "G1", "G4", "G6"),
    profile="nn",
    results=_RESULTS,
    attributes=(AXIS,),
    graph=Graph(
        operands=_OPERANDS,
        nodes=(
            node("g", "cast", "gradient"),
            node("c", "cast", "x"),
            Reshape("f", "c", FLAT),
            Reshape("m", "mean", "[*S, 1]"),
            Reshape("r", "rstd", "[*S, 1]"),
            node("d", "sub", "f", "m"),
            node("h", "mul", "d", "r"),
            weighted("g", name="gw"),
            Reshape("k", "gw", FLAT),
            node("a", "mean", "k", axes=(-1,), keepdims=True),
            node("p", "mul", "k", "h"),
            node("b", "mean", "p", axes=(-1,), keepdims=True),
            node("ka", "sub", "k", "a"),
            node("hb", "mul", "h", "b"),
            node("kb", "sub", "ka", "hb"),
            node("dx", "mul", "kb", "r"),
            node("xo", "cast", "dx", to="output"),
            Reshape("x_gradient", "xo", "[*S, *D]"),
            Reshape("hs", "h", "[*S, *D]"),
            node("gh", "mul", "g", "hs"),
            weight_gradients(_RESULTS[1:], ("gh", "g")),
        ),
        results=_RESULTS,
    ),
)
