"""The graphs of group norm and its gradients.

Instance norm uses them with one group per channel.
"""

from __future__ import annotations

from samebits.spec.families.channel_norms import EACH, FLAT, summed, weight_gradients, whole
from samebits.spec.families.norms import reciprocal_root, shifted, weighted
from samebits.spec.language.graph import Graph, node
from samebits.spec.language.moves import Reshape

GRADIENT_OPERANDS = ("gradient", "x", "mean", "rstd", "weight")
GRADIENTS = ("x_gradient", "weight_gradient", "bias_gradient")


def forward_graph(groups: str) -> Graph:
    """Return the graph of y, mean and rstd. `groups` is the formula for the number of groups."""
    return Graph(
        operands=("x", "weight", "bias"),
        nodes=(
            node("c", "cast", "x"),
            Reshape("f", "c", f"[N, {groups}, ?]"),
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
            Reshape("mean", "m", f"[N, {groups}]"),
            Reshape("rstd", "r", f"[N, {groups}]"),
        ),
        results=("y", "mean", "rstd"),
    )


def gradient_graph(groups: str) -> Graph:
    """Return the graph of the gradients of x, weight and bias (G6.7)."""
    return Graph(
        operands=GRADIENT_OPERANDS,
        nodes=(
            node("gc", "cast", "gradient"),
            Reshape("g", "gc", FLAT),
            node("c", "cast", "x"),
            Reshape("f", "c", f"[N, {groups}, ?]"),
            Reshape("m", "mean", f"[N, {groups}, 1]"),
            Reshape("r", "rstd", f"[N, {groups}, 1]"),
            node("d", "sub", "f", "m"),
            node("h", "mul", "d", "r"),
            weighted("g", EACH, "gw"),
            Reshape("k", "gw", f"[N, {groups}, ?]"),
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
        results=GRADIENTS,
    )
