"""Test that arithmetic is rounded once (R1, R2), against exact fractions and NumPy."""

from __future__ import annotations

from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, canonicalize_nan, from_bits, get_format

NUMPY = (("add", np.add), ("sub", np.subtract), ("mul", np.multiply), ("div", np.divide))
INTERESTING = (0, 1, 2, 3, 0x7F, 0x80, 0x81, 0xFF, 0x100)


def edge_patterns(name: str) -> Array:
    """Return bit patterns near every power of two, zero, the largest subnormal and infinity.

    Both signs are included.
    """
    form = get_format(name)
    step = 1 << (form.precision - 1)
    tops = [e * step for e in range(form.infinity // step + 1)]
    near = {t + d for t in tops for d in (-2, -1, 0, 1, 2, step // 2, step // 2 + 1)}
    chosen = sorted(p for p in near | set(INTERESTING) if 0 <= p <= form.infinity + 1)
    return np.array([p | s for p in chosen for s in (0, form.sign_mask)], dtype=form.bits_dtype)


def reference(function: np.ufunc, name: str, *operands: Array) -> Array:
    """Return the expected bits, computed by NumPy in binary64 and then rounded.

    For 16-bit formats the two roundings give the same result as one, since 53 >= 2 * 11 + 2.
    """
    with np.errstate(all="ignore"):
        wide = function(*(x.astype(np.float64) for x in operands))
        if name == "bf16":
            return round_to_bf16(wide)
        return bits_of(wide.astype(get_format(name).dtype))


def round_to_bf16(wide: Array) -> Array:
    """Return the bits of numbers rounded to bf16, by exact scaling and rint.

    The casts of ml_dtypes are not used, because they may round to binary32 first.
    """
    exponent = np.maximum(np.frexp(wide)[1] - 1, -126)
    rounded = np.ldexp(np.rint(np.ldexp(wide, 7 - exponent)), exponent - 7)
    finite = np.where(np.isfinite(wide), rounded, wide)
    return bits_of(finite.astype(np.float32).astype(ml_dtypes.bfloat16))


@pytest.mark.parametrize("name", ["f16", "bf16"])
@pytest.mark.parametrize(("op", "function"), NUMPY)
def test_R2_16_bit_pairs_are_rounded_once(
    session: CSession, op: str, function: np.ufunc, name: str
) -> None:
    edges = edge_patterns(name)
    random = np.random.default_rng(11).integers(0, 1 << 16, (2, 1 << 19), dtype=np.uint16)
    i, j = (k.reshape(-1) for k in np.indices((len(edges), len(edges))))
    for a, b in ((edges[i], edges[j]), (random[0], random[1])):
        operands = [from_bits(a, name), from_bits(b, name)]
        got = bits_of(execute(session, get_op(op).call([name, name]), operands)[0])
        wanted = canonicalize_nan(reference(function, name, *operands), name)
        assert np.array_equal(got, wanted)


@pytest.mark.parametrize("name", ["f64", "f32"])
@pytest.mark.parametrize(("op", "function"), NUMPY)
def test_R1_binary32_and_binary64_agree_with_numpy(
    session: CSession, op: str, function: np.ufunc, name: str
) -> None:
    form = get_format(name)
    raw = np.random.default_rng(5).integers(0, 256, (2, 1 << 20), dtype=np.uint8)
    a, b = (from_bits(r.view(form.bits_dtype), name) for r in raw)
    with np.errstate(all="ignore"):
        wanted = canonicalize_nan(bits_of(function(a, b)), name)
        close = canonicalize_nan(bits_of(function(a, a[::-1] * 0 + a)), name)
        near = a[::-1] * 0 + a
    got = bits_of(execute(session, get_op(op).call([name, name]), [a, b])[0])
    assert np.array_equal(got, wanted)
    got = bits_of(execute(session, get_op(op).call([name, name]), [a, near])[0])
    assert np.array_equal(got, close)


@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_R2_sqrt_of_every_16_bit_value(session: CSession, name: str) -> None:
    x = from_bits(np.arange(1 << 16, dtype=np.uint16), name)
    with np.errstate(all="ignore"):
        wide = np.sqrt(x.astype(np.float64))
        rounded = round_to_bf16(wide) if name == "bf16" else bits_of(wide.astype(np.float16))
    got = bits_of(execute(session, get_op("sqrt").call([name]), [x])[0])
    assert np.array_equal(got, canonicalize_nan(rounded, name))


def exact(name: str, pattern: int) -> Fraction:
    form = get_format(name)
    magnitude = pattern & (form.sign_mask - 1)
    field, fraction = divmod(magnitude, 1 << (form.precision - 1))
    m = fraction + (1 << (form.precision - 1)) * (field > 0)
    value = m * Fraction(2) ** (form.least_exponent + max(field, 1) - 1)
    return -value if pattern & form.sign_mask else value


def round_fraction(name: str, x: Fraction) -> int:
    """Return the bit pattern of a fraction other than 0, rounded to nearest, ties to even."""
    form = get_format(name)
    sign, x = (form.sign_mask if x < 0 else 0), abs(x)
    exponent = x.numerator.bit_length() - x.denominator.bit_length()
    exponent -= x < Fraction(2) ** exponent
    unit = max(exponent, form.emin) - (form.precision - 1)
    m = round(x / Fraction(2) ** unit)  # Python rounds ties to even
    pattern = m + ((unit - form.least_exponent) << (form.precision - 1))
    return sign | min(pattern, form.infinity)


def fma_cases(name: str, count: int) -> Array:
    """Return random operands of fma, some with cancellation, tiny products or tiny addends."""
    form = get_format(name)
    generator = np.random.default_rng(17)
    top = form.infinity
    a, b, c = (generator.integers(0, top, count, dtype=np.uint64) for _ in range(3))
    one = (form.emax) << (form.precision - 1)
    short = 1 << (form.precision // 2 + 1)
    a[::4] = (a[::4] // short) * short  # factors with few bits, whose products end in ties
    a[1::4] = one + generator.integers(0, 4, len(a[1::4]), dtype=np.uint64)
    c[1::4] = np.minimum(b[1::4] + generator.integers(0, 3, len(b[1::4]), dtype=np.uint64), top - 1)
    c[2::4] = generator.integers(0, 5, len(c[2::4]), dtype=np.uint64)
    signs = generator.integers(0, 2, (3, count), dtype=np.uint64) * np.uint64(form.sign_mask)
    return (np.stack([a, b, c]) | signs).astype(form.bits_dtype)


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16"])
def test_R2_fma_is_rounded_once(session: CSession, name: str) -> None:
    cases = fma_cases(name, 6000)
    operands = [from_bits(x, name) for x in cases]
    got = bits_of(execute(session, get_op("fma").call([name] * 3), operands)[0])
    checked = 0
    for a, b, c, y in zip(*cases.tolist(), got.tolist(), strict=True):
        value = exact(name, a) * exact(name, b) + exact(name, c)
        if value != 0:
            checked += 1
            assert y == round_fraction(name, value), [get_format(name).hex(p) for p in (a, b, c)]
    assert checked > 5000


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16"])
def test_S4_fma_of_zeros_and_infinities(session: CSession, name: str) -> None:
    form = get_format(name)
    one = int(bits_of(np.ones((), form.dtype)))
    infinity, minus, nan = form.infinity, form.sign_mask, form.canonical_nan
    cases = [
        (one, one, one | minus, 0),
        (one | minus, one, one, 0),
        (0, one, minus, 0),
        (minus, one, minus, minus),
        (one, minus, 0, 0),
        (infinity, one, infinity | minus, nan),
        (infinity, 0, one, nan),
        (one, one, infinity | minus, infinity | minus),
        (infinity, one | minus, one, infinity | minus),
        (form.max_finite, form.max_finite, infinity | minus, infinity | minus),
        (1, 1 | minus, 0, minus),
        (form.max_finite, one, form.max_finite, infinity),
    ]
    columns = np.array(cases, dtype=form.bits_dtype).T
    operands = [from_bits(x, name) for x in columns[:3]]
    got = bits_of(execute(session, get_op("fma").call([name] * 3), operands)[0])
    assert got.tolist() == columns[3].tolist()
