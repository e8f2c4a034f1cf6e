"""Test that a changed floating-point environment changes no result, and is restored (S5)."""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.spec.catalog import all_ops, get_op, landmarks_of
from samebits.spec.formats import bits_of
from samebits.spec.language.landmarks import ArithmeticLandmarks, FunctionLandmarks, PairLandmarks
from samebits.spec.math_table import FUNCTIONS

pytestmark = pytest.mark.skipif(
    platform.machine() not in ("x86_64", "AMD64") or not sys.platform.startswith("linux"),
    reason="sets MXCSR through the C library of x86-64 Linux",
)

FLUSH, DENORMALS_ARE_ZERO, DOWN, UP, CHOP = 0x8000, 0x0040, 0x2000, 0x4000, 0x6000
MXCSR_OFFSET = 28  # offset in fenv_t, in bytes
ROUNDED = tuple(
    op
    for op in all_ops()
    if isinstance(landmarks_of(op), ArithmeticLandmarks | FunctionLandmarks | PairLandmarks)
)
"""Ops of arithmetic, and functions of one or two operands."""

USUAL = np.random.default_rng(5).normal(size=64)
"""Random numbers, drawn before a test changes the environment, which would affect NumPy."""


def read_mxcsr(libm: ctypes.CDLL) -> int:
    state = ctypes.create_string_buffer(32)
    libm.fegetenv(state)
    return int.from_bytes(state.raw[MXCSR_OFFSET:], sys.byteorder)


@contextmanager
def mxcsr_bits(bits: int) -> Iterator[ctypes.CDLL]:
    libm = ctypes.CDLL("libm.so.6")
    saved = ctypes.create_string_buffer(32)
    libm.fegetenv(saved)
    hostile = ctypes.create_string_buffer(saved.raw[:MXCSR_OFFSET], 32)
    value = int.from_bytes(saved.raw[MXCSR_OFFSET:], sys.byteorder) | bits
    hostile[MXCSR_OFFSET:32] = value.to_bytes(4, sys.byteorder)
    libm.fesetenv(hostile)
    try:
        yield libm
    finally:
        libm.fesetenv(saved)


def workload(session: CSession) -> list[bytes]:
    bits = np.random.default_rng(3).integers(0, 1 << 32, 200_000, dtype=np.uint32)
    bits[::2] &= 0x807FFFFF  # subnormals
    x = bits.view(np.float32)
    results = []
    for op in ROUNDED:
        call = get_op(op).call(["f32"] * len(get_op(op).operands))
        inputs = [x, x[::-1], np.roll(x, 7)][: len(call.inputs)]
        results.append(bits_of(execute(session, call, inputs)[0]).tobytes())
    wide = np.random.default_rng(4).integers(0, 1 << 64, 64, dtype=np.uint64)
    wide[::2] &= (1 << 52) - 1 | 1 << 63  # subnormals
    for op in FUNCTIONS:
        call = get_op(op).call(["f64"] * len(get_op(op).operands))
        for y in (wide.view(np.float64), USUAL):
            pair = [y, y[::-1]]
            results.append(bits_of(execute(session, call, pair[: len(call.inputs)])[0]).tobytes())
    narrow = get_op("cast").call(["f32"], ["bf16"])
    results.append(bits_of(execute(session, narrow, [x])[0]).tobytes())
    return results


@pytest.mark.parametrize("bits", [FLUSH | DENORMALS_ARE_ZERO, DOWN, UP, CHOP | FLUSH])
@pytest.mark.parametrize("threads", [1, 3])
def test_S5_a_hostile_environment_changes_no_bit_and_survives(
    session: CSession, bits: int, threads: int
) -> None:
    session.configure(threads=threads)
    expected = workload(session)
    with mxcsr_bits(bits) as libm:
        before = read_mxcsr(libm)
        got = workload(session)
        after = read_mxcsr(libm)
    assert got == expected
    control = ~0x3F & 0xFFFF  # all bits except the exception flags
    assert before & control == after & control
    assert before & bits == bits
