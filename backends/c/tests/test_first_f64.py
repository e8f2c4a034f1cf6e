"""Test that the first stage of f64 is as accurate as its headers state (clause R2).

Each kernel file with a first stage is compiled separately, for AVX2 and AVX-512, and tested in
every part of its domain. The error is measured against Arb. It must be at most three quarters of
the stage's bound, because the rounding test adds one more rounding. The tests then show that every
number of the tables, and the bound itself, is necessary. Results that a stage decides without its
bound, such as infinities, are compared with the op's oracle.
"""

from __future__ import annotations

import ctypes
import math
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from samebits.backends.c.library import NUMERICS
from samebits.backends.c.tests.kernel_files import KERNELS, compile_kernel, files_read, flags_here
from samebits.backends.c.tests.test_enclosed_f64 import Operands, drawn, exact
from samebits.backends.numerics.multiple.tests.library import operands_of
from samebits.oracles.sweep import binary64
from samebits.oracles.tests.correctly_rounded_operands import bits
from samebits.spec.catalog import get_op

FIRST = tuple(
    sorted(
        path.stem
        for path in KERNELS.glob("*.c")
        if "define FIRST_F64" in path.read_text(encoding="utf-8")
    )
)
"""The ops that have a first stage."""

VECTORS = {
    "avx2": ("-mavx2", "-mfma"),
    "avx512": ("-mavx512f", "-mavx512dq", "-mavx512bw", "-mavx512vl", "-mfma"),
}
BUILDS = {name: flags for name, flags in VECTORS.items() if set(flags) <= flags_here()}
TABLES = NUMERICS / "scalar" / "coefficients"
ROOM = Fraction(3, 4)
"""The largest allowed error of a stage, as a fraction of its bound."""

LEAST = Fraction(1, 8)
"""The largest error reaches this fraction of the bound, which is at most 8 times too large."""

HALF_UNIT = Fraction(1, 2**54)
"""Half an ulp of numbers slightly below 1."""

SIGNIFICANDS = [j / 512 for j in range(424, 512)] + [j / 256 for j in range(256, 424)]
"""Significands at which logarithms change to the next table row, for tables of 16 and 256 rows."""

POWERS = [(2 * j + 1) / 256 * math.log(2) for j in range(-200, 200)]
"""Operands at which exponentials change to the next table row, for tables of 128 rows."""

LIMITS = (60.0, 325.0, 354.0, 374.0, 380.0, 442.0, 650.0, 708.0, 746.0, 748.0, 753.0)
"""Magnitudes near which a stage begins to compute an operand, to decide it, or to leave it open."""

SPECIAL = [s * x for x in (0.0, math.inf, 2.0**-60, 2.0**-1022, 2.0**-1074, 1.0) for s in (1, -1)]

WORST = [float.fromhex(x) for x in ("1.7e80a34183ac6", "1.3776cb32bba79", "1.830714fa4918b")]
"""Operands for which logarithms with 256 rows have the largest error relative to the bound.

They were found by a search.
"""

NOTHING = Fraction(1, 2**1080)
"""A number below a thirtieth of half of the smallest positive number."""

Array = np.ndarray[tuple[int], np.dtype[np.float64]]


@cache
def operands(op: str) -> list[Operands]:
    """Return operands from all parts of the domain, mostly from the range in common use.

    They include operands on both sides of each boundary between table rows, where the reduced
    argument is largest.
    """
    draw = Random(op)
    found = drawn(op)[::2]
    for scale in (0.01, 0.1, 1.0, 3.0, 25.0):
        for _ in range(500):
            x, y = draw.gauss(0, scale), draw.gauss(0, 3)
            far = math.ldexp(draw.uniform(0.5, 1), draw.randrange(-40, 40))
            found += [(abs(x), y), (-abs(x), y), (1 + x / 50, y), (far, y)]
    cuts = [math.ldexp(cut, draw.choice((0, 0, -1, 1, 40))) for cut in SIGNIFICANDS] + POWERS
    for cut in cuts:
        y = draw.gauss(0, 3)
        found += [(math.nextafter(cut, away), y) for away in (-math.inf, math.inf)]
    found += [(x, 1.0) for x in (*WORST, *SPECIAL)]
    found += [(draw.uniform(-760, 760), draw.choice((1.0, -1.0, 0.5))) for _ in range(600)]
    for limit in LIMITS:
        near = [limit * (1 + side * 2.0**-k) for k in range(3, 53, 2) for side in (1, -1)]
        found += [(sign * x, 1.0) for x in near for sign in (1, -1)]
    for exponent in range(-1074, -890, 3):
        x = math.ldexp(draw.uniform(1, 2), exponent)
        found += [(x, draw.gauss(0, 1)), (-x, 3.0)]
    draw.shuffle(found)
    return [row[: operands_of(op)] for row in found]


@dataclass(frozen=True, slots=True)
class Row:
    """An operand that the stage computes, and an interval that contains the exact result."""

    place: int
    low: Fraction
    high: Fraction


