"""Tests of the number of bits of evidence in a wrong result."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from samebits.conformance.diagnosis.finding import Explanation
from samebits.conformance.diagnosis.information import evidence_bits, places_bits
from samebits.conformance.diagnosis.wrong_elements import gather
from samebits.conformance.results.evidence import EVIDENCE, bits_text
from samebits.conformance.tests.made import Array, judged, normal
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call

F32 = np.float32


def explained(call: Call, inputs: Sequence[Array], wanted: Array, got: Array) -> Explanation:
    """Return an explanation that reproduces every element of the evidence."""
    evidence = gather(None, call, inputs, [bits_of(wanted)], [got])
    assert evidence is not None
    return Explanation(evidence, "any", "any", np.ones(evidence.chosen.size, np.bool_))


def test_truth_values_count_by_their_places_alone() -> None:
    call = get_op("all").call(["f32"], ["bool"], axes=(1,))
    x = [np.ones((40, 2), F32)]
    wanted = np.ones(40, np.bool_)
    got = wanted.copy()
    got[[3, 17]] = False
    assert evidence_bits(explained(call, x, wanted, got)) == pytest.approx(places_bits(40, 2))
    x = [np.ones((9, 2), F32)]
    assert evidence_bits(explained(call, x, wanted[:9], ~wanted[:9])) == 0


def test_integers_count_by_how_far_they_are_off() -> None:
    call = get_op("cast").call(["f32"], ["i32"])
    wanted = np.array([4, 10], np.int32)
    found = explained(call, [normal((2,))], wanted, wanted + np.array([8, 16], np.int32))
    assert evidence_bits(found) == pytest.approx((1 + 3) + (1 + 4))


def test_floats_count_by_ulp_and_special_results_one_bit_each() -> None:
    call = get_op("add").call(["f32", "f32"])
    x = [normal((4,)), normal((4,), seed=1)]
    wanted = np.array([1, 1, 2, 3], F32)
    near = np.array([1 + 4 * 2.0**-23, np.inf, np.nan, 0], F32)
    assert evidence_bits(explained(call, x, wanted, near)) == pytest.approx(1 + 2 + 1 + 1 + 1)
    far = np.array([-1, -2, -3, -4], F32)
    assert evidence_bits(explained(call, x, wanted, far)) == 4 * 16


def test_the_details_state_the_bits_of_evidence() -> None:
    x = normal((30, 9))
    x[::3, 4] = np.nan
    call = get_op("all").call(["f32"], ["bool"], axes=(1,))
    found = judged(call, [x], lambda c, v: ((v[0] != 0) & ~np.isnan(v[0])).all(axis=1))
    assert found.details[EVIDENCE] == bits_text(places_bits(30, 10))


def test_one_ulp_is_one_bit() -> None:
    call = get_op("add").call(["f32", "f32"])
    x = [normal((2,)), normal((2,), seed=1)]
    wanted = np.array([1, -2], F32)
    got = np.nextafter(wanted, F32(9))
    assert evidence_bits(explained(call, x, wanted, got)) == 2
