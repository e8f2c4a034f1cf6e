"""Draw calls that may detect mutants, with random signatures, shapes, attributes and operands.

Rounding twice instead of once changes about one of 2^13 elements in f16, and about one of 2^16 in
bf16. Therefore some calls have many elements. Many small calls are drawn, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.conformance.questions.drawn_calls import has_functions
from samebits.conformance.questions.drawn_scene import Wish, draw_scene
from samebits.conformance.questions.operands import FLAVOURS, draw_bits
from samebits.conformance.questions.seeded import Draws
from samebits.spec.formats import Format, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape

Array = np.ndarray[Any, Any]
Bits = np.ndarray[Any, Any]

SEED = "0"
"""The seed of all draws. It is fixed, so that an interrupted run can be continued."""

_USUAL = "moderate"
_MOST_OCTAVE, _MOST_OCTAVE_OF_FUNCTIONS = 13, 7
_SMALL = 24
_MOST_TIMES, _ENOUGH = 64, 4096


@dataclass(frozen=True)
class Drawn:
    """A drawn call without its operands. `draws` is the random stream that yields the operands."""

    call: Call
    shapes: tuple[Shape, ...]
    limits: Mapping[int, int]
    draws: Draws

    @property
    def times(self) -> int:
        """Return how often operands are drawn for this call: more often if they are small."""
        return max(2, min(_MOST_TIMES, _ENOUGH // max(1, sum(map(math.prod, self.shapes)))))

    def operands(self, op: Op) -> list[Array]:
        """Return operands for the call, drawn from the stream."""
        draws, arrays = self.draws, []
        besides = op.shape_rule.index_besides(self.call.attributes)
        for number, (shape, name) in enumerate(zip(self.shapes, self.call.inputs, strict=True)):
            form = get_format(name)
            bits = _bits(form, math.prod(shape), draws)
            limit = self.limits.get(number)
            if limit is not None:
                bits = bits % form.bits_dtype.type(limit)
                if besides is not None and draws.chance(2):
                    bits = _sprinkled(bits, [besides % (1 << form.bits)], draws)
            arrays.append(from_bits(bits.reshape(shape), name))
        return arrays


def draw_call(op: Op, number: int) -> Drawn:
    """Draw call `number` of an op. Raises SpecError if the drawn call is an error."""
    draws = Draws(SEED, f"hunt {op.name} {number}")
    inputs, outputs = draws.choice(op.signatures)
    most = _MOST_OCTAVE_OF_FUNCTIONS if has_functions(op.name) else _MOST_OCTAVE
    size = 1 << draws.between(4, most) if draws.chance(4) else draws.between(1, _SMALL)
    scene = draw_scene(draws, Wish(op, len(inputs), size, draws.between(1, 4)))
    call = op.call(inputs, outputs, **scene.attributes)
    return Drawn(call, scene.shapes, scene.limits, draws)


def _bits(form: Format, count: int, draws: Draws) -> Bits:
    """Draw bits of numbers.

    Most numbers are near 1. In some draws, all numbers have one sign, or there are special values
    or other kinds of contents.
    """
    flavour = draws.choice(sorted(FLAVOURS)) if draws.chance(2) else _USUAL
    bits = draw_bits(form, count, flavour, draws)
    if form.is_float and draws.chance(3):
        bits = bits & form.bits_dtype.type(form.sign_mask - 1)
    if form.is_float and draws.chance(8):
        bits = _sprinkled(bits, _special(form), draws)
    return bits


def _sprinkled(bits: Bits, values: Sequence[int], draws: Draws) -> Bits:
    """Replace about a quarter of the elements by values drawn from `values`."""
    words = draws.words(bits.size)
    chosen = np.array(values, np.uint64)[(words >> np.uint64(8)) % np.uint64(len(values))]
    return np.where(words % np.uint64(4) == 0, chosen.astype(bits.dtype), bits)


def _special(form: Format) -> list[int]:
    """Return both zeros, the least and greatest numbers, infinity (if there is one), and NaN."""
    few = [0, 1, form.max_finite, form.infinity if form.has_infinity else form.max_finite]
    return [pattern | sign for pattern in few for sign in (0, form.sign_mask)] + [
        form.canonical_nan
    ]
