"""Tests of functions that float-float kernels use: enclosures, reciprocals and quotients.

Golden cases test the values, so they detect a wrong decision. These tests also detect operands that
are left undecided without need, which only costs time.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

from samebits.backends.cuda.compiling.units import Kernel, Unit
from samebits.backends.cuda.machines.protocol import Launch
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.tests.direct_launch import start

UNIT = Unit(str(Path(__file__).resolve().parent / "kernels" / "enclosed.cu"))
SCALE = {"exp": 10.0, "log": 1.0, "sigmoid": 5.0, "silu": 5.0, "tanh": 0.9, "erf": 1.0, "gelu": 0.9}
"""The standard deviation of typical operands of each function; for log, of their magnitudes."""


def results(kernel: str, x: np.ndarray, y: np.ndarray | None = None) -> np.ndarray:
    machine = EmulatedMachine()
    places = [machine.allocate(x.nbytes) for _ in range(3)]
    for place, operand in zip(places, (x, x if y is None else y), strict=False):
        machine.upload(place, 0, operand.view(np.uint8))
    arguments = (*(ctypes.c_uint64(p.address) for p in places), ctypes.c_int32(len(x)))
    start(machine, Kernel(UNIT, kernel), Launch((4, 1, 1), (128, 1, 1)), arguments)
    z = np.empty_like(x)
    machine.download(places[2], 0, z.view(np.uint8))
    return z


def normal(count: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(count).astype(np.float32)


@pytest.mark.parametrize("op", SCALE)
def test_r2_enclosures_decide_all_but_one_per_cent_of_ordinary_operands(op: str) -> None:
    x = np.float32(SCALE[op]) * normal(50_000)
    x = np.abs(x) if op == "log" else x
    assert 0.99 < results(f"decided_{op}", x).mean() < 1


@pytest.mark.parametrize("op", SCALE)
def test_s1_enclosures_never_decide_a_nan(op: str) -> None:
    x = np.float32([np.nan, -np.nan]).repeat(8)
    assert not results(f"decided_{op}", x).any()


def test_the_reciprocal_has_the_bits_that_the_interval_of_sigmoid_is_made_for() -> None:
    mantissas = np.arange(1 << 23, 1 << 24, 1 << 5).astype(np.float64) / (1 << 23)
    for binade in (0, 1, 23, 92):
        x = (mantissas * 2.0**binade).astype(np.float32)
        error = 1.0 - x.astype(np.float64) * results("reciprocal", x).astype(np.float64)
        assert 2.0**-18 < np.abs(error).max() < 2.0**-17


def divisors(count: int) -> np.ndarray:
    """Return divisors from 1 to 2^40; every second significand is near 1 or 2."""
    rng = np.random.default_rng(1)
    bits = rng.integers(0x3F800000, 0x53800001, count, dtype=np.uint32)
    ends = (bits & 0xFF800000) + rng.integers(-4, 5, count).astype(np.uint32)
    ends = np.clip(ends, 0x3F800000, 0x53800000)
    return np.where(np.arange(count) % 2, bits, ends).view(np.float32)


def dividends(count: int) -> np.ndarray:
    """Return dividends from 2^-80 to 1."""
    bits = np.random.default_rng(2).integers(0x17800000, 0x3F800001, count, dtype=np.uint32)
    bits[:100] = 0x17800000 + np.arange(100, dtype=np.uint32)
    bits[100:200] = 0x3F800000 - np.arange(100, dtype=np.uint32)
    return bits.view(np.float32)


def test_r2_a_quotient_by_the_reciprocal_is_the_rounded_one() -> None:
    x, s = dividends(2_000_000), divisors(2_000_000)
    assert np.array_equal(results("quotient", x, s).view(np.uint32), (x / s).view(np.uint32))


def quotients_beside_midpoints(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return x and s with x / s = (m - e / s) / 2^25, for an odd m of 25 bits and e = 1 or -1."""
    s = np.random.default_rng(3).integers(1 << 22, 1 << 23, count) * 2 + 1
    inverse = s.copy()
    for _ in range(4):  # each round doubles the number of right bits, from 3 to 48
        inverse = inverse * (2 - s * inverse % (1 << 25)) % (1 << 25)
    e = np.where(np.arange(count) % 2, 1, -1)
    m = e * inverse % (1 << 25)
    kept = m >= 1 << 24
    s, m, e = s[kept], m[kept], e[kept]
    x = (m * s - e) >> 25
    return np.ldexp(x, -24).astype(np.float32), np.ldexp(s, -23).astype(np.float32)


def test_r2_a_quotient_beside_a_midpoint_is_the_rounded_one() -> None:
    x, s = quotients_beside_midpoints(1_000_000)
    assert np.array_equal(results("quotient", x, s).view(np.uint32), (x / s).view(np.uint32))


def test_r2_quotients_are_left_to_a_division_where_the_theorem_does_not_hold() -> None:
    tiny, great = np.float32(2**-80), np.float32(2**40)
    tiny, above = np.nextafter(tiny, np.float32(0)), np.nextafter(great, np.float32(np.inf))
    x = np.float32([0, 2**-80, 1, tiny, 1e-44, 0.5, 0.5, 0.5])
    s = np.float32([3, 1, great, 1, 1, above, np.inf, np.nan])
    wanted = np.float32([0, 2**-80, 2**-40, -1, -1, -1, -1, -1])
    assert np.array_equal(results("quotient", x, s).view(np.uint32), wanted.view(np.uint32))
