"""Nodes and shape rules that graphs with draws share (clause D3).

The attributes of a call decide which numbers are drawn: its seed, its stream, and the position of
the operand or result in a whole tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from samebits.spec.errors import SpecError
from samebits.spec.families.draws import (
    NO_PROBABILITY,
    PLACED_EXAMPLE,
    REFUSED,
    SOURCE_EXAMPLE,
    check_part,
    check_probability,
)
from samebits.spec.language.geometry import Attributes, Refusal, Shape, fitted, shape_rule
from samebits.spec.language.graph import Node, Ref, Sizes, node


def drawn(name: str, op: str, pattern: str, to: str = "compute", **attributes: Any) -> Node:
    """Return a node that draws numbers in the shape of a pattern.

    The call's attributes give the seed, the stream, and the part of the whole tensor.
    """
    places = {each: Ref(each) for each in PLACED_EXAMPLE}
    return node(name, op, to=to, shape=Sizes(pattern), **places, **attributes)


@shape_rule(
    ["[*S]"],
    "[*S]",
    example=[(2, 3)],
    attributes={**PLACED_EXAMPLE, "p": 0.25},
    refusals=(*REFUSED, *NO_PROBABILITY),
)
def dropping(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take an operand of any shape, which may be a part of a whole tensor."""
    (shape,) = inputs
    check_probability(op, attributes)
    check_part(op, attributes, tuple(shape))
    return (tuple(shape),)


@shape_rule([], "[n]", example=[], attributes={"n": 5, **SOURCE_EXAMPLE}, refusals=())
def permuted(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take no operand; the result is a vector of `n` integers."""
    n = attributes["n"]
    assert isinstance(n, int)  # the attributes have been checked
    return ((n,),)


@shape_rule(
    ["[*B, C]"],
    "[*B, num_samples]",
    example=[(2, 5)],
    attributes={"num_samples": 3, "replacement": False, **SOURCE_EXAMPLE},
    refusals=(
        Refusal("D3.8", "no classes", ((2, 0),), {"replacement": True}),
        Refusal("D3.8", "more samples than classes", attributes={"num_samples": 6}),
    ),
    not_negative=(0,),
)
def sampled(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take weights of C classes along the last axis; each row yields `num_samples` classes."""
    names = fitted(op, attributes, inputs, ["[*B, C]"])
    count, classes = attributes["num_samples"], int(names["C"])
    assert isinstance(count, int)  # the attributes have been checked
    if not classes:
        raise SpecError(f"{op}: there must be at least one class, got shape {inputs[0]}")
    if not attributes["replacement"] and count > classes:
        raise SpecError(f"{op}: {count} of {classes} classes cannot be drawn without replacement")
    return ((*names["B"], count),)
