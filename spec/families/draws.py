"""Shape rules and attributes of ops that draw (clause D2).

These ops have no operands, and can compute any part of a whole tensor.

The seed and the stream are two integers each: the low and the high 32 bits, as in the key and the
counter of Philox. An attribute cannot have an integer of 64 bits (A1.5).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from samebits.spec import philox
from samebits.spec.errors import SpecError
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import Attributes, Refusal, Shape, shape_rule
from samebits.spec.language.shapes import elementwise

MOST_ELEMENTS = 1 << 65
"""The maximal number of elements of a whole tensor. More 64-bit draws would need block 2^64."""

_WORD = (1 << 32) - 1

SOURCE = (
    Attribute(
        "seed", "the low 32 bits and the high 32 bits",
        required=True, kind="integers", length=2, least=0, most=_WORD,
    ),
    Attribute(
        "stream", "the low 32 bits and the high 32 bits",
        (0, 0), kind="integers", length=2, least=0, most=_WORD,
    ),
)  # fmt: skip
"""The attributes that select the stream of random words. Every op that draws has them."""

PLACED = (
    *SOURCE,
    Attribute(
        "whole", "shape of the tensor that the result is a part of; null: the result's own",
        kind="integers", length="any", least=0, nullable=True,
    ),
    Attribute(
        "at", "place of the result's first element in the whole; null: the whole's first",
        kind="integers", length="any", least=0, nullable=True,
    ),
)  # fmt: skip
"""The attributes of an op whose result may be a part of a whole tensor."""

DRAWN = (
    Attribute(
        "shape", "shape of the result", required=True, kind="integers", length="any", least=0
    ),
    *PLACED,
)
"""The attributes of every op of class draw."""

PROBABILITY = Attribute(
    "p", "probability of true, from 0 to 1; not rounded", required=True, kind="real"
)
"""The attribute for the probability that a drawn flag is true (D2.7)."""

SOURCE_EXAMPLE: Mapping[str, AttributeValue] = {"seed": (5, 1), "stream": (0, 0)}
"""Attributes of the examples of ops that draw."""

PLACED_EXAMPLE: Mapping[str, AttributeValue] = {**SOURCE_EXAMPLE, "whole": (4, 7), "at": (1, 2)}
"""Attributes for an example of shape (2, 3), whose result is a part of a larger tensor."""

EXAMPLE: Mapping[str, AttributeValue] = {"shape": (2, 3), **PLACED_EXAMPLE}
"""Attributes of the examples of draws."""

REFUSED = (
    Refusal("D2.2", "a whole of another rank", attributes={"whole": (4, 7, 1)}),
    Refusal("D2.2", "a place of another rank", attributes={"at": (1,)}),
    Refusal("D2.2", "a part that leaves its whole", attributes={"at": (1, 5)}),
    Refusal("D2.2", "a part larger than its whole", attributes={"whole": (1, 7), "at": (0, 0)}),
    Refusal(
        "D2.2", "a whole of more than 2^65 elements",
        attributes={"whole": ((1 << 33) + 1, 1 << 32)},
    ),
)  # fmt: skip

NO_PROBABILITY = (
    Refusal("D2.7", "a probability above 1", attributes={"p": 1.0000000000000002}),
    Refusal("D2.7", "a probability below 0", attributes={"p": -5e-324}),
)


def words_of(number: int) -> tuple[int, int]:
    """Return the attribute value of a seed or stream: the low and high 32 bits modulo 2^64."""
    return number & _WORD, number >> 32 & _WORD


def whole_of(attributes: Attributes, shape: Shape) -> tuple[Shape, Shape]:
    """Return the shape of the whole tensor, and the position of the first element of this part."""
    whole, at = attributes["whole"], attributes["at"]
    return (
        shape if whole is None else _integers(whole),
        (0,) * len(shape) if at is None else _integers(at),
    )


def indices(attributes: Attributes) -> list[int]:
    """Return the index of each element of the result in the whole tensor (D1.14), row-major."""
    shape = _integers(attributes["shape"])
    whole, at = whole_of(attributes, shape)
    found = [0]
    for size, every, first in zip(shape, whole, at, strict=True):
        found = [i * every + place for i in found for place in range(first, first + size)]
    return found


def drawn(call: Call, bits: int) -> np.ndarray[Any, Any]:
    """Return the 32-bit or 64-bit draws of a call, in the shape of its result."""
    shape = _integers(call.attributes["shape"])
    whole, at = whole_of(call.attributes, shape)
    seed, stream = (_number(call.attributes[name]) for name in ("seed", "stream"))
    draw = philox.draws32 if bits == 32 else philox.draws64
    rows, width = shape[:-1], math.prod(shape[-1:])
    found = np.empty((math.prod(rows), width), np.uint32 if bits == 32 else np.uint64)
    for number, place in enumerate(np.ndindex(*rows)):
        if not width:
            break
        first = 0
        for size, start, step in zip(whole, at, (*place, *(0,) * len(shape[-1:])), strict=True):
            first = first * size + start + step
        found[number] = draw(seed, stream, width, first)
    return found.reshape(shape)


def _integers(value: AttributeValue) -> Shape:
    assert isinstance(value, tuple)
    return value


def _number(value: AttributeValue) -> int:
    low, high = _integers(value)
    return low | high << 32


def check_part(op: str, attributes: Attributes, shape: Shape) -> None:
    """Raise SpecError unless a part of this shape is within its whole tensor (D2.2)."""
    whole, at = whole_of(attributes, shape)
    if not len(shape) == len(whole) == len(at):
        raise SpecError(f"{op}: shape {shape}, whole {whole} and at {at} must have one length")
    for axis, (size, every, first) in enumerate(zip(shape, whole, at, strict=True)):
        if first + size > every:
            raise SpecError(
                f"{op}: on axis {axis}, a part of size {size} at {first} exceeds the whole of size"
                f" {every}"
            )
    if math.prod(whole) > MOST_ELEMENTS:
        raise SpecError(f"{op}: a whole of shape {whole} has more than 2^65 elements")


def check_probability(op: str, attributes: Attributes) -> None:
    """Raise SpecError unless `p` is a probability (D2.7)."""
    p = attributes["p"]
    if not (isinstance(p, float) and 0 <= p <= 1):
        raise SpecError(f"{op}: p={p!r} must be a probability from 0 to 1")


def drawn_shape(op: str, attributes: Attributes) -> tuple[Shape, ...]:
    """Return the result's shape.

    Raises SpecError if the part is not within its whole tensor (D2.2).
    """
    shape = _integers(attributes["shape"])
    check_part(op, attributes, shape)
    return (shape,)


@shape_rule([], "[*shape]", example=[], attributes=EXAMPLE, refusals=REFUSED)
def draw(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take no operand; the attribute `shape` is the shape of the result."""
    return drawn_shape(op, attributes)


