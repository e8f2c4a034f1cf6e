"""Gradients of `group_norm` with respect to x, weight and bias (clauses G5, G6)."""

from samebits.spec.channel_norms import (
    EACH,
    FLAT,
    group_norm_gradient,
    summed,
    weight_gradients,
    whole,
)
from samebits.spec.declare import Attribute, Op
from samebits.spec.graph import Graph, node
from samebits.spec.moves import Reshape
from samebits.spec.norms import backward, weighted

_OPERANDS = ("gradient", "x", "mean", "rstd", "weight")
_RESULTS = ("x_gradient", "weight_gradient", "bias_gradient")

OP = Op(
    name="group_norm_gradient",
    op_class="graph",
    summary="the gradients of x, weight and bias of `group_norm`",
    operands=_OPERANDS,
    optional_from=4,
    signatures=backward(2, 2),
    shape_rule=group_norm_gradient,
    clauses=("R4", "S1", "T1", "G1", "G4", "G5", "G6"),
    profile="nn",
    results=_RESULTS,
    attributes=(
        Attribute("num_groups", "groups of channels", required=True, kind="integer", least=1),
    ),
    graph=Graph(
        operands=_OPERANDS,
        nodes=(
            node("gc", "cast", "gradient"),
            Reshape("g", "gc", FLAT),
            node("c", "cast", "x"),
            Reshape("f", "c", "[N, num_groups, ?]"),
            Reshape("m", "mean", "[N, num_groups, 1]"),
            Reshape("r", "rstd", "[N, num_groups, 1]"),
            node("d", "sub", "f", "m"),
            node("h", "mul", "d", "r"),
            weighted("g", EACH, "gw"),
            Reshape("k", "gw", "[N, num_groups, ?]"),
            node("a", "mean", "k", axes=(2,), keepdims=True),
            node("p", "mul", "k", "h"),
            node("b", "mean", "p", axes=(2,), keepdims=True),
            node("ka", "sub", "k", "a"),
            node("hb", "mul", "h", "b"),
            node("kb", "sub", "ka", "hb"),
            node("dx", "mul", "kb", "r"),
            *whole("dx", "x_gradient"),
            Reshape("hs", "h", FLAT),
            node("gh", "mul", "g", "hs"),
            weight_gradients((*summed("ws", "gh"), *summed("bs", "g")), "ws", "bs"),
        ),
        results=_RESULTS,
    ),
)
