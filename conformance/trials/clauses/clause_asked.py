"""A call with its operands and its right result, as the conditions of rules look at it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, Format, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape, elementwise

Bits = np.ndarray[Any, Any]
Mask = np.ndarray[Any, Any]
Holds = Mask | bool
"""For each element of the first result, in row-major order, or for all of them."""


@dataclass(frozen=True, eq=False)
class Asked:
    """A call on operands; `load` gives their bits, `answer` those of the first result.

    Both are asked for only where a condition needs them. `load` and `answer` may raise
    NotStoredError, where making the bits would take long.
    """

    call: Call
    shapes: Sequence[Shape]
    load: Callable[[], Sequence[Bits]]
    answer: Callable[[], Bits]

    @cached_property
    def op(self) -> Op:
        """The declaration of the op."""
        return get_op(self.call.op)

    @cached_property
    def out(self) -> Shape:
        """The shape of the first result."""
        return self.op.output_shapes(self.call, self.shapes)[0]

    @property
    def results(self) -> int:
        """How many elements the first result has."""
        return math.prod(self.out)

    @property
    def terms(self) -> int:
        """Elements of the first operand for each result: the length of what is reduced."""
        return math.prod(self.shapes[0]) // max(self.results, 1)

    @cached_property
    def bits(self) -> Sequence[Bits]:
        """The bits of each operand, flat."""
        return [x.reshape(-1) for x in self.load()]

    @cached_property
    def result(self) -> Bits:
        """The bits of the first result, flat."""
        return self.answer().reshape(-1)

    def form(self, operand: int) -> Format:
        """The format of an operand."""
        return get_format(self.call.inputs[operand])

    @property
    def result_form(self) -> Format:
        """The format of the first result."""
        return get_format(self.call.outputs[0])

    def is_float(self, operand: int = 0) -> bool:
        """Whether there is such an operand, and it is of a float format."""
        return operand < len(self.call.inputs) and self.form(operand).is_float

    def values(self, operand: int) -> Bits:
        """An operand as binary64 numbers; integers of 64 bits may be rounded."""
        bits = self.bits[operand]
        return from_bits(bits, self.form(operand).name).astype(np.float64)

    @cached_property
    def result_values(self) -> Bits:
        """The first result as binary64 numbers."""
        return from_bits(self.result, self.result_form.name).astype(np.float64)

    def any_operand(self, holds: Callable[[int], Mask]) -> Holds:
        """Where some operand holds it: element by element, or anywhere if shapes differ."""
        masks = [holds(i) for i in range(len(self.shapes))]
        if self.op.shape_rule is elementwise:
            return np.asarray(np.logical_or.reduce(masks))
        return any(bool(mask.any()) for mask in masks)

    def nan(self, operand: int) -> Mask:
        """Where an operand is NaN."""
        form, bits = self.form(operand), self.bits[operand]
        if not form.is_float:
            return np.zeros(bits.size, bool)
        return np.asarray(magnitude(bits, form) > largest_number(form))

    def odd_nan(self, operand: int) -> Mask:
        """Where an operand is a NaN other than the canonical one."""
        return np.asarray(
            self.nan(operand) & (self.bits[operand] != self.form(operand).canonical_nan)
        )

    def zero(self, operand: int, *, negative: bool | None = None) -> Mask:
        """Where an operand is a zero, of one sign or of any."""
        values = self.values(operand)
        held = values == 0
        return np.asarray(held if negative is None else held & (np.signbit(values) == negative))

    def infinite(self, operand: int) -> Mask:
        """Where an operand is infinite."""
        return np.asarray(np.isinf(self.values(operand)))

    def attribute(self, name: str) -> Any:
        """An attribute of the call, or None if it has no such one."""
        return self.call.attributes.get(name)


class NotStoredError(Exception):
    """The bits are known by a digest or a recipe alone."""


def magnitude(bits: Bits, form: Format) -> Bits:
    """The patterns of a float format without their sign."""
    return np.asarray(bits & bits.dtype.type(form.sign_mask - 1))


def largest_number(form: Format) -> int:
    """The greatest pattern that is no NaN, sign aside."""
    return form.infinity if form.has_infinity else form.max_finite


def special_patterns(bits: Bits, form: Format) -> Mask:
    """Where the table of F1 must be known: NaN, infinities, the largest number, subnormals."""
    size = magnitude(bits, form)
    subnormal = (size > 0) & (size < 1 << (form.precision - 1))
    return np.asarray((size >= form.max_finite) | subnormal)


FLOATS = tuple(name for name, form in FORMATS.items() if form.is_float)
"""The float formats by name."""
