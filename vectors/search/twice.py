"""Find binary64 operands whose result is wrong after a first rounding to 64 bits.

    python -m samebits.vectors.search.twice OP... | --missing

A significand of 64 bits is the format of x87 registers, which C uses for `long double`. For about
one operand in a thousand, rounding to 64 bits gives a midpoint of two binary64 numbers. Then the
second rounding gives the even neighbour, not the nearer one. The search tries 2^17 random operands
of ordinary size, and stores the operands whose value is nearest to such a midpoint. These operands
also detect a function whose error is less than half a unit of the 64 bits. The files
(`found_twice/<op>.json`) contain only inputs; the oracles compute the expected results. `--missing`
selects the functions whose golden cases have no such operand.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from rich.progress import track

from samebits.oracles.rounding import Real, round_to
from samebits.spec.formats import bits_of
from samebits.spec.math_table import FUNCTIONS
from samebits.vectors.reader import Vectors
from samebits.vectors.search.kept import Row, keep_rows, rows_of
from samebits.vectors.search.values import (
    FORM,
    WIDTH,
    call_in_binary64,
    everyday_exponents,
    exact_values,
)

FOLDER = Path(__file__).parent / "found_twice"
WIDE = 64
"""Precision of the first rounding, in bits."""

KEPT = 6
CHUNK, CHUNKS = 1 << 12, 32


def rounded_twice(op: str) -> list[Row]:
    """Return the operands found for a function in binary64, nearest to a midpoint first.

    The list is empty if there was no search. Raises VectorError for a malformed file.
    """
    return rows_of(FOLDER, op)


def to_bits(value: Real, bits: int = WIDE) -> Real:
    """Return a finite value rounded to `bits` bits, with an unlimited exponent."""
    cut = value.significand.bit_length() - bits
    if cut <= 0:
        return value
    kept, rest = divmod(value.significand, 1 << cut)
    up = 2 * rest > 1 << cut or (2 * rest == 1 << cut and kept & 1)
    return Real("finite", value.negative, kept + up, value.exponent + cut)


def is_wrong(value: Real) -> bool:
    """Return whether a first rounding to 64 bits changes the final result."""
    return round_to(to_bits(value), FORM.name) != round_to(value, FORM.name)


def search(op: str) -> list[Row]:
    """Return the operands with a wrong result that are nearest to a midpoint, nearest first."""
    call = call_in_binary64(op)
    draw = np.random.Generator(np.random.Philox(sum(f"{op} twice".encode())))
    found: dict[Row, float] = {}
    for _ in track(range(CHUNKS), description=op):
        columns = [_everyday(draw, op) for _ in call.inputs]
        rows = list(zip(*columns, strict=True))
        for row, value in zip(rows, exact_values(call, rows), strict=True):
            if value is not None and is_wrong(value):
                found[row] = _distance(value)
    return sorted(found, key=lambda row: (found[row], row))[:KEPT]


def _distance(value: Real) -> float:
    """Return the relative distance of a value from the same value rounded to `WIDE` bits."""
    middle = to_bits(value)
    return abs(float((value.fraction() - middle.fraction()) / value.fraction()))


def _everyday(draw: np.random.Generator, op: str) -> list[int]:
    """Return random numbers of ordinary size, in both signs."""
    low, high = everyday_exponents(op)
    exponents = draw.integers(low - FORM.emin + 1, high - FORM.emin + 1, CHUNK, endpoint=True)
    fractions = draw.integers(0, 1 << WIDTH, CHUNK)
    signs = draw.integers(0, 2, CHUNK)
    parts = zip(signs.tolist(), exponents.tolist(), fractions.tolist(), strict=True)
    return [s << (FORM.bits - 1) | e << WIDTH | f for s, e, f in parts]


def asked(op: str, vectors: Vectors) -> list[Real]:
    """Return the exact values at the binary64 operands of the golden cases at level standard."""
    values: list[Real | None] = []
    for case in vectors.cases(ops=[op], formats=[FORM.name], level="standard"):
        if {*case.call.inputs, *case.call.outputs} == {FORM.name}:
            columns = [bits_of(x).reshape(-1).tolist() for x in case.inputs()]
            values += exact_values(case.call, list(zip(*columns, strict=True)))
    return [value for value in values if value is not None]


def is_told(op: str, vectors: Vectors) -> bool:
    """Return whether an op's golden cases have an operand that detects a rounding to 64 bits.

    Return True for a function whose values are binary64 numbers or a constant, because it needs no
    such operand.
    """
    values = asked(op, vectors)
    rounded = {value for value in values if to_bits(value, FORM.precision) != value}
    return any(map(is_wrong, values)) or (bool(values) and len(rounded) < 2)


def unsearched() -> list[str]:
    """Return the functions that have no operand for this error in a golden case or a file."""
    vectors = Vectors.open()
    names = [name for name in FUNCTIONS if not (FOLDER / f"{name}.json").exists()]
    return [name for name in names if not is_told(name, vectors)]


def main() -> None:
    """Search the named functions, or (--missing) those without such an operand."""
    names = unsearched() if sys.argv[1:] == ["--missing"] else sys.argv[1:]
    unknown = [name for name in names if name not in FUNCTIONS]
    if unknown:
        sys.exit(f"no search for {unknown[0]!r}; known: {', '.join(FUNCTIONS)}")
    method = (
        f"wrong where {WIDE} bits are rounded to first, and nearest to the middle of all such of "
        f"{CHUNK * CHUNKS} random operands of everyday size, by balls of 192 bits"
    )
    for name in names:
        found = search(name)
        if found:
            keep_rows(FOLDER, name, method, found)


if __name__ == "__main__":
    main()
