"""Cases of copies to new positions (S2). The formula gives the operand at every index."""

from __future__ import annotations

from dataclasses import replace
from math import isqrt

import numpy as np

from samebits.backends.cuda.lab.large.case import Case, Wanted, operand, result
from samebits.backends.cuda.lab.large.formula import Formula, Formulas
from samebits.backends.cuda.lab.large.reference import Reference, by_rows, parts_of_rows
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op

_WIDTH = 61  # The width of an embedding row is odd, so that rows have different alignments.
_FEW = 32  # The number of elements of x, divided by the number of indices of a gather.


def _taken(x: Formula, index: Formula, start: int) -> Formula:
    """Return a formula of the elements of x that the indices select, counted from `start`."""
    return replace(index, format=x.format, table=x.at(start + index.table.astype(np.int64)))


def gather_f32(make: Formulas, n: int) -> Case:
    """Make a case with 64-bit indices. A third of them are at least n."""
    size = n + n // 2
    x, index = make.make("f32"), make.make("i64", below=size)
    count = n // _FEW + 3

    def expect(reference: Reference) -> Wanted:
        return _taken(x, index, 0).elements

    call = get_op("gather").call(("f32", "i64"), axis=0)
    return Case(call, (operand(x, size), operand(index, count)), result("f32", count), expect)


def index_select_f32(make: Formulas, n: int) -> Case:
    """Make a case that reads the same indices in two rows. Source, index and result are large."""
    length, count = n // 2 + 3, n // 2 + 1
    x, index = make.make("f32"), make.make("i64", below=length)

    def expect(reference: Reference) -> Wanted:
        rows = [_taken(x, index, row * length) for row in range(2)]

        def wanted(a: int, b: int) -> Array:
            parts = parts_of_rows(a, b, count)
            return np.concatenate([rows[row].elements(*part) for row, *part in parts])

        return wanted

    call = get_op("index_select").call(("f32", "i64"), axis=1)
    return Case(
        call, (operand(x, 2, length), operand(index, count)), result("f32", 2, count), expect
    )


def embedding_bf16(make: Formulas, n: int) -> Case:
    """Make a case that copies rows of a large table into a large result."""
    rows, count = n // _WIDTH + 1, n // _WIDTH + 2
    weight, index = make.make("bf16"), make.make("i32", below=rows)

    def expect(reference: Reference) -> Wanted:
        def block(a: int, b: int) -> Array:
            first = index.at(np.arange(a, b)).astype(np.int64) * _WIDTH % weight.period
            chosen: Array = weight.table[first[:, None] + np.arange(_WIDTH)]
            return chosen

        return lambda a, b: by_rows(a, b, _WIDTH, block)

    call = get_op("embedding").call(("bf16", "i32"))
    inputs = (operand(weight, rows, _WIDTH), operand(index, count))
    return Case(call, inputs, result("bf16", count, _WIDTH), expect)


def pad_u8(make: Formulas, n: int) -> Case:
    """Make a case with constants on all sides of a matrix."""
    rows = isqrt(n) + 1
    columns = n // rows + 1
    x = operand(make.make("u8"), rows, columns)
    top, bottom, left, right, value = 1, 2, 3, 4, 201
    wide = left + columns + right

    def expect(reference: Reference) -> Wanted:
        def block(a: int, b: int) -> Array:
            """Return rows of the result, computed from rows of x."""
            padded = np.full((b - a, wide), value, np.uint8)
            first, last = max(a - top, 0), min(b - top, rows)
            for row in range(first, last):
                inside = x.elements(row * columns, (row + 1) * columns)
                padded[row + top - a, left : left + columns] = inside
            return padded

        return lambda a, b: by_rows(a, b, wide, block)

    call = get_op("pad").call(("u8",), widths=(top, bottom, left, right), value=float(value))
    return Case(call, (x,), result("u8", top + rows + bottom, wide), expect)


CASES = {
    "gather f32": gather_f32,
    "index_select f32": index_select_f32,
    "embedding bf16": embedding_bf16,
    "pad u8": pad_u8,
}
