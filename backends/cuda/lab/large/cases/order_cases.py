"""Cases of stable sorts (S3). The counts and positions of values determine the sorted order."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from samebits.backends.cuda.lab.large.case import Case, Operand, Wanted, operand, result
from samebits.backends.cuda.lab.large.formula import Formula, Formulas
from samebits.backends.cuda.lab.large.reference import Reference, by_rows
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op

_VALUES = 256


def _ends(formula: Formula, count: int) -> Array:
    """Return 0, followed by the end of each value's elements in sorted order."""
    counts = np.bincount(formula.cycle, weights=formula.repeats(count), minlength=_VALUES)
    return np.concatenate(([0], np.cumsum(counts.astype(np.int64))))


def sort_u8(make: Formulas, n: int) -> Case:
    """Make a case with runs of equal bytes."""
    x = make.make("u8")

    def expect(reference: Reference) -> Wanted:
        ends = _ends(x, n)

        def wanted(a: int, b: int) -> Array:
            inside = np.diff(np.clip(ends, a, b))
            return np.repeat(np.arange(_VALUES, dtype=np.uint8), inside)

        return wanted

    return _case("sort", operand(x, n), "u8", expect)


def argsort_u8(make: Formulas, n: int) -> Case:
    """Make a case in which the indices of equal elements are in ascending order.

    Let a value occur c times in a period. Its occurrence m is in period m / c, as occurrence m % c
    of that period.
    """
    x = make.make("u8")

    def expect(reference: Reference) -> Wanted:
        ends = _ends(x, n)
        order = np.argsort(x.cycle, kind="stable")
        firsts = np.searchsorted(x.cycle[order], np.arange(_VALUES + 1))

        def repeated(places: Array) -> Callable[[int, int], Array]:
            """Return a function that adds the offset of each of some periods to `places`."""
            return lambda a, b: np.arange(a, b)[:, None] * x.period + places

        def wanted(a: int, b: int) -> Array:
            parts = []
            for value in range(int(np.searchsorted(ends, a, "right")) - 1, _VALUES):
                start, stop = max(a, int(ends[value])), min(b, int(ends[value + 1]))
                if start >= b:
                    break
                if start < stop:
                    places = order[firsts[value] : firsts[value + 1]]
                    first = int(ends[value])
                    parts.append(
                        by_rows(start - first, stop - first, places.size, repeated(places))
                    )
            return np.concatenate(parts)

        return wanted

    return _case("argsort", operand(x, n), "i64", expect)


def _case(op: str, x: Operand, to: str, expect: Callable[[Reference], Wanted]) -> Case:
    return Case(get_op(op).call(("u8",), axis=0), (x,), result(to, *x.shape), expect)


CASES = {"sort u8": sort_u8, "argsort u8": argsort_u8}
