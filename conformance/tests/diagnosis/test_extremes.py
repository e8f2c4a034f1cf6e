"""Tests of diagnoses of extremes and truth values that ignore a NaN."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from samebits.conformance.tests.made import Array, judged, normal
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call


@pytest.mark.parametrize("op", ["maximum", "minimum"])
@pytest.mark.parametrize("second", [True, False])
def test_S3_a_comparison_that_passes_over_a_nan_operand_is_named(op: str, second: bool) -> None:
    x = [normal((90,)), normal((90,), seed=1)]
    x[0][::7], x[1][3::7] = np.nan, np.nan

    def compute(c: Call, v: Sequence[Array]) -> Array:
        first = v[0] > v[1] if op == "maximum" else v[0] < v[1]
        other = v[1] > v[0] if op == "maximum" else v[1] < v[0]
        return np.where(first, v[0], v[1]) if second else np.where(other, v[1], v[0])

    assert judged(get_op(op).call(["f32", "f32"]), x, compute).name == "nan-ignored"


def test_S3_a_nan_passed_over_is_named_among_the_largest_numbers_too() -> None:
    x = np.array([[np.nan, -1.0e308, -1.7e308], [np.nan, -1.7e308, -1.2e308]] * 12)
    call = get_op("min").call(["f64"], axes=(1,))
    found = judged(call, [x], lambda c, v: np.fmin.reduce(v[0], axis=1))
    assert (found.name, found.details["reproduces"]) == ("nan-ignored", "all wrong elements")


def test_R5_a_nan_that_counts_as_false_is_named() -> None:
    x = normal((30, 9))
    x[::2, 4] = np.nan
    call = get_op("all").call(["f32"], ["bool"], axes=(1,))
    found = judged(call, [x], lambda c, v: ((v[0] != 0) & ~np.isnan(v[0])).all(axis=1))
    assert found.name == "nan-is-false"
