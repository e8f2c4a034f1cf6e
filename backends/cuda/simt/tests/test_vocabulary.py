"""Tests that intrinsics of the emulated machine follow PTX, even where C on the CPU differs."""

from __future__ import annotations

import ctypes
import math

import numpy as np
import pytest

from samebits.backends.cuda.compiling.units import Kernel
from samebits.backends.cuda.machines.protocol import Launch
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.simt.tests.kernel_bench import KERNELS, unit_of
from samebits.backends.cuda.tests.direct_launch import start

UNIT = unit_of(KERNELS / "arithmetic.cu")
ONES = 0xFFFFFFFF
WORDS = [0, 1, 2, 3, 0x80000000, 0x7FFFFFFF, ONES, 0x12345678, 0x87654321, 0xFF00FF00, 0x00010000]


def rows(name: str, x: np.ndarray, kind: type) -> np.ndarray:
    machine = EmulatedMachine()
    source = machine.allocate(x.nbytes)
    machine.upload(source, 0, x.view(np.uint8))
    result = np.empty((len(x), 16), kind)
    target = machine.allocate(result.nbytes)
    arguments = (
        ctypes.c_uint64(source.address),
        ctypes.c_uint64(target.address),
        ctypes.c_int32(len(x)),
    )
    start(machine, Kernel(UNIT, name), Launch((1, 1, 1), (len(x), 1, 1)), arguments)
    machine.download(target, 0, result.view(np.uint8))
    return result


def saturated(x: float, bits: int, signed: bool, nan: int) -> int:
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    if math.isnan(x):
        return nan
    return high if x > high else low if x < low else int(x)


def as_i64(value: int) -> int:
    return value - 2**64 if value >= 2**63 else value


def test_conversions_to_integers_saturate_and_treat_nan_as_ptx() -> None:
    limits = [s * 2.0**k for s in (1, -1) for k in (31, 32, 63, 64)]
    near = [math.nextafter(x, d) for x in limits for d in (0.0, x * 2)]
    x = [0.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, math.inf, -math.inf, math.nan, 1e300, *limits, *near]
    got = rows("to_integers", np.array(x), np.int64)
    low32, low64 = -(2**31), 2**63
    for value, row in zip(x, got.tolist(), strict=True):
        with np.errstate(over="ignore"):
            single = float(np.float32(value))
        assert row[0] == saturated(single, 32, True, 0)
        assert row[2] == saturated(single, 32, False, 0)
        assert row[3] == saturated(single, 64, True, -low64)
        assert row[4] == as_i64(saturated(single, 64, False, low64))
        assert row[5] == saturated(value, 32, True, low32)
        assert row[6] == saturated(value, 32, False, -low32)
        assert row[7] == saturated(value, 64, True, -low64)
        assert row[8] == as_i64(saturated(value, 64, False, low64))
        if math.isfinite(value):
            assert row[1] == saturated(float(np.rint(np.float32(single))), 32, True, 0)
            assert row[9] == saturated(float(np.rint(value)), 64, True, 0)
            assert row[10] == saturated(math.floor(value), 64, True, 0)
            assert row[11] == saturated(math.ceil(value), 64, True, 0)


def signed(x: int) -> int:
    return x - 2**32 if x >= 2**31 else x


def integers(a: int, b: int) -> list[int]:
    wide = a << 32 | b

    def reverse(x: int, bits: int) -> int:
        return int(f"{x:0{bits}b}"[::-1], 2)

    def first(x: int) -> int:
        return (x & -x).bit_length()

    low = (b << 32 | a).to_bytes(8, "little")
    products = sum(
        int(np.int8(np.uint8(a >> s & 255))) * int(np.int8(np.uint8(b >> s & 255)))
        for s in (0, 8, 16, 24)
    )
    return [
        reverse(a, 32),
        reverse(wide, 64) >> 32,
        32 - a.bit_length(),
        64 - wide.bit_length(),
        first(a),
        first(wide),
        a * b >> 32,
        signed(a) * signed(b) >> 32,
        wide * wide >> 96,
        int.from_bytes(low[1::2], "little"),
        (b << 32 | a) << 8 >> 32,
        b,
        wide.bit_count(),
        abs(a - b) + 1,
        (a + b) >> 1,
        products + 7,
    ]


def test_integer_intrinsics_are_exact() -> None:
    got = rows("integers", np.array(WORDS, np.uint32), np.uint32)
    for a, b, row in zip(WORDS, WORDS[1:], got.tolist(), strict=False):
        assert row == [value & ONES for value in integers(a, b)], (hex(a), hex(b))


def of_a_warp(v: list[int], lane: int) -> list[int]:
    segment = lane // 8 * 8

    def mask(true: list[bool]) -> int:
        return sum(1 << i for i, t in enumerate(true) if t)

    exclusive = 0
    union = 0
    for value in v:
        exclusive ^= value
        union |= value
    return [
        v[3],
        v[segment + (lane + 1) % 8],
        v[lane - 2] if lane >= 2 else v[lane],
        v[lane + 2] if lane % 16 < 14 else v[lane],
        v[lane ^ 5],
        mask([x % 3 == 0 for x in v]),
        1,
        int(1 not in v),
        mask([x % 4 == v[lane] % 4 for x in v]),
        sum(v) & ONES,
        min(v),
        exclusive,
        max(map(signed, v)) & ONES,
        union,
        0,
        0,
    ]


@pytest.mark.parametrize("seed", range(3))
def test_operations_of_a_warp_see_every_lane(seed: int) -> None:
    v = np.random.default_rng(seed).integers(0, 2**32, 32, np.uint32)
    got = rows("of_a_warp", v, np.uint32)
    for lane, row in enumerate(got.tolist()):
        assert row == of_a_warp(v.tolist(), lane)
