"""Tests of diagnoses of variances and other moments that are computed by wrong formulas."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from samebits.conformance.reveal.arithmetic import fma
from samebits.conformance.tests.made import Array, judged, normal, tree
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

F32 = np.float32


def deviations(x: Array) -> Array:
    return np.asarray(x - (tree(x.T) / x.dtype.type(x.shape[1]))[:, None])


def test_T3_squares_fused_into_the_tree_are_named_under_the_root_of_std() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        d = deviations(v[0].reshape(-1, v[0].shape[-1]))
        pairs = fma(d[:, 1::2], d[:, 1::2], d[:, ::2] * d[:, ::2], "f32")
        return np.sqrt(tree(pairs.T) / F32(d.shape[1] - 1))

    call = get_op("std").call(["f32"], axes=(-1,), correction=1)
    assert judged(call, [normal((60, 24))], compute).name == "fused-squares"


def test_R4_a_variance_in_binary64_is_named() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        d = deviations(v[0].reshape(-1, v[0].shape[-1]).astype(np.float64))
        return (tree((d * d).T) / (d.shape[1] - 1)).astype(F32)

    call = get_op("var").call(["f32"], axes=(-1,), correction=1)
    assert judged(call, [normal((60, 24))], compute).name == "accumulator:f64"


@pytest.mark.parametrize(("correction", "used"), [(1, 0), (0, 1)])
def test_T3_a_correction_that_is_ignored_is_named_by_what_is_divided_by(
    correction: int, used: int
) -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        d = deviations(v[0].reshape(-1, v[0].shape[-1]))
        return tree((d * d).T) / F32(d.shape[1] - used)

    call = get_op("var").call(["f32"], axes=(-1,), correction=correction)
    found = judged(call, [normal((60, 24))], compute)
    assert found.name == "correction"
    assert f"n - {used} " in found.text


def test_S3_a_norm_that_passes_over_a_nan_is_named() -> None:
    x = normal((40, 9))
    x[::3, 2] = np.nan
    call = get_op("norm").call(["f32"], axes=(-1,), ord="inf")
    found = judged(call, [x], lambda c, v: np.fmax.reduce(np.abs(v[0]), axis=-1))
    assert found.name == "nan-ignored"


def test_R4_a_logsumexp_in_binary64_is_named() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        x = v[0].reshape(-1, v[0].shape[-1]).astype(np.float64)
        m = x.max(axis=1)
        return (m + np.log(tree(np.exp(x - m[:, None]).T))).astype(F32)

    call = get_op("logsumexp").call(["f32"], axes=(-1,))
    assert judged(call, [normal((80, 24))], compute).name == "accumulator:f64"