@shape_rule(
    [],
    "[*shape]",
    example=[],
    attributes={**EXAMPLE, "p": 0.25},
    refusals=(*REFUSED, *NO_PROBABILITY),
)
def bernoulli(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take no operand; each element is true with the probability `p`, from 0 to 1."""
    check_probability(op, attributes)
    return drawn_shape(op, attributes)


@shape_rule(
    [],
    "[*shape]",
    example=[],
    attributes={**EXAMPLE, "low": -3, "high": 9},
    refusals=(
        *REFUSED,
        Refusal("D2.8", "no integer to draw", attributes={"low": 9}),
        Refusal("D2.8", "a low end above the high one", attributes={"low": 10}),
    ),
)
def randint(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take no operand; the integers are from `low` to before `high`."""
    low, high = attributes["low"], attributes["high"]
    assert isinstance(low, int)  # the attributes have been checked
    assert isinstance(high, int)
    if low >= high:
        raise SpecError(f"{op}: high={high} must be above low={low}; there is no integer to draw")
    return drawn_shape(op, attributes)


SHAPE_RULES = (draw, bernoulli, randint)
"""The shape rules of draws."""

FUNCTIONS_OF_WORDS = "_from_bits"
"""The suffix in the name of the op that turns words into the elements of a draw (D2.9)."""


def from_bits(name: str, summary: str) -> Op:
    """Return an op on 32-bit words.

    Unlike an op that draws, it can be tested on all its operands.
    """
    return Op(
        name=name,
        op_class="round",
        summary=summary,
        operands=("bits",),
        signatures=tuple((("u32",), (f,)) for f in ("f32", "f16", "bf16")),
        shape_rule=elementwise,
        clauses=("D2", "R1", "R2"),
        profile="nn",
    )
