"""A call with its operands and its right result, as input for the conditions of rules."""

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
"""The elements of the first result for which a condition holds.

Either an array with one flag for each element in row-major order, or a single flag for all
elements.
"""


@dataclass(frozen=True, eq=False)
class Asked:
    """A call with operands.

    `load` returns the bits of the operands, and `answer` the bits of the first result. Both
    functions are called only if a condition needs the bits. They may raise NotStoredError if
    computing the bits would take too long.
    """

    call: Call
    shapes: Sequence[Shape]
    load: Callable[[], Sequence[Bits]]
    answer: Callable[[], Bits]

    @cached_property
    def op(self) -> Op:
        """Return the declaration of the op."""
        return get_op(self.call.op)

    @cached_property
    def out(self) -> Shape:
        """Return the shape of the first result."""
        return self.op.output_shapes(self.call, self.shapes)[0]

    @property
    def results(self) -> int:
        """Return the number of elements of the first result."""
        return math.prod(self.out)

    @property
    def terms(self) -> int:
        """Return the length of the reduction: the number of first-operand elements per result."""
        return math.prod(self.shapes[0]) // max(self.results, 1)

    @cached_property
    def bits(self) -> Sequence[Bits]:
        """Return the bits of each operand as a flat array."""
        return [x.reshape(-1) for x in self.load()]

    @cached_property
    def result(self) -> Bits:
        """Return the bits of the first result as a flat array."""
        return self.answer().reshape(-1)

    def form(self, operand: int) -> Format:
        """Return the format of an operand."""
        return get_format(self.call.inputs[operand])

    @property
    def result_form(self) -> Format:
        """Return the format of the first result."""
        return get_format(self.call.outputs[0])

    def is_float(self, operand: int = 0) -> bool:
        """Return whether the operand exists and has a float format."""
        return operand < len(self.call.inputs) and self.form(operand).is_float

    def values(self, operand: int) -> Bits:
        """Return an operand as binary64 numbers. Integers of 64 bits may be rounded."""
        bits = self.bits[operand]
        return from_bits(bits, self.form(operand).name).astype(np.float64)

    @cached_property
    def result_values(self) -> Bits:
        """Return the first result as binary64 numbers."""
        return from_bits(self.result, self.result_form.name).astype(np.float64)

    def any_operand(self, holds: Callable[[int], Mask]) -> Holds:
        """Return the elements for which a condition holds on at least one operand.

        The result is elementwise if the op is elementwise. Otherwise it is one flag, which is true
        if the condition holds for any element of any operand.
        """
        masks = [holds(i) for i in range(len(self.shapes))]
        if self.op.shape_rule is elementwise:
            return np.asarray(np.logical_or.reduce(masks))
        return any(bool(mask.any()) for mask in masks)

    def nan(self, operand: int) -> Mask:
        """Return a mask of the elements of an operand that are NaN."""
        form, bits = self.form(operand), self.bits[operand]
        if not form.is_float:
            return np.zeros(bits.size, bool)
        return np.asarray(magnitude(bits, form) > largest_number(form))

    def odd_nan(self, operand: int) -> Mask:
        """Return a mask of the elements of an operand that are a non-canonical NaN."""
        return np.asarray(
            self.nan(operand) & (self.bits[operand] != self.form(operand).canonical_nan)
        )

    def zero(self, operand: int, *, negative: bool | None = None) -> Mask:
        """Return a mask of the elements that are zero.

        `negative` selects a sign; None accepts both.
        """
        values = self.values(operand)
        held = values == 0
        return np.asarray(held if negative is None else held & (np.signbit(values) == negative))

    def infinite(self, operand: int) -> Mask:
        """Return a mask of the elements of an operand that are infinite."""
        return np.asarray(np.isinf(self.values(operand)))

    def attribute(self, name: str) -> Any:
        """Return an attribute of the call, or None if the call does not have it."""
        return self.call.attributes.get(name)


class NotStoredError(Exception):
    """The bits are not stored: only their digest or a recipe is known."""


def magnitude(bits: Bits, form: Format) -> Bits:
    """Return the patterns of a float format without their sign bit."""
    return np.asarray(bits & bits.dtype.type(form.sign_mask - 1))


def largest_number(form: Format) -> int:
    """Return the greatest pattern, without the sign bit, that is not a NaN."""
    return form.infinity if form.has_infinity else form.max_finite


def special_patterns(bits: Bits, form: Format) -> Mask:
    """Return a mask of the patterns whose value can only be found in the table of F1.

    These patterns are NaN, infinities, the largest number and subnormal numbers.
    """
    size = magnitude(bits, form)
    subnormal = (size > 0) & (size < 1 << (form.precision - 1))
    return np.asarray((size >= form.max_finite) | subnormal)


FLOATS = tuple(name for name, form in FORMATS.items() if form.is_float)
"""The names of the float formats."""
