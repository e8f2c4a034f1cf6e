"""Neighbours: the other elements of a batch do not affect an element's bits."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.batch import part
from samebits.conformance.laws.batch_axis import BatchAxis
from samebits.conformance.laws.batching import batch_axes, has_batch, is_elementwise
from samebits.conformance.laws.law import Bench, Bits, Finding, Law
from samebits.conformance.laws.mixtures import Mixture, telling
from samebits.conformance.laws.numbers_of_a_law import Drawn
from samebits.conformance.laws.running import Question
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import never_negative
from samebits.spec.formats import Format, bits_of, format_of, from_bits
from samebits.spec.language.shapes import Shape
from samebits.spec.philox import draws64

_SUBNORMAL = "the smallest subnormal"

_ALIKE = ("NaN", "infinity", "the largest number", _SUBNORMAL)
"""Values to which all neighbours of an element are set."""

_SIZES = (28, 47, 64, 100, 256, 300)
"""Lengths of parts of a long axis: multiples of vector widths, and lengths with a remainder."""

_PARTS = 16
"""The number of mixtures that are made on parts of a long axis."""

_NAMED = 4
"""The number of elements that a finding names."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A change of the neighbours of the elements `kept` in a part of a batch axis.

    The part has `size` elements from index `first` on. The neighbours have the value `what`, or are
    a mixture.
    """

    axis: BatchAxis
    kept: Bits
    first: int
    size: int
    what: str = ""
    mixture: Mixture | None = None

    def among(self, array: Array, operand: int, positive: bool) -> Array:
        """Return the part of an operand, with all but the kept elements overwritten."""
        axis, form = self.axis.operands[operand], format_of(array)
        if axis is None:
            return array
        own = bits_of(part(array, axis, self.first, self.first + self.size))
        kept: tuple[Any, ...] = (*(slice(None),) * axis, self.kept)
        bits = own.copy()
        if form.is_float:
            bits[...] = self._others(form, own.shape, axis, operand)
            if positive:
                bits &= bits.dtype.type(form.sign_mask - 1)
            bits[kept] = own[kept]
        changed = from_bits(bits, form.name)
        changed.flags.writeable = False
        return changed

    def _others(self, form: Format, shape: Shape, axis: int, operand: int) -> Bits:
        if self.mixture is not None:
            return self.mixture.patterns(form, shape, axis, operand)
        patterns = {
            "NaN": form.canonical_nan,
            "infinity": form.infinity if form.has_infinity else form.max_finite,
            "the largest number": form.max_finite,
            _SUBNORMAL: 1,
        }
        return np.full(shape, patterns[self.what], dtype=form.bits_dtype)

    def of(self, number: int, result: Bits, first: int) -> Bits:
        """Return the kept elements of a result that begins with element `first` of the axis.

        The array is empty if that result depends on the whole batch.
        """
        place = self.axis.place(number)
        if place is None:
            return result.reshape(-1)[:0]
        return np.asarray(np.take(result, self.kept + (self.first - first), place))

    def __str__(self) -> str:
        places = ", ".join(map(str, self.kept[:_NAMED] + self.first))
        more = f" or of {self.kept.size - _NAMED} others" if self.kept.size > _NAMED else ""
        what = self.what or f"mixed, from element {self.first} to {self.first + self.size - 1}"
        axis = self.axis.result
        return (
            f"element {places}{more} of result axis {axis} changes when its neighbours are {what}"
        )


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Overwrite the neighbours along each batch axis: with one value, and with random mixtures."""
    operands = _operands(specimen)
    base = bench.run(specimen.call, operands)
    changes = list(_changes(specimen))
    positive = [number in never_negative(specimen.call.op) for number in range(len(operands))]

    def question(change: _Change) -> Question:
        return Question([change.among(x, i, positive[i]) for i, x in enumerate(operands)])

    results = bench.run_each(specimen.call, map(question, changes))
    for change, result in zip(changes, results, strict=True):
        mine = [change.of(i, y, 0) for i, y in enumerate(base)]
        other = [change.of(i, y, change.first) for i, y in enumerate(result)]
        sides = ("its own neighbours", f"neighbours {change.what or 'mixed'}")
        finding = bench.differs(specimen, mine, other, str(change), sides)
        if finding:
            return finding
    return None


def _is_telling(specimen: Specimen) -> bool:
    """Return whether the call is elementwise and the flavour is not `tiny`."""
    return is_elementwise(specimen.call) and specimen.flavour != "tiny"


def _operands(specimen: Specimen) -> list[Array]:
    """Return the specimen's operands, or in elementwise calls special operands.

    The special operands are numbers that may need a different formula (`mixtures.py`).
    """
    operands = specimen.operands()
    if not _is_telling(specimen):
        return operands
    key = zlib.crc32(f"neighbours {specimen}".encode())
    for number, operand in enumerate(operands):
        form = format_of(operand)
        if form.is_float:
            words = draws64(key, number, operand.size)
            bits = telling(specimen.call.op, form, words).astype(form.bits_dtype)
            if number in never_negative(specimen.call.op):
                bits &= bits.dtype.type(form.sign_mask - 1)
            operands[number] = from_bits(bits.reshape(operand.shape), form.name)
            operands[number].flags.writeable = False
    return operands


def _changes(specimen: Specimen) -> Iterator[_Change]:
    """Yield changes that keep the first, middle and last element, then mixtures.

    In elementwise calls, most mixtures are parts of a long axis.
    """
    drawn = Drawn(specimen, "neighbours")
    for axis in batch_axes(specimen.call, specimen.shapes):
        size = axis.size(specimen.shapes)
        for place in sorted({0, size // 2, size - 1}):
            for what in _ALIKE:
                yield _Change(axis, np.array([place]), 0, size, what)
        sizes = [size]
        if size > max(_SIZES) and _is_telling(specimen):
            sizes += [drawn.one_of(_SIZES) for _ in range(_PARTS)]
        for length in sizes:
            first = drawn.below(size - length + 1)
            mixture = Mixture.of(length, drawn.below(1 << 32))
            yield _Change(axis, mixture.kept, first, length, mixture=mixture)


LAW = Law(
    name="neighbours",
    says="other elements of a batch never change an element's bits",
    rules=("C1.3",),
    check=check,
    rank="batch",
    applies=has_batch,
)
