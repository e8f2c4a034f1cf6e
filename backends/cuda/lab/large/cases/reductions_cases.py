"""Cases of reductions: one long slice, few long rows, and few or many long columns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from samebits.backends.cuda.lab.large.case import Case, Wanted, operand, result
from samebits.backends.cuda.lab.large.formula import Formulas
from samebits.backends.cuda.lab.large.reference import Reference
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op

_ROWS = 3


def _whole(values: Array) -> Wanted:
    """Return a function over the elements of a small result that is known completely."""
    flat = values.reshape(-1)
    return lambda a, b: flat[a:b]


def sum_bf16(make: Formulas, n: int) -> Case:
    """Make a case whose pieces are summed in f32, and whose total is rounded once (R4, T1)."""
    x = operand(make.make("bf16"), n)

    def expect(reference: Reference) -> Wanted:
        def terms(a: int, b: int) -> Array:
            return reference.run("cast", x.elements(a, b), to="f32")

        return _whole(reference.run("cast", reference.tree("sum", terms, n), to="bf16"))

    return Case(get_op("sum").call(("bf16",)), (x,), result("bf16"), expect)


def sum_rows_f32(make: Formulas, n: int) -> Case:
    """Make a case with rows of odd lengths, so that packs of 16 bytes begin at various offsets."""
    length = n // 2 + 3
    x = operand(make.make("f32"), _ROWS, length)

    def expect(reference: Reference) -> Wanted:
        def total(row: int) -> Array:
            first = row * length
            return reference.tree("sum", lambda a, b: x.elements(first + a, first + b), length)

        return _whole(np.stack([total(row) for row in range(_ROWS)]))

    return Case(get_op("sum").call(("f32",), axes=(1,)), (x,), result("f32", _ROWS), expect)


def _columns(width: int) -> Callable[[Formulas, int], Case]:
    def sum_columns_f32(make: Formulas, n: int) -> Case:
        length = n // width + 1
        x = operand(make.make("f32"), length, width)

        def expect(reference: Reference) -> Wanted:
            def terms(a: int, b: int) -> Array:
                return x.elements(a * width, b * width).reshape(-1, width)

            return _whole(reference.tree("sum", terms, length, width))

        return Case(get_op("sum").call(("f32",), axes=(0,)), (x,), result("f32", width), expect)

    return sum_columns_f32


_GREATEST = 7.5  # The planted maximum; the formulas give values below 2.


def _late(n: int) -> tuple[tuple[int, float], ...]:
    """Return two planted maxima near the end."""
    return ((n - 3, _GREATEST), (n - 1, _GREATEST))


def max_f32(make: Formulas, n: int) -> Case:
    """Make a case whose maximum is after index 2^31."""
    x = operand(make.make("f32"), n, planted=_late(n))
    wanted = np.array([_GREATEST], np.float32)
    return Case(get_op("max").call(("f32",)), (x,), result("f32"), lambda _: _whole(wanted))


def argmax_f32(make: Formulas, n: int) -> Case:
    """Make a case whose maximum (T3) is at index n - 3: index 2^31 + 2 of 2^31 + 5 elements."""
    x = operand(make.make("f32"), n, planted=_late(n))
    wanted = np.array([n - 3], np.int64)
    return Case(get_op("argmax").call(("f32",)), (x,), result("i64"), lambda _: _whole(wanted))


def sum_u8(make: Formulas, n: int) -> Case:
    """Make a case with a sum above 2^32.

    It is computed from the count of each element of a period.
    """
    formula = make.make("u8")

    def expect(reference: Reference) -> Wanted:
        total = formula.cycle.astype(np.int64) @ formula.repeats(n)
        return _whole(np.array([total], np.int64))

    return Case(get_op("sum").call(("u8",)), (operand(formula, n),), result("i64"), expect)


CASES = {
    "sum bf16": sum_bf16,
    "sum f32 rows": sum_rows_f32,
    "sum f32 2 columns": _columns(2),
    "sum f32 16 columns": _columns(16),
    "max f32": max_f32,
    "argmax f32": argmax_f32,
    "sum u8": sum_u8,
}
