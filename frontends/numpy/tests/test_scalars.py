"""Host scalars (R4.5): binary64, rounded once to the compute format, never to the array's own."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import samebits.numpy as snp
from samebits.numpy.callee import callee
from samebits.numpy.names import FORMS
from samebits.numpy.scalars import _widened
from samebits.numpy.tests.every import function
from samebits.numpy.values import is_scalar
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS, bits_of, get_format

VALUES = (0.1, -0.0, 0.0, 1e-46, 3, -7, 1e300, math.inf, -math.inf, 2.0**-149, 1 + 2.0**-24)
ARRAY = (0.0, -0.0, 1.0, -2.5, 0.1, math.inf, -math.inf, math.nan, 1e-40, 3e38)


def test_R4_5_a_product_of_bfloat16_is_that_of_binary32_rounded_once() -> None:
    x = np.linspace(-3, 3, 997).astype(np.float32).astype(snp.bfloat16)
    wanted = (x.astype(np.float32) * np.float32(0.1)).astype(snp.bfloat16)
    assert np.array_equal(bits_of(snp.multiply(x, 0.1)), bits_of(wanted))
    assert np.array_equal(bits_of(snp.multiply(0.1, x)), bits_of(wanted))
    twice = x * np.asarray(0.1, snp.bfloat16)
    assert not np.array_equal(bits_of(twice), bits_of(wanted))


def arguments(places: Any, x: Any, value: Any, form: Any) -> list[Any]:
    """Return an array and a scalar in the order of the parameters of a form."""
    inner = get_op(form.op)
    return [x if place in inner.operands else value for place in places]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("name", FORMS)
def test_G9_an_op_with_a_scalar_has_the_bits_of_R4_5(name: str, value: float) -> None:
    asked = callee(name)
    for form in FORMS[name]:
        places = [form.places[n] for n in asked.operands]
        formats = [inputs[0] for inputs, _ in get_op(form.op).signatures]
        for named in formats:
            with np.errstate(over="ignore"):
                x = np.array(ARRAY, np.float64).astype(get_format(named).dtype)
            given = arguments(places, x, value, form)
            found = function(asked.op)(*given)
            if name != "lerp_tensor":  # its weight selects a formula in binary64 (G9.2)
                formats_of_all = tuple(named for _ in given)
                if formats_of_all in asked.inputs:
                    (wanted,) = _widened(asked, given, formats_of_all, {})
                    assert np.array_equal(bits_of(found), bits_of(wanted)), (form, named)
            assert found.dtype == x.dtype


def test_A1_6_zeros_of_both_signs_are_two_scalars() -> None:
    x = np.array([-0.0], np.float32)
    for _ in range(2):  # the second call uses the cache
        assert bits_of(snp.add(x, 0.0)) == 0
        assert bits_of(snp.add(x, -0.0)) == 0x80000000
        assert bits_of(snp.maximum(x, 0.0)) == 0
        assert bits_of(snp.maximum(x, -0.0)) == 0x80000000


@pytest.mark.parametrize("form", ["f16", "bf16", "f8e4m3fn", "f8e5m2"])
def test_R4_5_holds_where_no_op_takes_the_scalar(form: str) -> None:
    x = np.linspace(-2, 2, 101).astype(np.float32).astype(get_format(form).dtype)
    wide = snp.astype(x, np.float32)
    scalar = np.asarray(0.3, np.float32)
    assert np.array_equal(
        bits_of(snp.maximum(x, 0.3)), bits_of(snp.astype(snp.maximum(wide, scalar), x.dtype))
    )
    assert np.array_equal(snp.less(x, 0.3), wide < np.float32(0.3))
    chosen = snp.where(wide > 0, x, 0.3)
    assert chosen.dtype == x.dtype
    assert np.array_equal(
        bits_of(chosen), bits_of(snp.astype(snp.where(wide > 0, wide, scalar), x.dtype))
    )
    assert snp.hypot(x, 1).dtype == x.dtype


def test_a_comparison_with_a_scalar_is_made_in_the_compute_format() -> None:
    tenth = np.asarray(0.1, snp.bfloat16).reshape(1)
    assert not snp.equal(tenth, 0.1)[0]
    assert snp.equal(np.array([0.1], np.float32), 0.1)[0]
    assert snp.equal(np.array([0.1]), 0.1)[0]
    assert not snp.equal(np.array([0.1], np.float32).astype(np.float64), 0.1)[0]


@pytest.mark.parametrize("form", [f for f in FORMATS if not FORMATS[f].is_float and f != "bool"])
def test_an_integer_beside_integers_is_itself(form: str) -> None:
    dtype = get_format(form).dtype
    x = np.array([0, 1, 100], dtype)
    assert np.array_equal(snp.add(x, 3), x + dtype.type(3))
    assert snp.add(x, 3).dtype == dtype
    limits = np.iinfo(dtype)
    assert np.array_equal(snp.maximum(x, limits.max), np.full(3, limits.max, dtype))
    for beyond in (limits.max + 1, limits.min - 1):
        with pytest.raises(SpecError, match="is out of range for"):
            snp.add(x, beyond)
    with pytest.raises(SpecError, match=r"add: b=0\.5 cannot be combined with"):
        snp.add(x, 0.5)
    with pytest.raises(SpecError, match="cannot be combined with"):
        snp.add(x, True)


def test_truths_stand_among_truths_alone() -> None:
    t = np.array([True, False])
    assert np.array_equal(snp.equal(t, True), t)
    assert np.array_equal(snp.logical_or(t, True), [True, True])
    assert np.array_equal(snp.where(True, np.array([1, 2]), np.array([3, 4])), [1, 2])
    for x in (np.ones(2, np.float32), np.ones(2)):
        with pytest.raises(SpecError, match="cannot be combined with float"):
            snp.add(x, True)
    with pytest.raises(SpecError, match="cannot be combined with bool"):
        snp.logical_or(t, 1)


def test_what_is_no_host_scalar_is_refused_with_the_remedy() -> None:
    x = np.ones(2, np.float32)
    with pytest.raises(SpecError, match=r"add: b=nan is not allowed as a Python number \(A1\.1\)"):
        snp.add(x, math.nan)
    with pytest.raises(SpecError, match="not exact in binary64"):
        snp.add(x, 2**53 + 1)
    with pytest.raises(SpecError, match="not exact in binary64"):
        snp.add(x, 10**400)
    with pytest.raises(SpecError, match="all operands are Python numbers"):
        snp.add(1, 2.0)
    with pytest.raises(SpecError, match="does not determine the dtype"):
        snp.where(np.array([True]), 1.0, 2.0)
    with pytest.raises(SpecError, match=r"exp: x is a float, which has no dtype"):
        snp.exp(1.0)
    with pytest.raises(SpecError, match=r"matmul: b is a float"):
        snp.matmul(np.ones((2, 2)), 1.0)


def test_numpy_scalars_are_arrays() -> None:
    x = np.ones(3, np.float32)
    assert not is_scalar(np.float64(1))
    assert np.array_equal(snp.add(x, np.float32(0.1)), x + np.float32(0.1))
    with pytest.raises(SpecError, match="operands of float32 and float64"):
        snp.add(x, np.float64(0.1))


def test_clip_takes_bounds_of_either_kind() -> None:
    x = np.array([-2.0, -0.0, 0.5, np.nan, 9.0], np.float32)
    low, high = np.float32([-1]), np.float32([1])
    wanted = snp.clip(x, low, high)
    for bounds in ((-1, 1), (-1.0, high), (low, 1)):
        assert np.array_equal(bits_of(snp.clip(x, *bounds)), bits_of(wanted))
    assert np.array_equal(bits_of(snp.clip(x, max=1)), bits_of(snp.clip(x, -math.inf, 1)))
    assert np.array_equal(bits_of(snp.clip(x, min=low)), bits_of(snp.clip(x, low, math.inf)))
