"""Tests that compare the table of formats with NumPy and ml_dtypes."""

import ml_dtypes
import numpy as np
import pytest

from samebits.spec.errors import SpecError
from samebits.spec.formats import (
    FORMATS,
    bits_of,
    canonicalize_nan,
    compute_format,
    format_of,
    from_bits,
    get_format,
    is_nan_bits,
    ordered,
)

FLOATS = [f.name for f in FORMATS.values() if f.is_float]
SMALL = [name for name in FLOATS if FORMATS[name].bits <= 16]


@pytest.mark.parametrize("name", FLOATS)
def test_F1_table_agrees_with_finfo(name):
    form = FORMATS[name]
    info = ml_dtypes.finfo(form.dtype)
    assert form.precision == info.nmant + 1
    assert form.emin == info.minexp
    assert int(bits_of(np.array(info.max))) == form.max_finite
    assert float(info.smallest_subnormal) == 2.0**form.least_exponent


@pytest.mark.parametrize("name", FLOATS)
def test_S1_canonical_nan_is_a_quiet_positive_nan(name):
    form = FORMATS[name]
    assert np.isnan(from_bits(np.array([form.canonical_nan]), name).astype(np.float64)).all()
    assert form.canonical_nan & form.sign_mask == 0


@pytest.mark.parametrize("name", SMALL)
def test_nan_patterns_are_those_of_the_dtype(name):
    patterns = np.arange(1 << FORMATS[name].bits, dtype=FORMATS[name].bits_dtype)
    with np.errstate(invalid="ignore"):
        wanted = np.isnan(from_bits(patterns, name).astype(np.float32))
    assert np.array_equal(is_nan_bits(patterns, name), wanted)
    fixed = canonicalize_nan(patterns, name)
    assert set(fixed[wanted].tolist()) == {FORMATS[name].canonical_nan}
    assert np.array_equal(fixed[~wanted], patterns[~wanted])


@pytest.mark.parametrize("name", SMALL)
def test_ordered_patterns_sort_like_the_values(name):
    patterns = np.arange(1 << FORMATS[name].bits, dtype=FORMATS[name].bits_dtype)
    patterns = patterns[~is_nan_bits(patterns, name)]
    values = from_bits(patterns, name).astype(np.float64)
    keys = ordered(patterns, name)
    order = np.argsort(keys, kind="stable")
    assert (np.diff(values[order]) >= 0).all()
    assert keys[patterns == 0] == keys[patterns == FORMATS[name].sign_mask] == 0


def test_R4_compute_format_is_f64_only_where_an_operand_is():
    assert compute_format(["f16", "bf16"]) == "f32"
    assert compute_format(["f32", "f64"]) == "f64"
    assert compute_format(["i32"]) == "f32"


@pytest.mark.parametrize("name", FORMATS)
def test_bits_round_trip_through_strides_and_rank_zero(name):
    form = FORMATS[name]
    raw = np.arange(24, dtype=form.bits_dtype).reshape(4, 6) % (2 if name == "bool" else 255)
    array = from_bits(raw, name)
    assert format_of(array) == form
    assert np.array_equal(bits_of(array[::2, ::-1]), raw[::2, ::-1])
    assert bits_of(array[0, 0]).shape == ()


def test_unknown_names_are_refused_with_those_known():
    with pytest.raises(SpecError, match="unknown format 'f33'; known: f64, f32"):
        get_format("f33")
    with pytest.raises(SpecError, match="complex64"):
        format_of(np.zeros(1, dtype=np.complex64))
    with pytest.raises(SpecError, match="no infinity"):
        _ = FORMATS["f8e4m3fn"].infinity