def power_of_two(x: Fraction) -> Fraction:
    """Return the power of two nearest to x, with the sign of x.

    It is the factor between hi and the result.
    """
    return Fraction(2) ** round(math.log2(abs(x))) * (1 if x > 0 else -1)


class Stage:
    """The first stage of an op, compiled for one set of vectors."""

    def __init__(self, op: str, folder: Path, flags: Sequence[str]) -> None:
        self.op = op
        target = folder / f"{op}.so"
        compile_kernel(op, Path(__file__).with_name("first_f64.c"), target, flags)
        self.code = ctypes.CDLL(str(target), mode=os.RTLD_LAZY)
        found = operands(op)
        padded = [*found, *[found[0]] * (-len(found) % 8)]
        self.x = np.array([row[0] for row in padded])
        self.y = np.array([row[-1] for row in padded])
        *_, v, taken, settled = self.run()
        undefined = np.isnan(v) & (self.x < 0)  # a negative number to a fractional power
        self.settled = [(found[i], float(v[i])) for i in range(len(found)) if settled[i]]
        places = [
            i
            for i, row in enumerate(found)
            if taken[i] and not undefined[i] and all(x and math.isfinite(x) for x in row)
        ]
        ends = exact(op, [found[i] for i in places])
        self.rows = [Row(i, *two) for i, two in zip(places, ends, strict=True)]

    def run(self) -> tuple[Array, ...]:
        """Return hi, lo, reach, v, taken and settled of test_first for all operands."""
        results = tuple(np.zeros_like(self.x) for _ in range(6))
        places = [ctypes.c_void_p(array.ctypes.data) for array in (self.x, self.y, *results)]
        self.code.test_first(*places, ctypes.c_int64(len(self.x)))
        return results

    def taken(self) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
        """Return the bits of hi, lo, reach and v for the operands that the stage computes."""
        return np.array(self.run()[:4]).view(np.uint64)[:, [row.place for row in self.rows]]

    def shares(self) -> Iterator[Fraction]:
        """Return the error of each operand that the stage computes, divided by its bound."""
        found = self.run()
        return (share for row in self.rows for share in self.share(row, found))

    def share(self, row: Row, found: tuple[Array, ...]) -> Iterator[Fraction]:
        """Yield the error of one operand divided by its bound, or nothing if it is not checked."""
        numbers = [float(array[row.place]) for array in found[:4]]
        if not all(map(math.isfinite, numbers)):
            yield Fraction(1000)
            return
        high, low, allowed, scaled = map(Fraction, numbers)
        scale = power_of_two(scaled / high) if high and scaled else Fraction(1)
        if high and scaled != scale * high:
            yield Fraction(1000)  # another result has replaced the expected one
            return
        value, allowed = scale * (high + low), abs(scale * allowed)
        if all(abs(1 - abs(end)) < HALF_UNIT for end in (row.low, row.high, value)):
            return  # far from 0, all results round to 1
        off = max(abs(value - row.low), abs(value - row.high))
        if not low and off < NOTHING:
            return  # the bound may underflow; `high` alone is the result
        yield off / allowed if allowed else Fraction(1000 if off else 0)

    def kept(self, row: Row, found: tuple[Array, ...]) -> bool:
        """Return whether the error of one operand is within the bound."""
        return all(share <= ROOM for share in self.share(row, found))

    def holds(self) -> bool:
        """Return whether the error of every operand is within the bound.

        An operand whose results have not changed since the first run is not checked again, since a
        change of one table entry affects only a few operands.
        """
        found = self.run()
        if not hasattr(self, "first"):
            self.first = found, [self.kept(row, found) for row in self.rows]
        before, held = self.first
        pairs = zip(found[:4], before[:4], strict=True)
        same = np.all([a.view(np.uint64) == b.view(np.uint64) for a, b in pairs], axis=0)
        return all(
            (same[row.place] and was) or (not same[row.place] and self.kept(row, found))
            for row, was in zip(self.rows, held, strict=True)
        )

    def table(self, name: str, length: int) -> ctypes.Array[ctypes.c_double]:
        """Return a table of the stage as an array that a test can change."""
        return (ctypes.c_double * length).in_dll(self.code, name)


