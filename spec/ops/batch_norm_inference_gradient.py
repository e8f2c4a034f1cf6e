"""Gradients of `batch_norm_inference` with respect to x, weight and bias (clauses G5, G6)."""

from samebits.spec.families.batch_norms import batch_norm_inference_gradient
from samebits.spec.families.channel_norms import EACH, FLAT, summed, weight_gradients, whole
from samebits.spec.families.norms import FORMATS, eps, reciprocal_root, weighted
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.graph import Graph, node
from samebits.spec.language.moves import Reshape

_OPERANDS = ("gradient", "x", "running_mean", "running_var", "weight")
_RESULTS = ("x_gradient", "weight_gradient", "bias_gradient")

OP = Op(
    name="batch_norm_inference_gradient",
    op_class="graph",
    summary="the gradients of x, weight and bias of `batch_norm_inference`",
    operands=_OPERANDS,
    optional_from=4,
    signatures=same_format(4, *FORMATS) + same_format(5, *FORMATS, results=3),
    shape_rule=batch_norm_inference_gradient,
    clauses=("R4", "S1", "T1", "G1", "G3", "G4", "G5", "G6"),
    profile="nn",
    results=_RESULTS,
    attributes=(eps(1e-5),),
    graph=Graph(
        operands=_OPERANDS,
        nodes=(
            node("gc", "cast", "gradient"),
            Reshape("g", "gc", FLAT),
            node("vc", "cast", "running_var"),
            Reshape("v", "vc", EACH),
            *reciprocal_root("v"),
            weighted("g", EACH, "k"),
            node("dx", "mul", "k", "r"),
            *whole("dx", "x_gradient"),
            weight_gradients(
                (
                    node("c", "cast", "x"),
                    Reshape("f", "c", FLAT),
                    node("mc", "cast", "running_mean"),
                    Reshape("m", "mc", EACH),
                    node("d", "sub", "f", "m"),
                    node("h", "mul", "d", "r"),
                    node("gh", "mul", "g", "h"),
                    *summed("ws", "gh"),
                    *summed("bs", "g"),
                ),
                "ws",
                "bs",
            ),
        ),
        results=_RESULTS,
    ),
)
