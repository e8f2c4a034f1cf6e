"""Test casts: rounded once (clause R5), saturated to integers, and copied if formats are equal."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, canonicalize_nan, from_bits, get_format

FLOATS = ("f64", "f32", "f16", "bf16")


def cast(session: CSession, x: Array, source: str, to: str) -> Array:
    return execute(session, get_op("cast").call([source], [to]), [x])[0]


def samples(name: str) -> Array:
    form = get_format(name)
    if form.bits == 16:
        return from_bits(np.arange(1 << 16, dtype=np.uint16), name)
    raw = np.random.default_rng(2).integers(0, 256, (1 << 17) * form.bits // 8, dtype=np.uint8)
    patterns = raw.view(form.bits_dtype).copy()
    # Half of the numbers have few bits: they are ties and near ties of every narrower format.
    shift = form.bits_dtype.type(form.precision - 13)
    patterns[::2] = (patterns[::2] >> shift) << shift
    patterns[::4] += form.bits_dtype.type(1)
    if name == "f64":  # in the exponent range of the narrower formats
        exponent = np.random.default_rng(3).integers(1023 - 160, 1023 + 140, len(patterns))
        patterns = (patterns & np.uint64(0x800FFFFFFFFFFFFF)) | (
            exponent.astype(np.uint64) << np.uint64(52)
        )
    return from_bits(patterns, name)


def rounded(x: Array, to: str) -> Array:
    """Return numbers rounded to a format by another method: scaling in long double, and rint."""
    form = get_format(to)
    wide = x.astype(np.longdouble) if x.dtype != ml_dtypes.bfloat16 else x.astype(np.float64)
    exponent = np.maximum(np.frexp(wide)[1] - 1, form.emin)
    places = form.precision - 1
    value = np.ldexp(np.rint(np.ldexp(wide, places - exponent)), exponent - places)
    value = np.where(np.isfinite(wide), value, wide)
    limit = np.ldexp(np.longdouble(1), form.emax + 1)
    value = np.where(np.abs(value) >= limit, np.copysign(np.inf, value), value)
    target = np.float32 if to == "bf16" else form.dtype
    return canonicalize_nan(bits_of(value.astype(target).astype(form.dtype)), to)


@pytest.mark.parametrize("source", FLOATS)
@pytest.mark.parametrize("to", FLOATS)
def test_R5_float_casts_round_once(session: CSession, source: str, to: str) -> None:
    x = samples(source)
    got = bits_of(cast(session, x, source, to))
    with np.errstate(all="ignore"):
        wanted = bits_of(x) if source == to else rounded(x, to)
    assert np.array_equal(got, wanted)


def test_R5_f64_to_bf16_does_not_pass_f32(session: CSession) -> None:
    just_above_a_tie = np.array([1 + 2.0**-8 + 2.0**-40])
    assert bits_of(cast(session, just_above_a_tie, "f64", "bf16"))[0] == 0x3F81


@pytest.mark.parametrize("source", FLOATS)
def test_R5_float_to_integer_truncates_and_saturates(session: CSession, source: str) -> None:
    x = samples(source)
    got = cast(session, x, source, "i32")
    with np.errstate(invalid="ignore"):  # converting a signalling NaN is invalid
        wide = x.astype(np.float64)
    wanted = np.clip(np.trunc(np.nan_to_num(wide, nan=0.0)), -(2.0**31), 2.0**31 - 1)
    assert np.array_equal(got, wanted.astype(np.int32))


def test_R5_integer_limits(session: CSession) -> None:
    x = np.array([2147483647.5, 2147483648, -2147483648.9, -2147483649, np.nan, np.inf, -np.inf])
    high, low = 2**31 - 1, -(2**31)
    assert cast(session, x, "f64", "i32").tolist() == [high, high, low, low, 0, high, low]
    assert cast(session, x[1:].astype(np.float32), "f32", "i32").tolist() == [
        *(high, low, low, 0, high, low)
    ]


@pytest.mark.parametrize("to", FLOATS)
def test_R5_integer_to_float_rounds_to_nearest_even(session: CSession, to: str) -> None:
    random = np.random.default_rng(4).integers(-(2**31), 2**31, 100_000)
    near = [s * (2**k + d) for k in range(32) for d in range(-3, 4) for s in (1, -1)]
    shifts = [(2**k + 2**j + d) for k in range(31) for j in range(k) for d in (-1, 0, 1)]
    every = np.concatenate([random, near, shifts, [-(2**31), 2**31 - 1]])
    x = np.clip(every, -(2**31), 2**31 - 1).astype(np.int32)
    with np.errstate(all="ignore"):
        assert np.array_equal(bits_of(cast(session, x, "i32", to)), rounded(x, to))
