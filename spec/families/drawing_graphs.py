"""What graphs with draws among their nodes share (clause D3): attributes, nodes and shapes.

Which numbers are drawn follows from the call: the seed and the stream, and the place that the
operand or result has in a whole tensor.
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
    """The node of a draw whose shape a pattern gives: its part of the whole that the call names."""
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
    """An operand of any shape, a part of a whole; the result has its shape."""
    (shape,) = inputs
    check_probability(op, attributes)
    check_part(op, attributes, tuple(shape))
    return (tuple(shape),)


@shape_rule([], "[n]", example=[], attributes={"n": 5, **SOURCE_EXAMPLE}, refusals=())
def permuted(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """No operand; a vector of `n` integers."""
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
    """Weights of C classes along the last axis; `num_samples` classes of each row."""
    names = fitted(op, attributes, inputs, ["[*B, C]"])
    count, classes = attributes["num_samples"], int(names["C"])
    assert isinstance(count, int)  # the attributes have been checked
    if not classes:
        raise SpecError(f"{op}: there must be a class at least, got shape {inputs[0]}")
    if not attributes["replacement"] and count > classes:
        raise SpecError(f"{op}: {count} of {classes} classes cannot be drawn without replacement")
    return ((*names["B"], count),)
