"""Cases of ops whose results have as many elements as they reduce: cumulative sums and softmax."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from samebits.backends.cuda.lab.large.case import Case, Wanted, operand, result
from samebits.backends.cuda.lab.large.formula import Formulas
from samebits.backends.cuda.lab.large.reference import Reference, parts_of_rows
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op

_ROWS = 2


def cumsum_f32(make: Formulas, n: int) -> Case:
    """Make a case of a cumulative sum.

    Prefix i is B1 + (B2 + (B3 ...)), where B1, B2, ... are the aligned blocks of its i + 1 terms
    (T6). The last blocks are inside the current piece: the C backend computes their sum. The other
    blocks consist of whole earlier pieces; the nearest block, which is the smallest, is added
    first.
    """
    x = operand(make.make("f32"), n)

    def expect(reference: Reference) -> Wanted:
        levels = _levels(
            reference,
            reference.each(
                lambda a, b: reference.run("sum", x.elements(a, b)), list(reference.pieces(n))
            ),
        )

        def wanted(a: int, b: int) -> Array:
            prefixes = reference.run("cumsum", x.elements(a, b), axis=0)
            before = a // reference.piece
            for level, sums in enumerate(levels):
                if before >> level & 1:
                    block = sums[(before >> level) - 1]
                    prefixes = reference.run(
                        "add", np.broadcast_to(block, prefixes.shape), prefixes
                    )
            return prefixes

        return wanted

    return Case(get_op("cumsum").call(("f32",), axis=0), (x,), result("f32", n), expect)


def _levels(reference: Reference, pieces: Sequence[Array]) -> list[Array]:
    """Return the sums of the pieces, and of all whole aligned groups of 2, 4, ... pieces."""
    levels = [np.stack(pieces)]
    while levels[-1].size > 1:
        below = levels[-1][: levels[-1].size // 2 * 2]
        pairs = below.reshape(-1, 2)
        levels.append(reference.run("add", pairs[:, 0], pairs[:, 1]))
    return levels


def softmax_f32(make: Formulas, n: int) -> Case:
    """Make a case with few rows.

    Its graph is computed node by node: maximum, sum, quotients (G1).
    """
    length = n // _ROWS + 3
    x = operand(make.make("f32"), _ROWS, length)

    def expect(reference: Reference) -> Wanted:
        def exponentials(row: int, a: int, b: int, greatest: Array) -> Array:
            terms = x.elements(row * length + a, row * length + b)
            shifted = reference.run("sub", terms, np.broadcast_to(greatest, terms.shape))
            return reference.run("exp", shifted)

        def found(row: int) -> tuple[Array, Array]:
            first = row * length
            greatest = reference.tree("max", lambda a, b: x.elements(first + a, first + b), length)
            total = reference.tree("sum", lambda a, b: exponentials(row, a, b, greatest), length)
            return greatest, total

        rows = [found(row) for row in range(_ROWS)]

        def wanted(a: int, b: int) -> Array:
            parts = []
            for row, start, stop in parts_of_rows(a, b, length):
                greatest, total = rows[row]
                e = exponentials(row, start, stop, greatest)
                parts.append(reference.run("div", e, np.broadcast_to(total, e.shape)))
            return np.concatenate(parts)

        return wanted

    call = get_op("softmax").call(("f32",), axis=1)
    return Case(call, (x,), result("f32", _ROWS, length), expect)


CASES = {"cumsum f32": cumsum_f32, "softmax f32 rows": softmax_f32}
