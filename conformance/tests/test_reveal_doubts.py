"""Tests of the explanations of sums that no tree reproduces, based on random rows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from samebits.conformance.reveal import reveal
from samebits.conformance.reveal.arithmetic import Array, narrow
from samebits.conformance.reveal.doubts import Doubt, doubt, kahan
from samebits.conformance.tests.boxes import Box, Sum, sequential

F32 = np.float32


def prober_of(*, lost: int, spent: int) -> Any:
    """Return a prober in which `lost` of `spent` probes lost a unit."""
    mask = SimpleNamespace(huge=2.0**15, unit=2.0**-24)
    return SimpleNamespace(mask=mask, lost=lost, spent=spent)


def doubted(total: Sum, *, lost: int = 1, spent: int = 1, n: int = 12) -> Doubt | None:
    """Return the doubt about `total`, a function that sums random rows."""
    rows = np.random.default_rng(1).standard_normal((24, n)).astype(F32)
    return doubt(Box(total, n), (rows, None), prober_of(lost=lost, spent=spent))


def name_of(found: Doubt | None) -> str | None:
    return found and found.name


def exactly(rows: Array) -> Array:
    return rows.astype(np.float64).sum(axis=1).astype(F32)


def in_order_of_size(rows: Array) -> Array:
    return sequential(np.sort(rows, axis=1))


def compensated(rows: Array) -> Array:
    return kahan(rows, Box(sequential, rows.shape[1]))


def test_sums_that_change_from_call_to_call_are_unstable() -> None:
    count = iter(range(100))
    assert name_of(doubted(lambda rows: sequential(rows) + F32(next(count)))) == "unstable"


def test_exact_sums_are_told_by_whether_units_were_lost() -> None:
    exact, wide = doubted(exactly, lost=0), doubted(exactly)
    assert (name_of(exact), name_of(wide)) == ("exact", "wide")
    assert exact is not None
    assert "no unit is lost beside a value 2^39 times as large" in exact.text
    assert wide is not None
    assert "too wide to show its order" in wide.text


@pytest.mark.parametrize("near", [(1 + 2.0**-7, 1 + 2.0**-7), (1.0, 1.0), (1 + 2.0**-7, 1.0)])
def test_R5_an_exact_sum_may_be_rounded_to_bf16_from_bf16_binary32_or_binary64(
    near: tuple[float, float],
) -> None:
    """The exact sum is slightly above a midpoint, so a first rounding gives the midpoint."""
    terms = narrow(np.array([[1, 2.0**-8, 2.0**-40], [1, 2.0**-8, 2.0**-60]]), "bf16")
    prober = prober_of(lost=1, spent=1)
    box = Box(lambda rows: narrow(np.array(near), "bf16"), 3, "bf16", "bf16")
    assert name_of(doubt(box, (terms, None), prober)) == "wide"
    other = Box(lambda rows: narrow(np.array(near[::-1]), "bf16"), 3, "bf16", "bf16")
    assert (doubt(other, (terms, None), prober) is None) is (near[0] != near[1])


def test_sums_that_lose_no_unit_and_are_not_exact_are_compensated() -> None:
    found = doubted(sequential, lost=0)
    assert name_of(found) == "compensated"
    assert found is not None
    assert "beside a value 2^39 times as large, yet sums are not exact" in found.text
    assert doubted(sequential, lost=0, spent=0) is None  # no probe was made


def test_of_two_terms_no_probe_can_lose_a_unit() -> None:
    assert doubted(lambda rows: sequential(rows) * F32(1.5), lost=0, n=2) is None
    three = doubted(lambda rows: sequential(rows) * F32(1.5), lost=0, n=3)
    assert name_of(three) == "compensated"


def test_sums_of_terms_in_any_order_follow_from_the_values() -> None:
    assert name_of(doubted(in_order_of_size)) == "data-dependent"
    assert name_of(doubted(in_order_of_size, n=4)) == "data-dependent"


def test_three_terms_are_too_few_to_tell_an_order_by() -> None:
    assert doubted(in_order_of_size, n=3) is None


def test_products_are_put_in_another_order_with_both_factors() -> None:
    a, b = np.random.default_rng(2).standard_normal((2, 24, 12)).astype(F32)
    sorting = Box(sequential, 12, product=lambda x, y: in_order_of_size(x * y))
    found = doubt(sorting, (a, b), prober_of(lost=1, spent=1))
    assert name_of(found) == "data-dependent"


@pytest.mark.parametrize("n", [12, 400])
def test_kahans_sum_is_known(n: int) -> None:
    found = doubted(compensated, n=n)
    assert found == Doubt("compensated", "the sums are Kahan's, compensated, from left to right")


def test_kahans_sum_is_looked_for_in_sums_of_terms_alone() -> None:
    a, b = np.random.default_rng(3).standard_normal((2, 24, 12)).astype(F32)
    box = Box(sequential, 12, product=lambda x, y: compensated(x))
    assert doubt(box, (a, b), prober_of(lost=1, spent=1)) is None


def test_kahans_sum_carries_what_each_addition_lost() -> None:
    terms = np.array([[1, 2.0**-24, 2.0**-24, 2.0**-24, 2.0**-24]], F32)
    assert sequential(terms).tolist() == [1.0]
    assert compensated(terms).tolist() == [1 + 2.0**-22]
    assert compensated(terms[:, :1]).tolist() == [1.0]


def test_sums_of_a_plain_tree_leave_no_doubt() -> None:
    assert doubted(sequential) is None


def test_what_has_no_tree_is_not_confirmed() -> None:
    count = iter(range(100_000))
    found = reveal(Box(lambda rows: sequential(rows) + F32(next(count) % 7), 12))
    assert (found.model, found.confirmed) == (None, False)
    assert found.name == "unstable"
    assert found.text.startswith("no tree explains the sums: ")
