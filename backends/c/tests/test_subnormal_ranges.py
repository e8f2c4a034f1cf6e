"""Test subnormal operands and results, and extreme operands, which have separate loops (R1)."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.protocol import Array
from samebits.oracles.discovery import all_oracles
from samebits.spec.catalog import function_landmarks, functions, get_op
from samebits.spec.formats import bits_of, from_bits

BLOCK = 1024
"""Block size of the loops that read the processor's exception flags (flushed_loop.h)."""


def exact(op: str, x: Array) -> Array:
    """Return the expected results, computed in binary64.

    x * x is exact in binary64, and 1 / x is accurate enough for the second rounding to be right.
    """
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        return np.asarray((wide * wide if op == "square" else 1 / wide).astype(np.float32))


def operands(seed: int, count: int) -> Array:
    """Return blocks of ordinary numbers.

    Every second block has a few tiny, huge or zero numbers.
    """
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(count)
    for start in range(0, count, 2 * BLOCK):
        places = rng.integers(start, min(start + BLOCK, count), 9)
        odd = (2.0**-62.5, 2.0**-70, 2.0**-74.7, 1e-40, -3e-45, 0.0, -0.0, 2.0**126.5, -3e38)
        x[places] = odd
    return x.astype(np.float32)


def compute(session: CSession, op: str, x: Array, out: Array) -> Array:
    session.run(get_op(op).call(("f32",), ("f32",)), [x], [out])
    return out


@pytest.mark.parametrize("op", ["square", "reciprocal"])
@pytest.mark.parametrize("count", [1, 7, 1023, 1024, 1025, 5000])
def test_R1_a_few_subnormal_numbers_among_ordinary_ones(
    session: CSession, op: str, count: int
) -> None:
    x = operands(count, count)
    wanted = bits_of(exact(op, x))
    got = compute(session, op, x, np.empty_like(x))
    assert np.array_equal(bits_of(got), wanted)
    inside = x.copy()
    assert np.array_equal(bits_of(compute(session, op, inside, inside)), wanted)


@pytest.mark.parametrize("op", ["square", "reciprocal"])
def test_R1_every_border_of_subnormal_results(session: CSession, op: str) -> None:
    """The operands are numbers near the limits at which results are subnormal, zero or infinite."""
    centres = (2.0**-63, 2.0**-74.5, 2.0**-75, 2.0**64) if op == "square" else (2.0**126, 2.0**-128)
    patterns = [
        (int(bits_of(np.float32(c))) + np.arange(-2000, 2000)).astype(np.uint32) for c in centres
    ]
    x = from_bits(np.concatenate(patterns), "f32")
    x = np.concatenate([x, -x])
    got = compute(session, op, x, np.empty_like(x))
    assert np.array_equal(bits_of(got), bits_of(exact(op, x)))


@pytest.mark.parametrize("op", [op for op in functions() if function_landmarks(op).halves])
def test_R2_half_of_a_subnormal_number_is_a_tie_that_goes_up(session: CSession, op: str) -> None:
    """The exact value is x/2 plus a small positive term.

    Odd subnormals therefore round away from 0 for x > 0, and toward 0 for x < 0.
    """
    n = np.concatenate([np.arange(0, 600), np.arange(2**23 - 300, 2**23)]).astype(np.uint32)
    above = compute(session, op, from_bits(n, "f32"), np.empty(n.size, np.float32))
    assert np.array_equal(bits_of(above), (n + 1) >> 1)
    below = compute(session, op, from_bits(n | 2**31, "f32"), np.empty(n.size, np.float32))
    assert np.array_equal(bits_of(below), (n >> 1) | 2**31)


