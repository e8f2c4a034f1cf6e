"""Products and convolutions with more than 2^31 results (T4, T5)."""

from __future__ import annotations

from math import isqrt

import numpy as np

from samebits.backends.cuda.lab.large.case import Case, Wanted, operand, result
from samebits.backends.cuda.lab.large.formula import Formula, Formulas
from samebits.backends.cuda.lab.large.reference import Reference, by_rows, parts_of_rows
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op

_TAPS = 3  # The number of taps of a convolution, and of terms in a product of the batches.
_BATCHES = 70_001


def _matmul(a: Formula, b: Formula, to: str, n: int, terms: int) -> Case:
    """Return a case in which rows of the result are products of rows of `a` with the matrix b."""
    rows = isqrt(n) + 1
    columns = n // rows + 1

    def expect(reference: Reference) -> Wanted:
        right = b.at(np.arange(terms * columns)).reshape(terms, columns)

        def block(first: int, last: int) -> Array:
            left = a.at(np.arange(first * terms, last * terms)).reshape(-1, terms)
            return reference.run("matmul", left, right, to=to)

        return lambda start, stop: by_rows(start, stop, columns, block)

    call = get_op("matmul").call((a.format, b.format), (to,))
    inputs = (operand(a, rows, terms), operand(b, terms, columns))
    return Case(call, inputs, result(to, rows, columns), expect)


def matmul_f32(make: Formulas, n: int) -> Case:
    """Make a case of a large matrix from two long and narrow matrices."""
    return _matmul(make.make("f32"), make.make("f32"), "f32", n, 33)


def matmul_u8_i8(make: Formulas, n: int) -> Case:
    """Make a case of a large matrix product of bytes, modulo 2^32."""
    return _matmul(make.make("u8"), make.make("i8"), "i32", n, 64)


def bmm_f32(make: Formulas, n: int) -> Case:
    """Make a case with more batches than a grid can have blocks along y and z."""
    batches = min(_BATCHES, n // 30 + 1)
    rows = isqrt(n // batches) + 1
    columns = n // (batches * rows) + 1
    a, b = make.make("f32"), make.make("f32")

    def expect(reference: Reference) -> Wanted:
        def block(first: int, last: int) -> Array:
            left = a.elements(first * rows * _TAPS, last * rows * _TAPS)
            right = b.elements(first * columns * _TAPS, last * columns * _TAPS)
            shapes = (last - first, rows, _TAPS), (last - first, _TAPS, columns)
            return reference.run("bmm", left.reshape(shapes[0]), right.reshape(shapes[1]))

        return lambda start, stop: by_rows(start, stop, rows * columns, block)

    call = get_op("bmm").call(("f32", "f32"))
    inputs = (operand(a, batches, rows, _TAPS), operand(b, batches, _TAPS, columns))
    return Case(call, inputs, result("f32", batches, rows, columns), expect)


def _conv1d(make: Formulas, n: int, rows: int) -> Case:
    """Return a case whose result has rows that are convolutions of the image, with three taps."""
    positions = n // rows + 1
    x, weight = make.make("f32"), make.make("f32")
    taps = weight.at(np.arange(rows * _TAPS)).reshape(rows, 1, _TAPS)

    def expect(reference: Reference) -> Wanted:
        def wanted(a: int, b: int) -> Array:
            parts = []
            for row, start, stop in parts_of_rows(a, b, positions):
                image = x.elements(start, stop + _TAPS - 1)
                parts.append(reference.run("conv1d", image[None, None], taps[row : row + 1]))
            return np.concatenate([part.reshape(-1) for part in parts])

        return wanted

    call = get_op("conv1d").call(("f32", "f32"))
    inputs = (operand(x, 1, 1, positions + _TAPS - 1), operand(weight, rows, 1, _TAPS))
    return Case(call, inputs, result("f32", 1, rows, positions), expect)


def conv1d_f32(make: Formulas, n: int) -> Case:
    """Make a case of one input and one output channel, by threads, with 64-bit indices."""
    return _conv1d(make, n, 1)


def conv1d_f32_channels(make: Formulas, n: int) -> Case:
    """Make a case of one input and twenty output channels, by tiles.

    The result has more than 2^31 elements, and the image has fewer.
    """
    return _conv1d(make, n, 20)


CASES = {
    "matmul f32": matmul_f32,
    "matmul u8 i8": matmul_u8_i8,
    "bmm f32 batches": bmm_f32,
    "conv1d f32": conv1d_f32,
    "conv1d f32 20 channels": conv1d_f32_channels,
}
