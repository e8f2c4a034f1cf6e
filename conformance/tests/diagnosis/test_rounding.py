"""Tests of diagnoses of functions and arithmetic: each kind of wrong rounding has a name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from samebits.conformance.diagnosis.hypotheses import rounding_hypotheses as rounding
from samebits.conformance.reveal.arithmetic import flush
from samebits.conformance.tests.made import Array, judged, normal, right
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

F32 = np.float32


def test_R2_neighbours_of_the_exact_value_are_called_faithful_and_confirmed() -> None:
    call, x = get_op("exp").call(["f32"]), [normal((400,))]

    def faithful(c: Call, v: Sequence[Array]) -> Array:
        found, wide = right(c, v), np.exp(v[0].astype(np.float64))
        other = np.nextafter(found, np.where(wide > found, np.inf, -np.inf).astype(F32))
        return np.where(np.arange(found.size) % 5 == 0, other, found)

    found = judged(call, x, faithful)
    assert (found.name, found.confirmed) == ("not-correctly-rounded", True)
    assert found.details["faithful"].startswith("yes")


@pytest.mark.parametrize(
    ("name", "operands", "results"),
    [("ftz-outputs", False, True), ("ftz-inputs", True, False), ("ftz", True, True)],
)
def test_R1_subnormals_flushed_on_one_side_or_both_are_told_apart(
    name: str, operands: bool, results: bool
) -> None:
    call = get_op("mul").call(["f32", "f32"])
    tiny = normal((120,), scale=1e-39)
    x = [np.concatenate([tiny, normal((120,), scale=1e-20)]), normal((240,), seed=1)]
    x[1][:60] *= F32(1e10)
    x[1][120:] *= F32(1e-19)

    def compute(c: Call, v: Sequence[Array]) -> Array:
        found = right(c, [flush(y, "f32") for y in v] if operands else v)
        return flush(found, "f32") if results else found

    assert judged(call, x, compute).name == name


def test_R1_directed_roundings_of_known_values() -> None:
    step = 2.0**-10  # 1 ulp of binary16 at 1
    value = np.array([1 + step / 4, 1 + 3 * step / 4, -1 - step / 4, -1 - 3 * step / 4])
    low, high = 1.0, 1 + step
    assert rounding.toward_zero(value, "f16").tolist() == [low, low, -low, -low]
    assert rounding.upward(value, "f16").tolist() == [high, high, -low, -low]
    assert rounding.downward(value, "f16").tolist() == [low, low, -high, -high]
    tie = np.array([1 + step / 2, -1 - step / 2, 1 + 3 * step / 2])
    assert rounding.ties_away(tie, "f16").tolist() == [high, -high, 1 + 2 * step]


def test_R2_a_cast_through_binary32_is_a_double_rounding() -> None:
    call = get_op("cast").call(["f64"], ["f16"])
    x = np.concatenate([normal((40,), "f64"), 1 + 2.0**-11 + 2.0**-40 * np.arange(1, 60)])
    x = np.concatenate([x, -4 * x])
    found = judged(call, [x], lambda c, v: v[0].astype(F32).astype(np.float16))
    assert (found.name, found.confirmed) == ("double-rounding:f32", True)