@pytest.mark.parametrize(
    "op", [op for op in functions() if function_landmarks(op).repeats == "radians"]
)
def test_R2_far_operands_among_near_ones(session: CSession, op: str) -> None:
    """A few operands above 2^20, infinities and NaN are among ordinary operands."""
    rng = np.random.default_rng(3)
    x = rng.uniform(-9, 9, 700)
    x[rng.integers(0, 700, 60)] = np.exp2(rng.uniform(19.9, 127.9, 60)) * rng.choice([1, -1], 60)
    x[[5, 300, 301]] = np.inf, -np.inf, np.nan
    x = x.astype(np.float32)
    call = get_op(op).call(("f32",), ("f32",))
    (wanted,) = all_oracles()[op].evaluate(call, [x])
    got = compute(session, op, x, np.empty_like(x))
    assert np.array_equal(bits_of(got), bits_of(wanted))


BORDERS: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("exp", (-87.33, -87.34, -103.97, -104.0, -105.0, 88.72, 88.73, 89.0)),
    ("exp2", (-125.9, -126.5, -150.0, -150.5, -151.0, 127.99, 128.0)),
    ("exp10", (-37.9, -38.0, -45.0, -45.2, -46.0, 38.5, 38.6, 39.0)),
    ("sigmoid", (-64.0, -64.1, -88.0, -103.97, -105.0, 64.0, 64.1)),
    ("silu", (-64.0, -64.1, -88.0, -110.0, 64.1, 1e-18, 1e-19)),
    ("tanh", (3.93, 3.94, -3.94, 9.0, 10.0)),
    ("erf", (3.93, 3.94, -3.94, 1e-18, 1e-19)),
    ("gelu", (3.93, 3.94, -3.94, -14.0, 1e-18, 1e-19)),
    ("log", (-1.0, 1.2e-38, 1.1e-38)),
    ("log2", (-1.0, 1.2e-38, 1.1e-38)),
    ("log10", (-1.0, 1.2e-38, 1.1e-38)),
)
"""Operands near the limits of the functions' loops."""


@pytest.mark.parametrize(("op", "borders"), BORDERS)
def test_R2_a_single_operand_beyond_the_limit_among_ordinary_ones(
    session: CSession, op: str, borders: tuple[float, ...]
) -> None:
    """A special operand at any position has the right result, and so do its neighbours."""
    odd = [*borders, 0.0, -0.0, 1e-45, -1e-45, 3e38, -3e38, np.inf, -np.inf, np.nan]
    rng = np.random.default_rng(5)
    ordinary = np.abs(rng.standard_normal(192)).clip(0.01, 3.9)
    both = np.concatenate([odd, ordinary]).astype(np.float32)
    call = get_op(op).call(("f32",), ("f32",))
    (wanted,) = all_oracles()[op].evaluate(call, [both])
    for i in range(len(odd)):
        x, right = both[len(odd) :].copy(), wanted[len(odd) :].copy()
        places = [37 * i % 64, 64 + 29 * i % 128]
        x[places], right[places] = both[i], wanted[i]
        got = compute(session, op, x, np.empty_like(x))
        assert np.array_equal(bits_of(got), bits_of(right)), both[i]


def test_S4_negative_bases_with_and_without_fractions(session: CSession) -> None:
    """The sign follows the parity of the exponent, and a fractional exponent gives NaN.

    Some bases are zeros and infinities.
    """
    rng = np.random.default_rng(4)
    x = -np.abs(rng.standard_normal(900)) - 0.01
    y = np.where(rng.random(900) < 0.5, rng.integers(-40, 40, 900), rng.standard_normal(900))
    y[::50] = 2.0**24 + 2 * np.arange(18)  # even; the largest odd number is 2^24 - 1
    y[1::50] = 2.0**24 - 1
    x[::97], x[1::97] = -0.0, -np.inf
    y[::89] = np.inf
    a, b = x.astype(np.float32), y.astype(np.float32)
    call = get_op("pow").call(("f32", "f32"), ("f32",))
    (wanted,) = all_oracles()["pow"].evaluate(call, [a, b])
    out = np.empty_like(a)
    session.run(call, [a, b], [out])
    assert np.array_equal(bits_of(out), bits_of(wanted))
