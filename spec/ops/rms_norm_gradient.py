"""Gradients of `rms_norm` with respect to x and weight (clause G6)."""

from samebits.spec.families.layer_norms import FLAT, rms_norm_gradient, weight_gradients
from samebits.spec.families.norms import AXIS, backward, weighted
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph, node
from samebits.spec.language.moves import Reshape

_OPERANDS = ("gradient", "x", "rstd", "weight")
_RESULTS = ("x_gradient", "weight_gradient")

OP = Op(
    name="rms_norm_gradient",
    op_class="graph",
    summary="the gradients of x and weight of `rms_norm`",
    operands=_OPERANDS,
    optional_from=3,
    signatures=backward(1, 1),
    shape_rule=rms_norm_gradient,
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
            Reshape("r", "rstd", "[*S, 1]"),
            node("h", "mul", "f", "r"),
            weighted("g", name="gw"),
            Reshape("k", "gw", FLAT),
            node("p", "mul", "k", "h"),
            node("b", "mean", "p", axes=(-1,), keepdims=True),
            node("hb", "mul", "h", "b"),
            node("kb", "sub", "k", "hb"),
            node("dx", "mul", "kb", "r"),
            node("xo", "cast", "dx", to="output"),
            Reshape("x_gradient", "xo", "[*S, *D]"),
            Reshape("hs", "h", "[*S, *D]"),
            node("gh", "mul", "g", "hs"),
            weight_gradients(_RESULTS[1:], ("gh",)),
        ),
        results=_RESULTS,
    ),
)