@pytest.fixture(scope="module", params=BUILDS)
def flags(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Return the compiler flags of each set of vectors that this machine has."""
    return BUILDS[request.param]


@pytest.mark.parametrize("op", FIRST)
def test_R2_the_error_is_within_what_the_stage_allows_itself(
    tmp_path: Path, op: str, flags: tuple[str, ...]
) -> None:
    shares = list(Stage(op, tmp_path, flags).shares())
    assert len(shares) > 3000
    assert max(shares) <= ROOM, (op, float(max(shares)))
    assert max(shares) >= LEAST, (op, float(max(shares)))
    print(op, len(shares), float(max(shares)))


@pytest.mark.parametrize("op", FIRST)
def test_R2_what_the_stage_settles_without_a_bound_is_right(
    tmp_path: Path, op: str, flags: tuple[str, ...]
) -> None:
    settled = Stage(op, tmp_path, flags).settled
    declared = get_op(op)
    call = declared.call(("f64",) * len(declared.operands), ("f64",))
    rows = [np.array(column) for column in zip(*(row for row, _ in settled), strict=True)]
    right = binary64.rounded(call, rows).bits.tolist() if settled else []
    pairs = zip(settled, right, strict=True)
    assert not [(row, v, wanted) for (row, v), wanted in pairs if bits(v) != wanted]
    assert bool(settled) == settles(op)


def settles(op: str) -> bool:
    """Return whether the first stage of an op also decides some lanes without its bound."""
    files = (path for path in files_read(KERNELS / f"{op}.c") if path.parent.name == "first")
    return any("doubles_either(f.sure" in path.read_text(encoding="utf-8") for path in files)


def tables_of(header: Path) -> dict[str, int]:
    """Return the names of the tables in a header, each with its number of entries."""
    found = re.findall(
        r"^SB_TABLE double (\w+)((?:\[\d+\])+)", header.read_text(encoding="utf-8"), re.MULTILINE
    )
    return {name: math.prod(map(int, re.findall(r"\d+", size))) for name, size in found}


def readers(header: Path) -> list[str]:
    """Return the ops whose first stage uses a header."""
    return [op for op in FIRST if header in set(files_read(KERNELS / f"{op}.c"))]


ALL = (0, 1, 2, 3)
NOT_READ = {
    "avx2": {
        "first_exp_rest": ALL,
        "first_log_cubic": ALL,
        "first_log_row": ALL,
        "first_power": (1,),
    },
    "avx512": {
        "first_exp_128_rest": ALL,
        "first_log_256": ALL,
        "first_log_256_cubic": ALL,
        "first_log_256_quadratic": ALL,
        "first_power_128": ALL,
    },
}
"""For each build, table entries that no result depends on, as positions modulo 4."""

KEPT_BITS = {"first_log_256": 45}
"""The number of low bits in a table's first column that form a separate number."""


@pytest.mark.parametrize("header", sorted(TABLES.glob("first_*.h")), ids=lambda path: path.stem)
@pytest.mark.parametrize("build", BUILDS)
def test_R2_no_number_of_a_table_can_be_left_out(tmp_path: Path, header: Path, build: str) -> None:
    stages = [Stage(op, tmp_path, BUILDS[build]) for op in readers(header)]
    assert stages
    assert all(stage.holds() for stage in stages)
    unnoticed = []
    for name, length in tables_of(header).items():
        idle = NOT_READ[build].get(name, ())
        assert not any(reads(stage, name, length, idle) for stage in stages)
        filling = [place for place in range(4) if is_empty(stages[0], name, length, place)]
        for i in range(length):
            if i % 4 in filling or i % 4 in idle:
                continue
            kept = stages[0].table(name, length)[i]
            unnoticed += [
                (name, i, kept, changed)
                for changed in mistakes(name, i, kept)
                if not any(notices(stage, name, length, i, changed) for stage in stages)
                and not too_small(name, i, kept)
            ]
    assert not unnoticed


def reads(stage: Stage, name: str, length: int, places: Sequence[int]) -> bool:
    """Return whether results change if the table entries at these positions modulo 4 become NaN."""
    table = stage.table(name, length)
    before, kept = stage.taken(), list(table)
    for i in range(length):
        if i % 4 in places:
            table[i] = math.nan
    after = stage.taken()
    table[:] = kept
    return not np.array_equal(before, after)


def mistakes(name: str, place: int, number: float) -> Iterator[float]:
    """Yield wrong values with which a test replaces a table entry."""
    yield 0.0 if number else 2.0**-54
    if name in KEPT_BITS and place % 2 == 0:
        bits = int(np.float64(number).view(np.uint64))
        if changed := bits % (1 << KEPT_BITS[name]):
            yield float(np.uint64(bits - changed).view(np.float64))


def notices(stage: Stage, name: str, length: int, place: int, changed: float) -> bool:
    """Return whether a change of one table entry makes the stage exceed its bound."""
    table = stage.table(name, length)
    kept, table[place] = table[place], changed
    try:
        return not stage.holds()
    finally:
        table[place] = kept


def is_empty(stage: Stage, name: str, length: int, column: int) -> bool:
    """Return whether a column of a table with rows of four entries is only padding."""
    return length % 64 == 0 and not any(stage.table(name, length)[column::4])


def too_small(name: str, place: int, number: float) -> bool:
    """Return whether an entry of erf's table is too small to affect the result.

    This is true of most entries for large operands, where erf is near 1: even multiplied by the
    power of the largest distance, they are smaller than the stage's bound.
    """
    if name != "first_erf_terms":
        return False
    row = place // 64 * 4 + place % 4
    power = row // 2 if row < 8 else row - 4
    return abs(number) * (25 / 128) ** power < 2**-62
