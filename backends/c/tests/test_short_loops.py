"""Test f16 and bf16 loops that use binary32 vectors (src/short_loops.h) on every value (R1, S1)."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.protocol import Array
from samebits.spec.catalog import functions, get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call

FORMATS = ("f16", "bf16")
SLOPES = (0.01, 0.5, 0.3, -0.75, 1.0, 3.0, 2.0**-120, 1e-40, 1e30, -0.0, 2.0**-3 + 2.0**-26)
"""Slopes of leaky_relu for which products are exact, are ties, vanish or overflow."""
PLAIN = (("square", None), ("reciprocal", None))
"""Functions with such a loop that have no attribute."""

CALLS = (*PLAIN, *(("leaky_relu", slope) for slope in SLOPES))


def call_of(op: str, slope: float | None, name: str) -> Call:
    named = {} if slope is None else {"negative_slope": slope}
    return get_op(op).call((name,), (name,), **named)


def rounded(v: Array, name: str) -> Array:
    """Return the bit patterns of binary64 numbers rounded once to a 16-bit format."""
    form = get_format(name)
    if name == "f16":
        y = v.astype(np.float16).view(np.uint16)
    else:
        with np.errstate(invalid="ignore"):
            unit = np.maximum(np.frexp(v)[1] - 8, -133)
            whole = np.ldexp(np.rint(np.ldexp(v, -unit)), unit)
        y = np.where(np.isfinite(v), whole, v).astype(np.float32).view(np.uint32) >> 16
    return np.asarray(np.where(np.isnan(v), form.canonical_nan, y).astype(form.bits_dtype))


def wanted(op: str, slope: float | None, x: Array, name: str) -> Array:
    """Return the expected bit patterns, rounded from binary64.

    x * x and slope * x are exact in binary64. 1 / x in binary64 is accurate enough for the second
    rounding to be right.
    """
    with np.errstate(all="ignore"):
        wide = x.astype(np.float64)
        if slope is None:
            return rounded(wide * wide if op == "square" else 1 / wide, name)
        return rounded(np.where(wide > 0, wide, wide * float(np.float32(slope))), name)


def compute(session: CSession, call: Call, x: Array, out: Array) -> Array:
    session.run(call, [x], [out])
    return bits_of(out)


def kinds(name: str) -> dict[str, Array]:
    """Return the bit patterns of each kind: ordinary, subnormal, zero, and infinity or NaN."""
    form = get_format(name)
    infinity = form.max_finite + 1
    least = 1 << (form.precision - 1)
    found = {
        "ordinary": np.arange(infinity // 4, 3 * infinity // 4),
        "subnormal": np.arange(1, least),
        "zero": np.zeros(1, np.int64),
        "infinite": np.array([infinity]),
        "no number": np.arange(infinity + 1, form.sign_mask),
        "huge": np.arange(infinity - 3 * least, infinity),
        "tiny": np.arange(least, 4 * least),
    }
    return {
        kind: np.concatenate([p, p + form.sign_mask]).astype(form.bits_dtype)
        for kind, p in found.items()
    }


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("op", "slope"), CALLS)
def test_R1_every_value_among_all_others(
    session: CSession, op: str, slope: float | None, name: str
) -> None:
    call, rng = call_of(op, slope, name), np.random.default_rng(5)
    bits = np.arange(1 << 16).astype(np.uint16)
    for _ in range(3):
        x = from_bits(bits, name)
        got = compute(session, call, x, np.empty_like(x))
        assert np.array_equal(got, wanted(op, slope, x, name))
        rng.shuffle(bits)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("op", "slope"), [*PLAIN, ("leaky_relu", 0.3)])
@pytest.mark.parametrize("count", [1, 15, 16, 17, 33, 63, 1023, 1024, 1025, 2080, 5003])
def test_R1_ordinary_blocks_and_a_few_other_numbers(
    session: CSession, op: str, slope: float | None, count: int, name: str
) -> None:
    call, rng, found = call_of(op, slope, name), np.random.default_rng(count), kinds(name)
    for kind in found:
        bits = rng.choice(found["ordinary"], count)
        places = rng.integers(0, count, 1 + count // 2000)
        bits[places] = rng.choice(found[kind], places.size)
        x = from_bits(bits, name)
        expected = wanted(op, slope, x, name)
        assert np.array_equal(compute(session, call, x, np.empty_like(x)), expected), kind
        inside = x.copy()
        assert np.array_equal(compute(session, call, inside, inside), expected), kind
        unaligned = np.zeros(2 * count + 1, np.uint8)[1:].view(x.dtype)
        unaligned[:] = x
        assert np.array_equal(compute(session, call, unaligned, np.empty_like(x)), expected), kind
        strided = np.empty((count, 3), x.dtype)[:, 1]
        assert np.array_equal(compute(session, call, x[::-1], strided), expected[::-1]), kind


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("op", "slope"), [*PLAIN, ("leaky_relu", -0.3)])
@pytest.mark.parametrize("kind", ["subnormal", "tiny", "huge", "no number", "zero", "infinite"])
def test_R1_blocks_of_one_kind_again_and_again(
    session: CSession, op: str, slope: float | None, kind: str, name: str
) -> None:
    """In the course of the test the library begins to store results (remembered.h)."""
    call = call_of(op, slope, name)
    x = from_bits(np.resize(kinds(name)[kind], 40000), name)
    expected = wanted(op, slope, x, name)
    for _ in range(12):
        assert np.array_equal(compute(session, call, x, np.empty_like(x)), expected)


def pair_of_kinds(name: str, first: str, second: str, count: int) -> tuple[Array, Array]:
    """Return `count` pairs of ordinary numbers, with a few other numbers.

    A few of the first operands have the kind `first`, and a few of the second operands the kind
    `second`.
    """
    rng, found = np.random.default_rng(count), kinds(name)
    one = int(bits_of(np.ones((), get_format(name).dtype)))
    near = one + rng.integers(-300, 300, (2, count))
    bits = np.where(rng.random((2, count)) < 0.5, near, rng.choice(found["ordinary"], (2, count)))
    for row, kind in enumerate((first, second)):
        places = rng.integers(0, count, 1 + count // 700)
        bits[row, places] = rng.choice(found[kind], places.size)
    x, y = (from_bits(row.astype(np.uint16), name) for row in bits)
    return x, y


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", functions(operands=2))
@pytest.mark.parametrize("count", [63, 64, 1024, 4167])
def test_R2_pairs_of_all_kinds_on_all_instruction_sets(
    sessions: list[CSession], op: str, count: int, name: str
) -> None:
    call = get_op(op).call((name, name), (name,))
    for first, second in [*((k, "ordinary") for k in kinds(name)), ("ordinary", "subnormal")]:
        x, y = pair_of_kinds(name, first, second, count)
        results = []
        for session in sessions:
            out = np.empty_like(x)
            session.run(call, [x, y], [out])
            results.append(bits_of(out))
            for place in (0, 1):
                inputs = [x.copy(), y.copy()]
                session.run(call, inputs, [inputs[place]])
                results.append(bits_of(inputs[place]))
        assert all(np.array_equal(results[0], r) for r in results[1:]), (first, second)


@pytest.mark.parametrize("name", FORMATS)
def test_R2_roots_of_sums_of_squares_that_lie_midway(session: CSession, name: str) -> None:
    """Multiples of Pythagorean triples have exact roots, often midway between two numbers."""
    m, n, k = (v.reshape(-1) for v in np.mgrid[2:24, 1:23, 1:30])
    sides = np.stack([k * (m * m - n * n), 2 * k * m * n, k * (m * m + n * n)])
    x, y, root = sides[:, (m > n) & (sides[2] < 4096)].astype(np.float64)
    a, b = (from_bits(rounded(v, name), name) for v in (x, y))
    fits = (a.astype(np.float64) == x) & (b.astype(np.float64) == y)
    a, b, root = a[fits], b[fits], root[fits]
    out = np.empty_like(a)
    session.run(get_op("hypot").call((name, name), (name,)), [a, b], [out])
    assert fits.sum() > 100
    assert np.array_equal(bits_of(out), rounded(root, name))
