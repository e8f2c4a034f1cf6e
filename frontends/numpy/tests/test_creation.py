"""Arrays made from numbers: the standard's defaults, exact integers, and the bits of the ops."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import samebits.numpy as snp
from samebits.numpy.values import EVERY
from samebits.spec.errors import SpecError
from samebits.spec.formats import FLOAT_FORMATS, bits_of

SETTINGS = settings(max_examples=60, deadline=None)
INTEGERS = [f.dtype for f in EVERY.values() if f.kind in ("int", "uint")]


def test_numbers_choose_the_dtype() -> None:
    for made, wanted in (
        (snp.arange(3), np.int64),
        (snp.arange(3.0), np.float32),
        (snp.arange(0, 3, 0.5), np.float32),
        (snp.arange(3, dtype=np.float64), np.float64),
        (snp.full((2,), 3), np.int64),
        (snp.full((2,), 3.0), np.float32),
        (snp.full((2,), True), np.bool_),
        (snp.full((2,), np.int32(3)), np.int64),
        (snp.linspace(0, 1, 3), np.float32),
        (snp.eye(2), np.float32),
        (snp.zeros(2), np.float32),
        (snp.ones((2, 1), dtype="bf16"), snp.bfloat16),
        (snp.empty(()), np.float32),
        (snp.asarray(1), np.int64),
        (snp.asarray([1.5, 2]), np.float32),
        (snp.asarray([True]), np.bool_),
        (snp.asarray([np.float64(1.5)]), np.float64),
        (snp.asarray(np.float64(1.5)), np.float64),
        (snp.asarray([1.5], dtype=np.float64), np.float64),
    ):
        assert made.dtype == wanted
    assert snp.__array_namespace_info__().default_dtypes() == {
        "real floating": np.dtype(np.float32),
        "integral": np.dtype(np.int64),
        "indexing": np.dtype(np.int64),
    }


@SETTINGS
@given(
    st.integers(-(2**63), 2**64 - 1),
    st.integers(-50, 50),
    st.integers(-9, 9).filter(bool),
    st.data(),
)
def test_a_range_of_integers_is_the_one_of_python(
    start: int, length: int, step: int, data: st.DataObject
) -> None:
    dtype = data.draw(st.sampled_from(INTEGERS))
    wanted = range(start, start + length * step, step)
    limits = np.iinfo(dtype)
    if all(limits.min <= v <= limits.max for v in wanted):
        found = snp.arange(start, start + length * step, step, dtype=dtype)
        assert found.dtype == dtype
        assert found.tolist() == list(wanted)
    else:
        with pytest.raises(SpecError, match="is out of range for"):
            snp.arange(start, start + length * step, step, dtype=dtype)


def test_ranges_of_floats_are_the_op() -> None:
    assert np.array_equal(snp.arange(1.0, 2.0, 0.25), np.float32([1, 1.25, 1.5, 1.75]))
    wanted = [float(np.float32(float(i * Fraction(0.1)))) for i in range(10)]
    assert snp.arange(0, 1, 0.1, dtype="f32").tolist() == wanted
    for nothing in ((1.0, 0.0), (0, 1.5, -1), (-0.1, -7592, 1584)):
        assert snp.arange(*nothing).tolist() == []
    place = np.empty(3, np.int64)
    assert snp.arange(3, out=place) is place
    assert place.tolist() == [0, 1, 2]


def test_linspace_leaves_its_end_out() -> None:
    whole = snp.linspace(0, 1, 5)
    assert np.array_equal(snp.linspace(0, 1, 4, endpoint=False), whole[:-1])
    assert np.array_equal(snp.linspace(0, 1, num=5), whole)
    assert snp.linspace(0, 1, 0, endpoint=False).shape == (0,)
    assert snp.linspace(2, 3, 1, endpoint=False).tolist() == [2]


@pytest.mark.parametrize("k", [-9, -3, -1, 0, 1, 2, 9])
def test_eye_has_its_ones_on_any_diagonal(k: int) -> None:
    for shape in ((3, 4), (4, 3), (0, 2), (3, 3)):
        for dtype in (np.float32, np.uint16, np.bool_, snp.bfloat16):
            found = snp.eye(*shape, k=k, dtype=dtype)
            assert found.dtype == dtype
            assert np.array_equal(found.astype(float), np.eye(*shape, k=k))
    assert snp.eye(3).shape == (3, 3)
    assert np.array_equal(snp.tril(np.ones((3, 4)), k=k), np.tril(np.ones((3, 4)), k))
    assert np.array_equal(snp.triu(np.ones((3, 4)), k=k), np.triu(np.ones((3, 4)), k))


def test_full_rounds_a_number_as_R4_5_says() -> None:
    for name in ("f8e4m3fn", "f8e5m2", "bf16", "f16", "f32", "f64"):
        dtype = EVERY[name].dtype
        wanted = snp.multiply(np.ones((), dtype), 0.3)
        found = snp.full((2, 3), 0.3, dtype=dtype)
        assert np.array_equal(bits_of(found), np.broadcast_to(bits_of(wanted), (2, 3)))
    assert bits_of(snp.full_like(np.zeros(2, np.float32), -0.0)).tolist() == [1 << 31] * 2
    assert snp.full(2, 2**64 - 1, dtype=np.uint64).tolist() == [2**64 - 1] * 2


def test_full_of_nan_holds_the_canonical_one() -> None:
    for name in FLOAT_FORMATS:
        nan = EVERY[name].canonical_nan
        assert bits_of(snp.full(2, -math.nan, dtype=name)).tolist() == [nan] * 2
        like = snp.full_like(np.zeros(2, EVERY[name].dtype), math.nan)
        assert bits_of(like).tolist() == [nan] * 2
    with pytest.raises(TypeError, match="fill_value=nan is not a number of int32"):
        snp.full(2, math.nan, dtype=np.int32)


def test_asarray_changes_no_python_integer() -> None:
    assert snp.asarray([255, 0], dtype=np.uint8).tolist() == [255, 0]
    assert snp.asarray([2**63, 5]).dtype == np.uint64
    assert snp.asarray([2**63, -1], dtype="f32").tolist() == [2.0**63, -1]
    assert snp.asarray(np.array([300]), dtype=np.uint8).tolist() == [44]  # R5.5
    for numbers, dtype, says in (
        ([300], np.uint8, "obj=300 is out of range for uint8"),
        ([[1], [-1]], np.uint64, "obj=-1 is out of range for uint64"),
        (range(256, 258), "u8", "obj=256 is out of range for uint8"),
        ([2**63, -1], None, "obj=9223372036854775808 is out of range for int64"),
        ([2**64], None, "obj=18446744073709551616 is out of range for uint64"),
        ([2**53 + 1, 0.5], None, "obj=9007199254740993 is not exact in binary64"),
    ):
        with pytest.raises(SpecError, match=f"asarray: {says}"):
            snp.asarray(numbers, dtype=dtype)


def test_what_is_like_an_array_has_its_shape_and_dtype() -> None:
    x = np.ones((2, 3), np.uint16)
    for made, value in ((snp.zeros_like, 0), (snp.ones_like, 1), (snp.empty_like, 0)):
        assert np.array_equal(made(x), np.full((2, 3), value))
        assert made(x).dtype == np.uint16
        assert made(x, dtype=np.float64).dtype == np.float64
    assert snp.full_like(x, 7, dtype=np.int8).dtype == np.int8


def test_asarray_copies_as_the_standard_says() -> None:
    x = np.float32([1, 2])
    assert snp.asarray(x) is x
    assert snp.asarray(x, copy=False) is x
    assert not np.shares_memory(snp.asarray(x, copy=True), x)
    for wrong in ([1.0], np.float64([1.0])):
        with pytest.raises(ValueError, match="must be copied"):
            snp.asarray(wrong, dtype=np.float32, copy=False)
    assert snp.asarray([0.1, 0.2])[0] == np.float32(0.1)
    assert snp.asarray([300.7, math.nan], dtype=np.uint8).tolist() == [255, 0]
    assert snp.astype(x, np.float32, copy=False) is x
    assert not np.shares_memory(snp.astype(x, np.float32), x)
    with pytest.raises(SpecError, match="a subclass"):
        snp.asarray(np.ma.array([1.0]))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: snp.arange(0, 1, 0), "step is 0"),
        (lambda: snp.arange(0, 1.5, dtype=np.int32), "to be integers"),
        (lambda: snp.arange(True), "not bools"),
        (lambda: snp.arange(300, dtype=np.int8), "299 is out of range for int8"),
        (lambda: snp.arange("3"), "stop='3' must be a number"),
        (lambda: snp.full((2,), 0.5, dtype=np.int32), "fill_value=0.5 is not a number of int32"),
        (lambda: snp.full((2,), -1, dtype=np.uint8), "is out of range for uint8"),
        (lambda: snp.full((2,), True, dtype=np.float32), "real number"),
        (lambda: snp.full((-1,), 1.0), "has a negative size"),
        (lambda: snp.zeros("a"), "must be an integer or a tuple"),
        (lambda: snp.zeros(2, device="gpu"), "device='gpu' must be None or 'cpu'"),
        (lambda: snp.eye(-1), "n_rows=-1"),
        (lambda: snp.eye(2, k=0.5), "k=0.5 must be an integer"),
    ],
)
def test_what_makes_no_array_is_refused(wrong: Any, says: str) -> None:
    with pytest.raises(SpecError, match=says):
        wrong()
