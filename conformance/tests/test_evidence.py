"""What the diagnosis takes for evidence: how much it gathers, counts and asks for."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from samebits.conformance.diagnosis import diagnose, engine
from samebits.conformance.diagnosis.broaden import broaden
from samebits.conformance.diagnosis.evidence import gather, terms_per_output
from samebits.conformance.diagnosis.explanation import Explanation
from samebits.conformance.diagnosis.information import evidence_bits, places_bits
from samebits.conformance.diagnosis.recompute import RecomputeError
from samebits.conformance.diagnosis.scalar import before_rounding
from samebits.conformance.evidence import EVIDENCE, bits_text
from samebits.conformance.tests.made import Array, Made, judged, normal, right
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of

F32 = np.float32


def explained(call: Call, inputs: Sequence[Array], wanted: Array, got: Array) -> Explanation:
    """An explanation that reproduces every element of this evidence."""
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


@pytest.mark.parametrize(
    ("op", "shapes", "terms"),
    [
        ("matmul", ((3, 7), (7, 5)), 7),
        ("dot", ((9,), (9,)), 9),
        ("outer", ((6,), (5,)), 1),
        ("sum", ((4, 6),), 24),
        ("mul", ((8,), (8,)), 1),
    ],
)
def test_the_terms_of_an_output_are_those_it_depends_on(
    op: str, shapes: Sequence[tuple[int, ...]], terms: int
) -> None:
    call = get_op(op).call(["f32"] * len(shapes))
    assert terms_per_output(call, [normal(s) for s in shapes]) == terms


def test_a_quotient_before_its_rounding_is_exact_where_it_can_be() -> None:
    call = get_op("div").call(["f32", "f32"])
    x = [np.array([6, -6, 5, 7], F32), np.array([2, 3, -4, -7], F32)]
    value = before_rounding(call, x)
    assert value is not None
    assert value.tolist() == [3, -2, -1.25, -1]


def test_a_logarithm_of_zero_is_minus_infinity_before_its_rounding() -> None:
    call = get_op("log").call(["f32"])
    value = before_rounding(call, [np.array([0, -0.0, 1, -1], F32)])
    assert value is not None
    assert value[:3].tolist() == [-math.inf, -math.inf, 0]
    assert math.isnan(value[3])


# More evidence of the same kind


def one_wrong(call: Call, x: Sequence[Array], by: float = 2.0) -> Made:
    return Made(lambda c, v: right(c, v) * F32(by))


@pytest.mark.parametrize("size", [100, 100_000])
def test_a_sum_of_one_output_is_run_again_on_random_operands(size: int) -> None:
    call, x = get_op("sum").call(["f32"]), [normal((size,))]
    session = one_wrong(call, x)
    wanted = right(call, x)
    evidence = gather(session, call, x, [bits_of(wanted)], [wanted * F32(2)])
    assert evidence is not None
    assert evidence.total == 1
    more = broaden(evidence)
    assert more.is_composed
    assert more.total >= 12
    assert more.wrong.all()


def test_a_sum_too_large_to_be_run_again_stays_as_it_is() -> None:
    call, x = get_op("sum").call(["f32"]), [np.ones(400_000, F32)]
    wanted = np.asarray(F32(400_000))
    evidence = gather(one_wrong(call, x), call, x, [bits_of(wanted)], [wanted * F32(2)])
    assert evidence is not None
    assert broaden(evidence) is evidence


def test_a_dot_product_is_confirmed_by_products_of_the_same_shape() -> None:
    call = get_op("dot").call(["f32", "f32"])

    def rounded(c: Call, v: Sequence[Array]) -> Array:
        return np.add.accumulate(v[0] * v[1])[-1:]

    found = judged(call, [normal((77,)), normal((77,), seed=1)], rounded)
    assert (found.name, found.confirmed) == ("unfused", True)


# What is named, and what not


def unfused(c: Call, v: Sequence[Array]) -> Array:
    return np.asarray(v[0] * v[1] + v[2])


@pytest.mark.parametrize(("others", "name"), [(20, "unfused"), (3, "inaccurate")])
def test_what_explains_most_wrong_elements_is_named_with_its_share(others: int, name: str) -> None:
    call = get_op("fma").call(["f32"] * 3)
    x = [normal((900,), seed=s) for s in range(3)]

    def compute(c: Call, v: Sequence[Array]) -> Array:
        found = unfused(c, v)
        every = right(c, v) * F32(1.37) + F32(5)
        return np.where(np.arange(found.size) % 50 < 50 // others, every, found)

    found = judged(call, x, compute)
    assert found.name == name
    assert not found.confirmed
    if name == "unfused":
        assert "; this explains " in found.text


def test_details_of_the_lesser_of_two_mistakes_are_kept() -> None:
    call = get_op("sum").call(["f32"], axes=(1,))
    x = [normal((60, 41))]
    x[0][:40, 5] = np.nan

    def compute(c: Call, v: Sequence[Array]) -> Array:
        total = np.add.accumulate(v[0], axis=1)[:, -1]
        bits = total.view(np.uint32).copy()
        bits[np.isnan(total)] = 0xFFC00001
        return bits.view(F32)

    found = judged(call, x, compute)
    assert (found.name, found.details["also"]) == ("nan-not-canonical", "tree:sequential")
    assert found.details["svg"].startswith("<svg")


def test_digests_whose_bits_cannot_be_recomputed_confirm_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise RecomputeError("no oracle is installed")

    monkeypatch.setattr(engine, "recompute", fail)
    call, x = get_op("add").call(["f32", "f32"]), [normal((9,)), normal((9,), seed=1)]
    found = diagnose(None, call, x, None, [right(call, x)])
    assert found is not None
    assert (found.name, found.confirmed) == ("unexplained", False)
    assert "no oracle is installed" in found.text
