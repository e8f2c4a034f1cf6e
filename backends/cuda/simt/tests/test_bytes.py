"""Tests of dp4a and mma.sync on the emulated machine: products of bytes in the lanes' registers.

The elements of each lane are defined here a second time, as in the PTX ISA for m16n8k32 of .s8 and
.u8. If a lane had different elements, the bits would differ.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from samebits.backends.cuda.compiling import headers
from samebits.backends.cuda.compiling.units import Kernel
from samebits.backends.cuda.machines.protocol import Argument, Launch
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.simt.tests.kernel_bench import KERNELS, unit_of
from samebits.backends.cuda.tests.direct_launch import start

UNIT = unit_of(KERNELS / "bytes.cu")
SIGNS = [(False, False), (False, True), (True, False), (True, True)]
LANES = 32

Matrix = np.ndarray[Any, np.dtype[Any]]
Place = tuple[int, int]


def place_of_a(lane: int, i: int) -> Place:
    """Return (row, column) in A of element a_i of a lane."""
    group, member = lane >> 2, lane % 4
    row = group if 0 <= i < 4 or 8 <= i < 12 else group + 8
    return row, member * 4 + (i & 3) + (0 if i < 8 else 16)


def place_of_b(lane: int, i: int) -> Place:
    """Return (row, column) in B of element b_i of a lane."""
    group, member = lane >> 2, lane % 4
    return member * 4 + (i & 3) + (0 if i < 4 else 16), group


def place_of_c(lane: int, i: int) -> Place:
    """Return (row, column) in C and D of element c_i of a lane."""
    group, member = lane >> 2, lane % 4
    return group if i < 2 else group + 8, member * 2 + (i & 1)


def run(name: str, x: Matrix, *more: Argument) -> Matrix:
    machine = EmulatedMachine()
    given = np.ascontiguousarray(x)
    source, target = machine.allocate(given.nbytes), machine.allocate(len(x) * 16)
    machine.upload(source, 0, given.view(np.uint8).reshape(-1))
    arguments = (ctypes.c_uint64(source.address), ctypes.c_uint64(target.address), *more)
    start(machine, Kernel(UNIT, name), Launch((1, 1, 1), (len(x), 1, 1)), arguments)
    result = np.empty((len(x), 4), np.int32)
    machine.download(target, 0, result.view(np.uint8).reshape(-1))
    return result


def taken(shape: tuple[int, int], place: Callable[[int, int], Place], each: int) -> None:
    places = {place(lane, i) for lane in range(LANES) for i in range(each)}
    assert places == {(r, c) for r in range(shape[0]) for c in range(shape[1])}


def test_every_element_has_one_place() -> None:
    taken((16, 32), place_of_a, 16)
    taken((32, 8), place_of_b, 8)
    taken((16, 8), place_of_c, 4)


def drawn(rng: np.random.Generator, shape: tuple[int, int], signed: bool) -> Matrix:
    """Return random bytes. A quarter of them are the smallest or the largest value."""
    low, high = (-128, 127) if signed else (0, 255)
    x = rng.integers(low, high + 1, shape)
    return np.where(rng.random(shape) < 0.25, rng.choice([low, high], shape), x)


def fragments(a: Matrix, b: Matrix, c: Matrix) -> Matrix:
    """Return the registers of every lane: a[4], b[2], c[4]."""
    held = np.zeros((LANES, 10), np.uint32)
    for lane in range(LANES):
        own_a = [a[place_of_a(lane, i)] & 255 for i in range(16)]
        own_b = [b[place_of_b(lane, i)] & 255 for i in range(8)]
        held[lane, :4] = np.array(own_a, np.uint8).view("<u4")
        held[lane, 4:6] = np.array(own_b, np.uint8).view("<u4")
        held[lane, 6:] = [c[place_of_c(lane, i)] & 0xFFFFFFFF for i in range(4)]
    return held


def collected(d: Matrix) -> Matrix:
    result = np.zeros((16, 8), np.int64)
    for lane in range(LANES):
        for i in range(4):
            result[place_of_c(lane, i)] = d[lane, i]
    return result


def wrapped(x: Matrix) -> Matrix:
    return np.asarray(x, np.int64).astype(np.uint32).view(np.int32).astype(np.int64)


@pytest.mark.parametrize("signs", range(4))
def test_a_product_of_matrices_is_exact_modulo_2_to_the_32(signs: int) -> None:
    rng = np.random.default_rng(signs)
    a_signed, b_signed = SIGNS[signs]
    for _ in range(5):
        a, b = drawn(rng, (16, 32), a_signed), drawn(rng, (32, 8), b_signed)
        c = rng.integers(-(2**31), 2**31, (16, 8))
        c[0] = 2**31 - 1  # wraps around
        got = collected(run("matrices", fragments(a, b, c), ctypes.c_int32(signs)))
        assert np.array_equal(got, wrapped(a @ b + c))


def test_a_fragment_in_a_wrong_lane_or_register_gives_other_bits() -> None:
    rng = np.random.default_rng(7)
    a, b = drawn(rng, (16, 32), True), drawn(rng, (32, 8), True)
    c = rng.integers(-100, 100, (16, 8))
    right = fragments(a, b, c)
    wanted = collected(run("matrices", right, ctypes.c_int32(3)))
    for registers in (slice(0, 4), slice(4, 6), slice(6, 10)):
        for distance in (1, 4, 16):
            wrong = right.copy()
            wrong[:, registers] = np.roll(right[:, registers], distance, axis=0)
            assert not np.array_equal(collected(run("matrices", wrong, ctypes.c_int32(3))), wanted)
        wrong = right.copy()
        wrong[:, registers] = right[:, registers][:, ::-1]
        assert not np.array_equal(collected(run("matrices", wrong, ctypes.c_int32(3))), wanted)


@pytest.mark.parametrize("signs", range(4))
def test_the_products_of_four_bytes_have_either_sign(signs: int) -> None:
    rng = np.random.default_rng(signs)
    a_signed, b_signed = SIGNS[signs]
    a, b = drawn(rng, (64, 4), a_signed), drawn(rng, (64, 4), b_signed)
    c = rng.integers(-(2**31), 2**31, 64)
    words = [(x & 255).astype(np.uint8).view("<u4")[:, 0] for x in (a, b)]
    x = np.stack([*words, (c & 0xFFFFFFFF).astype(np.uint32)], axis=1)
    assert np.array_equal(run("four_bytes", x)[:, signs], wrapped((a * b).sum(axis=1) + c))


def test_the_instruction_is_given_its_registers_in_the_order_of_ptx() -> None:
    """Compare the PTX for GPUs with the call for the emulated machine: the order is d, a, b, c."""
    text = (headers.SOURCES / "bytes.cuh").read_text()
    statement = text[text.index("mma.sync.aligned") : text.index("#undef SB_MMA")]
    words = "".join(part.split("\\")[0].strip().strip('"') for part in statement.splitlines()[:2])
    assert words.endswith("{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};")
    constraints = [line for line in statement.splitlines() if '"r"' in line or '"+r"' in line]
    found = [part.split(")")[0] for line in constraints[:2] for part in line.split('r"(')[1:]]
    assert found == [
        f"{name}[{i}]" for name, count in (("c", 4), ("a", 4), ("b", 2)) for i in range(count)
    ]
