"""Nodes that LSTM and GRU share (clause G11): projections, gates, and gradients of weights."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.language.graph import Branch, Given, Item, Join, Loop, Node, node
from samebits.spec.language.moves import Concatenate, Reshape, Slice

LATER = "T - 1 - t"
"""The index of the forward step that a backward loop processes."""


def widened(*operands: str) -> tuple[Node, ...]:
    """Return the nodes that convert operands to the compute format; `x` becomes `x_wide`."""
    return tuple(node(f"{x}_wide", "cast", x) for x in operands)


def weighed(name: str, value: str, side: str) -> Branch:
    """Return a branch for `name`: `value` times the transposed weight `weight_SIDE`.

    The bias of the side is added if the call has a bias. `side` is "ih" or "hh".
    """
    weight, bias = f"weight_{side}_wide", f"bias_{side}"
    return Branch(
        Given(bias),
        (*widened(bias), node(f"{name}_biased", "linear", value, weight, f"{bias}_wide")),
        (Join(name, f"{name}_biased", f"{name}_plain"),),
        others=(node(f"{name}_plain", "linear", value, weight),),
    )


def parts(value: str, *names: str) -> tuple[Slice, ...]:
    """Return moves that split the last axis into parts of H numbers, in order."""
    return tuple(Slice(n, value, -1, f"{i}*H", f"{i + 1}*H") for i, n in enumerate(names))


def at_step(name: str, value: str, shape: str, step: str = "t") -> tuple[Item, ...]:
    """Return nodes for `name`: the part of `value` that belongs to one step of a layer."""
    return (
        Slice(f"{name}_one", value, 0, step, f"{step} + 1"),
        Reshape(name, f"{name}_one", shape),
    )


def after_first(name: str, first: str, all_steps: str) -> tuple[Item, ...]:
    """Return nodes for `name`[T + 1, N, H]: the value `first`, then the values of all steps."""
    start = Reshape(f"{name}_first", first, "[1, N, H]")
    return (start, Concatenate(name, (start.name, all_steps), 0))


def in_order(name: str, backwards: str) -> Loop:
    """Return a loop for `name`[T, 1, N, ...]: the values of a backward loop in forward order."""
    return Loop(
        name=f"{name} in order",
        index="t",
        steps="T",
        carried=(),
        kept=((name, f"{name}_step"),),
        body=(Slice(f"{name}_step", backwards, 0, LATER, f"{LATER} + 1"),),
    )


def sigmoid_slope(name: str, outgoing: str, y: str) -> tuple[Node, ...]:
    """Return nodes for `name` = (outgoing * (1 - y)) * y."""
    return (
        node(f"{name}_rest", "sub", "one", y),
        node(f"{name}_half", "mul", outgoing, f"{name}_rest"),
        node(name, "mul", f"{name}_half", y),
    )


def tanh_slope(name: str, outgoing: str, y: str) -> tuple[Node, ...]:
    """Return nodes for `name` = outgoing * (1 - y * y)."""
    return (
        node(f"{name}_square", "mul", y, y),
        node(f"{name}_rest", "sub", "one", f"{name}_square"),
        node(name, "mul", outgoing, f"{name}_rest"),
    )


def weight_gradient(number: int, side: str, outgoing: str, value: str) -> tuple[Node, ...]:
    """Return nodes for the gradient of a weight: a contraction over all rows."""
    made = node(f"d_{side}", "matmul", outgoing, value, transpose_a=True)
    return (made, stored(number, f"weight_{side}_gradient", made.name))


def bias_gradient(number: int, name: str, outgoing: str) -> tuple[Node, ...]:
    """Return nodes for the gradient of a bias: a sum T1 over all rows."""
    made = node(f"{name}_sum", "sum", outgoing, axes=(0,), keepdims=False)
    return (made, stored(number, name, made.name))


def stored(number: int, name: str, value: str) -> Node:
    """Return a node for `name` = `value` in the format of result `number`."""
    return node(name, "cast", value, to=f"output {number}")


def rows(*values: tuple[str, str, str]) -> Sequence[Item]:
    """Return nodes that reshape the values of all steps to rows of a given width.

    The rows of a step's samples are consecutive.
    """
    return [Reshape(name, value, f"[T*N, {width}]") for name, value, width in values]
