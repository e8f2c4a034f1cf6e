"""Test trigonometric functions, their inverses and roots on critical operands (R2, S4).

tests/exhaustive checks every input. The operands here are tiny numbers, multiples of pi/2, operands
where the method changes, exact results, and quotients and roots at or near a midpoint.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.oracles.discovery import all_oracles
from samebits.spec.catalog import function_landmarks, functions, get_op
from samebits.spec.formats import bits_of, from_bits, get_format

OPS = tuple(op for op in functions() if not get_op(op).attributes)
NARROW = ("f16", "bf16", "f8e4m3fn", "f8e5m2")
LEAST, NORMAL, LARGEST = 2.0**-149, 2.0**-126, float(np.finfo(np.float32).max)


def around(values: list[float], reach: int = 2) -> Array:
    """Return both signs of each value, with the `reach` binary32 numbers below and above it."""
    centres = np.array(values, np.float32).view(np.int32)
    steps = np.arange(-reach, reach + 1, dtype=np.int32)
    x = np.clip(centres[:, None] + steps, 0, 0x7F800000).reshape(-1).view(np.float32)
    return np.concatenate([x, -x])


def check(sessions: list[CSession], op: str, *operands: Array, form: str = "f32") -> None:
    """Compare each device with the oracle.

    The oracle is evaluated only once, because it takes most of the time.
    """
    call = get_op(op).call([form] * len(operands))
    wanted = bits_of(all_oracles()[op].evaluate(call, list(operands))[0])
    differing = []
    for session in sessions:
        got = bits_of(execute(session, call, list(operands))[0])
        for i in np.flatnonzero(got != wanted)[:8]:
            word = " ".join(repr(x[i]) for x in operands)
            differing.append(f"{session.device} {word}: {got[i]:08x}, not {wanted[i]:08x}")
    assert not differing, "\n".join(differing)


@pytest.mark.parametrize("op", OPS)
def test_R2_seams_limits_and_subnormals_are_rounded_once(sessions: list[CSession], op: str) -> None:
    scale = [2.0**e for e in range(-40, 40)]
    seams = [0.375, 0.75, 1.5, 3.0, math.sqrt(0.5), math.pi / 4, math.sqrt(2) - 1]
    limits = [0.0, LEAST, 3 * LEAST, NORMAL, 1e-30, 1e-12, 1e10, 1e30, LARGEST, np.inf]
    check(sessions, op, around([*limits, *scale, *seams]))


@pytest.mark.parametrize("op", [op for op in OPS if function_landmarks(op).repeats == "radians"])
def test_R2_operands_beside_multiples_of_pi_are_reduced_in_full(
    sessions: list[CSession], op: str
) -> None:
    multiples = [k * math.pi / 4 for k in range(1, 200)]
    # The binary32 numbers closest to a multiple of pi/2. Their relative distance from it is 2^-29.9
    # to 2^-27.2.
    ranked = {72: 16367173, 11: 10741887, -16: 16573937, 62: 10057457, 17: 11617958, 53: 9012376}
    nearest = [m * 2.0**e for e, m in ranked.items()] + [14173733 * 2.0**88]
    wide = [m * 2.0**e for e in range(-3, 104, 4) for m in (8388609.0, 12148002.0, 16777215.0)]
    check(sessions, op, around(multiples + nearest + wide, reach=1))


@pytest.mark.parametrize("op", ["sinpi", "cospi"])
def test_S4_halves_and_integers_give_signed_zeros_and_ones(
    sessions: list[CSession], op: str
) -> None:
    halves = [k / 4 for k in range(1, 60)]
    check(sessions, op, around([*halves, 2.0**22 + 0.5, 2.0**23 - 0.5, 2.0**23 + 1, 2.0**24 + 2]))


@pytest.mark.parametrize("op", ["asin", "acos"])
def test_S4_beyond_one_there_is_no_angle(sessions: list[CSession], op: str) -> None:
    steps = np.float32(1) - np.arange(-64, 64, dtype=np.float32) * np.float32(2.0**-24)
    check(sessions, op, np.concatenate([steps, -steps]))


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("form", NARROW)
def test_R2_narrow_formats_are_rounded_once(sessions: list[CSession], op: str, form: str) -> None:
    bits = get_format(form).bits
    step = 1 if bits == 8 else 37
    patterns = np.arange(0, 1 << bits, step).astype(get_format(form).bits_dtype)
    check(sessions, op, from_bits(patterns, form), form=form)


def test_R2_cubes_have_exact_roots(sessions: list[CSession]) -> None:
    n = np.arange(1, 257, dtype=np.float64)
    cubes = np.concatenate([n**3, n**3 * 2.0**-60, n**3 * 2.0**90]).astype(np.float32)
    check(sessions, "cbrt", np.concatenate([cubes, -cubes]))


def crossed(values: Array) -> tuple[Array, Array]:
    """Return every pair of the values, as two arrays."""
    i, j = np.indices((len(values),) * 2)
    return values[i.reshape(-1)], values[j.reshape(-1)]


@pytest.mark.parametrize("op", ["atan2", "hypot"])
@pytest.mark.parametrize("form", ["f32", *NARROW])
def test_S4_special_operands_in_pairs(sessions: list[CSession], op: str, form: str) -> None:
    f = get_format(form)
    one = int(bits_of(np.ones((), f.dtype)))
    largest = f.infinity - 1 if form != "f8e4m3fn" else f.canonical_nan - 1
    patterns = [0, 1, 2, one - 1, one, one + 1, largest, largest + 1, f.canonical_nan]
    both = np.array(patterns + [p | f.sign_mask for p in patterns], f.bits_dtype)
    check(sessions, op, *crossed(from_bits(both, form)), form=form)


def test_R2_quotients_that_are_midpoints_go_below_them(sessions: list[CSession]) -> None:
    """If y/x is midway between two subnormals, the result is the lower one, because atan(q) < q."""
    odd = np.arange(1, 200, 2, dtype=np.float64)
    for e in (1, 2, 20, 100, 127):
        y = (odd * 2.0 ** (e - 150)).astype(np.float32)
        x = np.full_like(y, 2.0**e)
        for signed in (x, -x):
            check(sessions, "atan2", y, signed)
            check(sessions, "atan2", -y, signed)
    n = np.arange(1, 300, dtype=np.float32)
    check(sessions, "atan2", np.float32(2.0**-100) * n, np.float32(3) * n[::-1].copy())


def test_R2_the_diagonal_and_the_axes(sessions: list[CSession]) -> None:
    x = around([LEAST, NORMAL, 1e-20, 1.0, 1.5, 1e20, LARGEST], reach=1)
    check(sessions, "atan2", *crossed(x))
    check(sessions, "hypot", *crossed(x))


def test_R2_exact_and_midway_roots_of_sums_of_squares(sessions: list[CSession]) -> None:
    m, n = (k.reshape(-1).astype(np.float64) for k in np.meshgrid(range(1, 40), range(1, 40)))
    big = m + 3000  # hypotenuses of 24 and 25 bits; 25 bits are a tie
    for scale in (2.0**-149, 2.0**-60, 1.0, 2.0**100):
        for a, b in ((m, n), (big, n), (big, 2990 + n)):
            legs = np.abs(a * a - b * b) * scale, 2 * a * b * scale
            check(sessions, "hypot", legs[0].astype(np.float32), legs[1].astype(np.float32))


def test_R2_a_small_leg_breaks_the_tie(sessions: list[CSession]) -> None:
    x = around([1.0, 3.0, 2.0**20, LARGEST / 2], reach=4)
    ratio = np.array([2.0**-e for e in range(8, 40)], np.float32)
    a, b = np.repeat(x, len(ratio)), np.tile(ratio, len(x))
    check(sessions, "hypot", a, a * b)
    check(sessions, "hypot", a, np.full_like(a, LEAST))
