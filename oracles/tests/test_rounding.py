"""Compare decoding and rounding with NumPy and ml_dtypes (whole formats), and with fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, strategies as st

from samebits.oracles.rounding import (
    NAN,
    Real,
    decode,
    dyadic,
    from_fraction,
    infinity,
    neighbour,
    round_to,
    zero,
)
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS, bits_of, from_bits, get_format, is_nan_bits

SMALL = ("f16", "bf16", "f8e4m3fn", "f8e5m2")
FLOATS = tuple(name for name, form in FORMATS.items() if form.is_float)


def all_patterns(name):
    return np.arange(1 << get_format(name).bits, dtype=get_format(name).bits_dtype)


@pytest.mark.parametrize("name", SMALL)
def test_F1_every_pattern_decodes_to_the_value_that_numpy_sees(name):
    patterns = all_patterns(name)
    with np.errstate(invalid="ignore"):
        seen = from_bits(patterns, name).astype(np.float64)
    for pattern, wide in zip(patterns.tolist(), seen.tolist(), strict=True):
        value = decode(pattern, name)
        if np.isnan(wide):
            assert value.kind == "nan"
        elif np.isinf(wide):
            assert value == infinity(wide < 0)
        else:
            assert value.kind == "finite"
            assert value.fraction() == Fraction(wide)
            assert value.negative == bool(np.signbit(wide))


@pytest.mark.parametrize("name", SMALL)
def test_R1_every_number_rounds_to_itself_and_every_nan_to_the_canonical_one(name):
    patterns = all_patterns(name)
    nan = is_nan_bits(patterns, name)
    for pattern, is_nan in zip(patterns.tolist(), nan.tolist(), strict=True):
        wanted = get_format(name).canonical_nan if is_nan else pattern
        assert round_to(decode(pattern, name), name) == wanted


@pytest.mark.parametrize("name", SMALL)
def test_R1_midpoints_tie_to_even_and_anything_beside_them_does_not(name):
    form = get_format(name)
    for low in range(form.max_finite):
        below, above = decode(low, name).fraction(), decode(low + 1, name).fraction()
        middle, beside = (below + above) / 2, (above - below) / 1024
        even = low if low % 2 == 0 else low + 1
        assert round_to(middle, name) == even
        assert round_to(-middle, name) == even | form.sign_mask
        assert round_to(middle - beside, name) == low
        assert round_to(middle + beside, name) == low + 1


@pytest.mark.parametrize("name", ["f16", "f8e4m3fn", "f8e5m2", "bf16"])
def test_R5_rounding_agrees_with_the_casts_of_numpy_and_ml_dtypes_from_binary32(name):
    rng = np.random.default_rng(5)
    patterns = rng.integers(0, 1 << 32, 20000, dtype=np.uint32)
    with np.errstate(invalid="ignore"):
        near = bits_of(from_bits(all_patterns(name), name).astype(np.float32))[:4096]
    patterns = np.concatenate([patterns, near, near + np.uint32(1), near ^ np.uint32(1 << 12)])
    x = from_bits(patterns, "f32")
    x = x[~np.isnan(x)]
    with np.errstate(all="ignore"):
        cast = bits_of(x.astype(get_format(name).dtype)).tolist()
    for pattern, wanted in zip(bits_of(x).tolist(), cast, strict=True):
        # The dtype of ml_dtypes does not saturate: overflow gives a NaN of either sign.
        got = round_to(decode(pattern, "f32"), name, saturate=False)
        assert got == (wanted & 0x7F if name == "f8e4m3fn" and got == 0x7F else wanted)


def test_R5_f8e4m3fn_saturates_and_without_saturation_overflows_above_464():
    assert round_to(1000, "f8e4m3fn") == 0x7E
    assert round_to(-1000, "f8e4m3fn") == 0xFE
    assert round_to(infinity(True), "f8e4m3fn") == 0xFE
    assert round_to(464, "f8e4m3fn", saturate=False) == 0x7E
    assert round_to(Fraction(464) + Fraction(1, 10**9), "f8e4m3fn", saturate=False) == 0x7F
    assert round_to(infinity(False), "f8e4m3fn", saturate=False) == 0x7F


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16", "f8e5m2"])
def test_R5_overflow_begins_at_half_an_ulp_above_the_largest_number(name):
    form = get_format(name)
    limit = (decode(form.max_finite, name).fraction() + Fraction(2) ** (form.emax + 1)) / 2
    assert round_to(limit, name) == form.infinity
    assert round_to(limit - Fraction(1, 10**400), name) == form.max_finite
    assert round_to(-limit, name) == form.infinity | form.sign_mask


@pytest.mark.parametrize("name", FLOATS)
def test_R1_zeros_keep_their_sign_and_tiny_values_their_sign_as_zero(name):
    form = get_format(name)
    assert round_to(zero(True), name) == form.sign_mask
    assert round_to(Real("finite", True, 0, 5000), name) == form.sign_mask
    assert round_to(dyadic(-1, -(10**30)), name) == form.sign_mask
    assert round_to(dyadic(1, -(10**30)), name) == 0
    assert round_to(dyadic(1, form.least_exponent - 1), name) == 0
    assert round_to(Real("finite", False, 1, form.least_exponent - 1, sticky=True), name) == 1


@given(
    st.sampled_from(("f64", "f32", "f16", "bf16", "f8e5m2")),
    st.fractions(min_value=-70000, max_value=70000, max_denominator=10**12),
)
def test_R1_the_rounded_value_is_a_nearest_one(name, value):
    if value == 0:
        return
    form = get_format(name)
    pattern = round_to(value, name)
    if pattern & ~form.sign_mask == form.infinity:
        return
    nearest = abs(decode(pattern, name).fraction() - value)
    for up in (False, True):
        other = neighbour(pattern, name, up=up)
        if decode(other, name).kind == "finite":
            distance = abs(decode(other, name).fraction() - value)
            assert nearest < distance or (nearest == distance and pattern % 2 == 0)


@given(st.fractions(), st.integers(min_value=-1080, max_value=900))
def test_R1_binary64_agrees_with_pythons_correctly_rounded_division(value, exponent):
    scaled = value * Fraction(2) ** exponent
    try:
        wanted = scaled.numerator / scaled.denominator
    except OverflowError:
        return
    got = from_bits(np.array([round_to(scaled, "f64")], dtype=np.uint64), "f64")[0]
    assert got == wanted


def test_R5_float_to_integer_truncates_saturates_and_sends_nan_to_zero():
    assert round_to(Fraction(-19, 10), "i32") == 0xFFFFFFFF
    assert round_to(Fraction(19, 10), "i32") == 1
    assert round_to(1 << 31, "i32") == 0x7FFFFFFF
    assert round_to(-(1 << 31) - 5, "i32") == 0x80000000
    assert round_to(infinity(False), "i64") == (1 << 63) - 1
    assert round_to(-1, "u8") == 0
    assert round_to(NAN, "i32") == 0
    assert round_to(NAN, "bool") == 1
    assert round_to(zero(True), "bool") == 0


@pytest.mark.parametrize("name", ["i8", "u8", "i16"])
def test_F1_integers_decode_and_round_back(name):
    for pattern, value in enumerate(all_patterns(name).view(get_format(name).dtype).tolist()):
        assert decode(pattern, name) == dyadic(value, 0)
        assert round_to(value, name) == pattern


def test_R1_a_cut_off_expansion_without_enough_bits_is_refused():
    with pytest.raises(ValueError, match="too few"):
        round_to(Real("finite", False, 5, 0, sticky=True), "f32")


@given(st.fractions())
def test_a_fraction_is_cut_off_just_below_its_magnitude(value):
    real = from_fraction(value)
    gap = abs(value) - abs(real.fraction())
    assert 0 <= gap < Fraction(2) ** real.exponent
    assert real.sticky == (gap != 0)


@pytest.mark.parametrize("name", ["f16", "f8e4m3fn", "f8e5m2"])
def test_neighbours_walk_through_a_format_in_order(name):
    form = get_format(name)
    last = form.infinity if form.has_infinity else form.max_finite
    walk = [last | form.sign_mask]
    while walk[-1] != last:
        walk.append(neighbour(walk[-1], name, up=True))
    assert len(walk) == 2 * last + 1
    for low, high in pairwise(walk):
        if low & ~form.sign_mask and high & ~form.sign_mask:
            assert neighbour(high, name, up=False) == low
    assert neighbour(last, name, up=True) == last


def test_F1_an_unknown_format_is_named():
    with pytest.raises(SpecError, match="f17"):
        decode(0, "f17")
