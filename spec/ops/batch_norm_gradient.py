"""Gradients of `batch_norm` with respect to x, weight and bias (clauses G5, G6)."""

from samebits.spec.families.batch_norms import COUNT, batch_norm_gradient, channel_mean
from samebits.spec.families.channel_norms import EACH, FLAT, weight_gradients, whole
from samebits.spec.families.norms import backward, weighted
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.moves import Reshape

_OPERANDS = ("gradient", "x", "mean", "rstd", "weight")
_RESULTS = ("x_gradient", "weight_gradient", "bias_gradient")

OP = Op(
    name="batch_norm_gradient",
    op_class="graph",
    summary="the gradients of x, weight and bias of `batch_norm`",
    operands=_OPERANDS,
    optional_from=4,
    signatures=backward(2, 2),
    shape_rule=batch_norm_gradient,
    clauses=("R4", "S1", "T1", "G1", "G4", "G5", "G6"),
    profile="nn",
    results=_RESULTS,
    graph=Graph(
        operands=_OPERANDS,
        nodes=(
            node("gc", "cast", "gradient"),
            Reshape("g", "gc", FLAT),
            node("c", "cast", "x"),
            Reshape("f", "c", FLAT),
            Reshape("m", "mean", EACH),
            Reshape("r", "rstd", EACH),
            node("d", "sub", "f", "m"),
            node("h", "mul", "d", "r"),
            Number("n", COUNT),
            *channel_mean("a", "gs", "g"),
            node("gh", "mul", "g", "h"),
            *channel_mean("b", "ghs", "gh"),
            node("ga", "sub", "g", "a"),
            node("hb", "mul", "h", "b"),
            node("gb", "sub", "ga", "hb"),
            node("k", "mul", "gb", "r"),
            weighted("k", EACH, "dx"),
            *whole("dx", "x_gradient"),
            weight_gradients((), "ghs", "gs"),
        ),
        results=_RESULTS,
    ),
)
