"""Comparison of results: equality of bits, with stored values or with digests.

There is no tolerance. The distance in ulp is information for the reader of a report; no verdict
depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.results.records import MAX_EXAMPLES, Example
from samebits.spec.formats import bits_of, get_format, is_nan_bits
from samebits.spec.language.call import Call
from samebits.vectors.case import ByDigest, ByValue, Case, Expected

Bits = np.ndarray[Any, Any]


class Compared(Protocol):
    """A case as the comparison sees it: its call, its operands, and the addresses of elements."""

    @property
    def call(self) -> Call:
        """Return the call whose results are compared."""

    def inputs(self) -> list[Array]:
        """Return the operands of the call."""

    def address(self, index: int, inputs: list[Array] | None = None) -> str:
        """Return the address of an element; `index` counts over all results."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference between the right bits (`wanted`) and the returned bits.

    `wrong` is a lower bound if `complete` is False: a digest differs, and its block could not be
    recomputed. `wanted` has the right bits of every output, or is None if only digests are known.
    `bad_blocks` lists (output, block) of the digests that differ.
    """

    elements: int
    wrong: int
    max_ulp: int | None = None
    examples: tuple[Example, ...] = ()
    wanted: list[Bits] | None = field(default=None, compare=False)
    bad_blocks: tuple[tuple[int, int], ...] = ()
    complete: bool = True
    note: str = ""

    @property
    def equal(self) -> bool:
        """Return whether every bit is right."""
        return self.wrong == 0

    def text(self) -> str:
        """Return the comparison as one line of text."""
        least = "" if self.complete else "at least "
        far = f", at most {self.max_ulp} ulp" if self.max_ulp is not None else ""
        note = f"; {self.note}" if self.note else ""
        return f"{least}{self.wrong} of {self.elements} elements differ{far}{note}"


def compare_frozen(
    case: Case, outputs: Sequence[Array], *, expected: Sequence[Expected] | None = None
) -> Comparison:
    """Compare outputs with the stored values or digests, without recomputing anything."""
    frozen = case.expected() if expected is None else list(expected)
    got = [bits_of(output) for output in outputs]
    wanted: list[Bits] = []
    bad: list[tuple[int, int]] = []
    for i, (entry, bits) in enumerate(zip(frozen, got, strict=True)):
        if isinstance(entry, ByValue):
            wanted.append(np.asarray(entry.bits).reshape(bits.shape))
        else:
            bad += [(i, block) for block in entry.wrong_blocks(bits)]
            wanted.append(bits)  # right by the digests, or in a block of `bad`
    found = compare_bits(case, got, wanted)
    if not bad:
        return found
    named = ", ".join(_block_text(frozen[i], i, block, len(got)) for i, block in bad[:4])
    more = f" and {len(bad) - 4} more" if len(bad) > 4 else ""
    return Comparison(
        found.elements,
        found.wrong + len(bad),
        found.max_ulp,
        found.examples,
        None,
        tuple(bad),
        False,
        f"the digest of {named}{more} differs",
    )


def compare_bits(
    case: Compared,
    got: Sequence[Bits],
    wanted: Sequence[Bits],
    inputs: Sequence[Array] | None = None,
) -> Comparison:
    """Compare bits with bits: count the wrong elements and find the largest distance in ulp.

    The first MAX_EXAMPLES wrong elements are stored as examples.
    """
    elements, wrong, worst = 0, 0, None
    examples: list[Example] = []
    operands = list(inputs) if inputs is not None else None
    for ours, theirs, name in zip(wanted, got, case.call.outputs, strict=True):
        flat_wanted, flat_got = ours.reshape(-1), theirs.reshape(-1)
        where = np.flatnonzero(flat_wanted != flat_got)
        if where.size:
            far = ulp_distance(flat_wanted[where], flat_got[where], name)
            worst = max((d for d in (worst, largest(far)) if d is not None), default=None)
            operands = case.inputs() if operands is None else operands
            examples += [
                example(case, int(at), elements, operands, flat_wanted, flat_got, name)
                for at in where[: MAX_EXAMPLES - len(examples)]
            ]
        elements += flat_got.size
        wrong += int(where.size)
    return Comparison(elements, wrong, worst, tuple(examples), list(wanted))


def example(
    case: Compared,
    at: int,
    offset: int,
    operands: list[Array],
    wanted: Bits,
    got: Bits,
    name: str,
) -> Example:
    """Return one wrong element of an output of format `name` as an example for the report.

    `offset` is the total number of elements of all outputs before this one.
    """
    form = get_format(name)
    far = ulp_distance(wanted[at : at + 1], got[at : at + 1], name)[0]
    return Example(
        case.address(offset + at, operands),
        offset + at,
        _operand_bits(case, at, operands),
        form.hex(int(wanted[at])),
        form.hex(int(got[at])),
        far,
    )


def ulp_distance(a: Bits, b: Bits, name: str) -> list[int | None]:
    """Return the distance in ulp for each element, as exact integers.

    It is None for NaN and for integer formats.
    """
    form = get_format(name)
    if not form.is_float:
        return [None] * a.size
    mask, sign = np.uint64(form.sign_mask - 1), np.uint64(form.sign_mask)
    wide_a, wide_b = a.astype(np.uint64), b.astype(np.uint64)
    size_a, size_b = wide_a & mask, wide_b & mask
    apart = np.where(
        (wide_a & sign) == (wide_b & sign),
        np.maximum(size_a, size_b) - np.minimum(size_a, size_b),
        size_a + size_b,
    )
    nan = is_nan_bits(a, name) | is_nan_bits(b, name)
    return [None if n else int(d) for d, n in zip(apart, nan, strict=True)]


def largest(distances: Sequence[int | None]) -> int | None:
    """Return the largest distance, ignoring None, or None if all are None."""
    return max((d for d in distances if d is not None), default=None)


def _operand_bits(case: Compared, at: int, operands: list[Array]) -> tuple[str, ...]:
    """Return the operand bits of one element of an elementwise op, and () for other ops."""
    from samebits.vectors.address import is_elementwise

    if not is_elementwise(case.call.op):
        return ()
    found = []
    for array, name in zip(operands, case.call.inputs, strict=True):
        form = get_format(name)
        element = np.ascontiguousarray(array.reshape(-1)[at : at + 1]).view(form.bits_dtype)
        found.append(form.hex(int(element[0])))
    return tuple(found)


def _block_text(entry: Expected, output: int, block: int, outputs: int) -> str:
    assert isinstance(entry, ByDigest)
    size = int(np.prod(entry.shape, dtype=np.int64))
    first = block * entry.block
    last = min(first + entry.block, size) - 1
    of = f" of output {output}" if outputs > 1 else ""
    return f"block {block}{of} (elements {first} to {last})"
