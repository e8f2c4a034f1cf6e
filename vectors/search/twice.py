"""Find operands of binary64 whose result is wrong where 64 bits were rounded to first.

    python -m samebits.vectors.search.twice OP... | --missing

The 64 bits are those of the registers of x87, in which C computes with `long double`. Of one
operand in some thousand they take the value to the middle of two numbers of binary64, from where it
goes to the even one and not to the nearer one. 2^17 random operands of everyday size are asked, and
those kept whose value lies nearest to such a middle: a function that is off by less than half a
unit of the 64 bits is caught by them, too. They are inputs (`found_twice/<op>.json`); the oracles
give the answers. `--missing` are the functions whose golden cases have no such operand.
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
"""Bits of the precision that is rounded to first."""

KEPT = 6
CHUNK, CHUNKS = 1 << 12, 32


def rounded_twice(op: str) -> list[Row]:
    """Return the operands that were found for a function in binary64, nearest to a middle first.

    Empty where none were searched. Raises VectorError for a malformed file.
    """
    return rows_of(FOLDER, op)


def to_bits(value: Real, bits: int = WIDE) -> Real:
    """Return a finite value rounded to so many bits, with exponents without a limit."""
    cut = value.significand.bit_length() - bits
    if cut <= 0:
        return value
    kept, rest = divmod(value.significand, 1 << cut)
    up = 2 * rest > 1 << cut or (2 * rest == 1 << cut and kept & 1)
    return Real("finite", value.negative, kept + up, value.exponent + cut)


def is_wrong(value: Real) -> bool:
    """Return whether 64 bits on the way change what a value rounds to."""
    return round_to(to_bits(value), FORM.name) != round_to(value, FORM.name)


def search(op: str) -> list[Row]:
    """Return the operands nearest to a middle that they miss, nearest first."""
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
    """Return how far a value lies from what it rounds to in `WIDE` bits, relative to itself."""
    middle = to_bits(value)
    return abs(float((value.fraction() - middle.fraction()) / value.fraction()))


def _everyday(draw: np.random.Generator, op: str) -> list[int]:
    """Random numbers of everyday size and both signs."""
    low, high = everyday_exponents(op)
    exponents = draw.integers(low - FORM.emin + 1, high - FORM.emin + 1, CHUNK, endpoint=True)
    fractions = draw.integers(0, 1 << WIDTH, CHUNK)
    signs = draw.integers(0, 2, CHUNK)
    parts = zip(signs.tolist(), exponents.tolist(), fractions.tolist(), strict=True)
    return [s << (FORM.bits - 1) | e << WIDTH | f for s, e, f in parts]


def asked(op: str, vectors: Vectors) -> list[Real]:
    """The values at the operands that the golden cases of level standard give in binary64."""
    values: list[Real | None] = []
    for case in vectors.cases(ops=[op], formats=[FORM.name], level="standard"):
        if {*case.call.inputs, *case.call.outputs} == {FORM.name}:
            columns = [bits_of(x).reshape(-1).tolist() for x in case.inputs()]
            values += exact_values(case.call, list(zip(*columns, strict=True)))
    return [value for value in values if value is not None]


def is_told(op: str, vectors: Vectors) -> bool:
    """Return whether its golden cases have an operand that is wrong through 64 bits.

    A function whose values are numbers of binary64, or one constant, needs none.
    """
    values = asked(op, vectors)
    rounded = {value for value in values if to_bits(value, FORM.precision) != value}
    return any(map(is_wrong, values)) or (bool(values) and len(rounded) < 2)


def unsearched() -> list[str]:
    """Return the functions whose golden cases do not tell, and that have no file here yet."""
    vectors = Vectors.open()
    names = [name for name in FUNCTIONS if not (FOLDER / f"{name}.json").exists()]
    return [name for name in names if not is_told(name, vectors)]


def main() -> None:
    """Search the named functions, or those that are missing."""
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
