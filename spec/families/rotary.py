"""Rotary embedding and its gradient (clause G11): the attribute, the shape rule and the nodes."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.geometry import Attributes, Refusal, Shape, fitted, shape_rule
from samebits.spec.language.graph import Branch, Equals, Graph, Item, Join, node
from samebits.spec.language.moves import Reshape, Slice, Stack

FORMATS = ("f64", "f32", "f16", "bf16")

OPERANDS = ("x", "cos", "sin")
GRADIENT_OPERANDS = ("gradient", "cos", "sin")

INTERLEAVED = Attribute(
    "interleaved",
    "whether a pair is two neighbouring features; else it has one feature of each half",
    False,
    choices=(False, True),
)

_HALF = "[*A, L, D//2]"
_EXAMPLE: tuple[Shape, ...] = ((2, 3, 4), (3, 2), (3, 2))


@shape_rule(
    ["[*A, L, D]", "[L, D//2]", "[L, D//2]"],
    "[*A, L, D]",
    example=_EXAMPLE,
    refusals=(
        Refusal("G11.9", "an odd number of features", ((2, 3, 5), *_EXAMPLE[1:])),
        Refusal("G11.9", "angles for another number of places", ((2, 4, 4), *_EXAMPLE[1:])),
        Refusal("G11.9", "angles for another number of pairs", ((2, 3, 6), *_EXAMPLE[1:])),
    ),
)
def rotary_embedding(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x[*A, L, D] with an even D, cos[L, D//2] and sin[L, D//2]."""
    names = fitted(op, attributes, inputs, rotary_embedding.operands)
    angles = (names["L"], names["D"] // 2)
    if names["D"] % 2 or any(tuple(shape) != angles for shape in inputs[1:]):
        raise SpecError(
            f"{op}: needs x[..., L, D] with an even D, and cos and sin of shape [L, D/2], got "
            f"{list(inputs)}"
        )
    return (tuple(inputs[0]),)


def graph(operands: tuple[str, str, str], first: str, second: str) -> Graph:
    """Return a graph that rotates the pairs of the first operand.

    `first` and `second` are the ops that combine products into the first and the second feature of
    a pair.
    """
    return Graph(
        operands=operands,
        nodes=(
            node("c", "cast", operands[0]),
            node("cos_wide", "cast", operands[1]),
            node("sin_wide", "cast", operands[2]),
            Branch(
                Equals("interleaved", True),
                _apart("side", "[*A, L, D//2, 2]", -1),
                (Join("a", "side_a", "half_a"), Join("b", "side_b", "half_b")),
                others=_apart("half", "[*A, L, 2, D//2]", -2),
            ),
            node("a_cos", "mul", "a", "cos_wide"),
            node("b_sin", "mul", "b", "sin_wide"),
            node("turned_a", first, "a_cos", "b_sin"),
            node("b_cos", "mul", "b", "cos_wide"),
            node("a_sin", "mul", "a", "sin_wide"),
            node("turned_b", second, "b_cos", "a_sin"),
            Branch(
                Equals("interleaved", True),
                (Stack("sides", ("turned_a", "turned_b"), -1),),
                (Join("pairs", "sides", "halves"),),
                others=(Stack("halves", ("turned_a", "turned_b"), -2),),
            ),
            Reshape("whole", "pairs", "[*A, L, D]"),
            node("y", "cast", "whole", to="output"),
        ),
        results=("y",),
    )


def _apart(name: str, shape: str, axis: int) -> tuple[Item, ...]:
    """Return nodes for both features of every pair.

    In the shape `shape`, the two features of a pair are along the axis `axis`.
    """
    return (
        Reshape(f"{name}_pairs", "c", shape),
        Slice(f"{name}_one", f"{name}_pairs", axis, 0, 1),
        Reshape(f"{name}_a", f"{name}_one", _HALF),
        Slice(f"{name}_other", f"{name}_pairs", axis, 1, 2),
        Reshape(f"{name}_b", f"{name}_other", _HALF),
    )
