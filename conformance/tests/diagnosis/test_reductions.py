"""Tests of diagnoses of sums over an axis with one mistake or with a wrong tree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from samebits.conformance.diagnosis import diagnose
from samebits.conformance.reveal.families import build
from samebits.conformance.reveal.replay import Model, evaluate_sum
from samebits.conformance.tests.made import Array, judged, no_name, normal, right, tree
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call

F32 = np.float32


def test_T1_an_odd_last_term_that_is_added_at_once_is_named() -> None:
    call = get_op("sum").call(["f32"], axes=(1,))

    def compute(c: Call, v: Sequence[Array]) -> Array:
        joined = np.concatenate([v[0][:, :1] + v[0][:, -1:], v[0][:, 1:-1]], axis=1)
        return tree(joined.T)

    found = judged(call, [normal((40, 129))], compute)
    assert (found.name, found.confirmed) == ("odd-node", True)


def test_T1_a_sum_that_is_always_zero_has_not_only_lost_its_tail() -> None:
    call = get_op("sum").call(["f32"], axes=(1,))
    found = judged(call, [normal((30, 37))], lambda c, v: np.zeros(len(v[0]), F32))
    assert found.name != "wrong-tail"


def test_T1_a_lost_tail_of_terms_is_named() -> None:
    call = get_op("sum").call(["f32"], axes=(1,))
    found = judged(call, [normal((30, 37))], lambda c, v: tree(v[0][:, :32].T))
    assert (found.name, found.confirmed) == ("wrong-tail", True)


@pytest.mark.parametrize("op", ["sum", "mean"])
def test_T1_a_tree_without_a_name_is_revealed_and_confirmed(op: str) -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        total = no_name(v[0].reshape(-1, v[0].shape[-1]))
        return total / F32(v[0].shape[-1]) if op == "mean" else total

    found = judged(get_op(op).call(["f32"], axes=(-1,)), [normal((40, 41))], compute)
    assert (found.name, found.confirmed) == ("tree:revealed", True)


def test_T1_outputs_that_are_summed_by_two_trees_are_told_apart() -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        rows = v[0].reshape(-1, v[0].shape[-1])
        left = np.add.accumulate(rows, axis=1)[:, -1]
        turned = np.add.accumulate(rows[:, ::-1], axis=1)[:, -1]
        return np.where(np.arange(len(rows)) < len(rows) // 2, left, turned)

    found = judged(get_op("sum").call(["f32"], axes=(-1,)), [normal((30, 41))], compute)
    assert (found.name, found.details["reproduces"]) == ("tree:sequential", "all wrong elements")
    assert "not all outputs have one tree" in found.text


def test_T3_sums_of_integers_in_32_bits_are_named() -> None:
    x = np.random.default_rng(0).integers(2**30, 2**31 - 1, (40, 9)).astype(np.int32)
    call = get_op("sum").call(["i32"], ["i64"], axes=(1,))
    found = judged(call, [x], lambda c, v: np.add.reduce(v[0], axis=1, dtype=np.int32))
    assert (found.name, found.confirmed) == ("accumulator:i32", True)


def through_f32(rows: Array) -> Array:
    """Return exact sums, rounded to binary32."""
    return rows.astype(np.float64).sum(axis=1).astype(F32)


def test_T10_an_exact_sum_that_is_rounded_to_binary32_first_is_named() -> None:
    unit = np.array([[1.0, 2.0**-11, 2.0**-24], [-1.0, -(2.0**-11), -(2.0**-24)]], np.float16)
    rows = np.concatenate([unit * np.float16(k) for k in (1, 2, 4, 8, 16, 32)] * 4)
    call = get_op("sum_exact").call(["f16"], ["f16"], axes=(1,))
    found = judged(call, [rows], lambda c, v: through_f32(v[0]).astype(np.float16))
    assert found.name == "exact:double-rounding"


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_T10_an_exact_sum_that_is_rounded_on_the_way_is_named(dtype: Any) -> None:
    call = get_op("sum_exact").call(["f32"], ["f32"], axes=(1,))
    x = normal((40, 37)) * np.exp2(normal((40, 37), seed=1, scale=20)).astype(F32)
    x = np.concatenate([x, -x[:, ::-1], normal((40, 6), scale=1e-3)], axis=1)
    found = judged(call, [x], lambda c, v: tree(v[0].T.astype(dtype)).astype(F32))
    assert (found.name, found.confirmed) == (f"exact:tree-{np.dtype(dtype).name}", True)


def test_T1_a_tree_with_a_rare_name_is_found_without_the_backend() -> None:
    call, x = get_op("sum").call(["f32"], axes=(1,)), [normal((40, 300))]
    got = evaluate_sum(Model(build("lanes(32)", 300), "f32"), x[0])
    found = diagnose(None, call, x, [bits_of(right(call, x))], [got])
    assert found is not None
    assert (found.name, found.details["reproduces"]) == ("tree:lanes(32)", "all wrong elements")


def test_T1_sums_whose_terms_cannot_be_counted_are_not_said_to_have_no_tree() -> None:
    call = get_op("sum").call(["f8e4m3fn"], ["f32"], axes=(1,))
    x = [normal((30, 900), "f8e4m3fn")]
    found = judged(call, x, lambda c, v: right(c, v) * F32(1.37) + F32(2))
    assert found.name != "tree:none"
