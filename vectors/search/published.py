"""Select the hardest binary64 operands that CORE-MATH publishes as hard to round.

    python -m samebits.vectors.search.published CHECKOUT [OP...]

CORE-MATH (gitlab.inria.fr/core-math/core-math) has for each function a text file,
`src/binary64/NAME/NAME.wc`. It lists binary64 operands whose results are next to a rounding
boundary in some rounding direction. The sources are the tables of V. Lefevre and J.-M. Muller
("Worst cases for correct rounding of the elementary functions in double precision", 2001;
vinc17.net/research/testlibm, 2020), the results of BaCSeL in many binades, and contributions. Each
file has ten thousand to several hundred thousand operands. This program selects the operands that
are hardest to round to nearest, and some that are hardest in another direction, at most a few of
each binade. Its files (`found_published/<op>.json`) contain only inputs; the oracles compute the
expected results. backends/c/tests/exhaustive/published_f64.py tests the C backend on all published
operands.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
from rich.progress import track

from samebits.common.errors import SamebitsError
from samebits.spec.catalog import get_op
from samebits.spec.math_table import FUNCTIONS
from samebits.vectors.errors import VectorError
from samebits.vectors.search.kept import Row, keep_rows, rows_of
from samebits.vectors.search.values import Nearness, call_in_binary64, few_of_each, nearness

FOLDER = Path(__file__).parent / "found_published"
MIDDLES, NUMBERS = 40, 8
"""Number of stored operands next to a midpoint, and next to a representable number."""

PER_BINADE = 8
LEAST = 40
"""A value farther than 2^-40 ulp from a midpoint does not count as hard to round to nearest."""

TRIVIAL = 64
"""A value within 2^-64 ulp of a representable number is trivial, such as sin of a small operand."""

_AT_ONCE = 1 << 12


def published(op: str) -> list[Row]:
    """Return the stored operands of a function in binary64, nearest to a midpoint first.

    The list is empty if none are published. Raises VectorError for a malformed file.
    """
    return rows_of(FOLDER, op)


def table(checkout: Path, op: str) -> Path | None:
    """Return the file of a function in a checkout of CORE-MATH, or None if it is missing.

    Raises VectorError if the folder is not a checkout.
    """
    functions = checkout / "src/binary64"
    if not functions.is_dir():
        raise VectorError(
            f"{checkout} is not a checkout of CORE-MATH: it has no folder src/binary64; "
            "clone gitlab.inria.fr/core-math/core-math and name it"
        )
    path = functions / op / f"{op}.wc"
    return path if path.is_file() else None


def read(path: Path, operands: int) -> list[Row]:
    """Return the finite operands in a file, in their order, without repetition.

    A line has the operands of one result, separated by commas. The name of a C error and a comment
    behind `#` may follow. Raises VectorError for any other line.
    """
    rows: dict[Row, None] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        texts = [text.strip() for text in line.partition("#")[0].split(",")]
        if texts == [""]:
            continue
        try:
            values = [_number(text) for text in texts if text and text not in ("EDOM", "ERANGE")]
        except (ValueError, OverflowError):
            values = []
        if len(values) != operands:
            raise VectorError(f"{path}, line {number}: {line!r} is not a row of {operands} numbers")
        if all(map(math.isfinite, values)):
            rows[tuple(map(int, np.array(values).view(np.uint64)))] = None
    return list(rows)


def _number(text: str) -> float:
    if text.lower().lstrip("+-") in ("snan", "qnan"):
        return math.nan
    return float.fromhex(text) if "x" in text.lower() else float(text)


def hardest(op: str, rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """Return the operands to store, next to a midpoint and next to a number, nearest first."""
    call = call_in_binary64(op)
    found: list[tuple[Nearness, Row]] = []
    for first in track(range(0, len(rows), _AT_ONCE), description=op):
        some = rows[first : first + _AT_ONCE]
        found += [(b, row) for b, row in zip(nearness(call, some), some, strict=True) if b]
    middles = [(-b.middle, row) for b, row in found if LEAST < b.middle < math.inf]
    numbers = [(-b.number, row) for b, row in found if b.number < TRIVIAL]
    return few_of_each(middles, MIDDLES, PER_BINADE, 2), few_of_each(numbers, NUMBERS, 2, 2)


def main() -> None:
    """Store the hardest operands of the named functions, or of all functions with a file."""
    if not sys.argv[1:]:
        sys.exit("name a checkout of CORE-MATH")
    checkout, names = Path(sys.argv[1]), sys.argv[2:] or list(FUNCTIONS)
    unknown = [name for name in names if name not in FUNCTIONS]
    if unknown:
        sys.exit(f"{unknown[0]!r} is no function; known: {', '.join(FUNCTIONS)}")
    try:
        for name in names:
            if path := table(checkout, name):
                keep(name, read(path, len(get_op(name).operands)))
    except SamebitsError as error:
        sys.exit(f"error: {error}")


def keep(op: str, rows: list[Row]) -> None:
    """Write the file of a function with its hardest operands."""
    middles, numbers = hardest(op, rows)
    kept = list(dict.fromkeys([*middles, *numbers]))
    if not kept:
        return
    method = (
        f"of {len(rows)} finite operands in src/binary64/{op}/{op}.wc of CORE-MATH up to {MIDDLES} "
        f"whose values are nearest to a middle of two numbers, at most {PER_BINADE} of a binade, "
        f"and {NUMBERS} whose values are nearest to a number, at most 2 of a binade; of "
        "operands that differ by their exponents and signs alone two"
    )
    keep_rows(FOLDER, op, method, kept)
    print(f"{op}: {len(kept)} of {len(rows)}")


if __name__ == "__main__":
    main()
