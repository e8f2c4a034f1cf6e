"""Test that the search finds borders, periods and multiples of pi/2 at their true positions."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from samebits.spec.catalog import all_ops, function_landmarks
from samebits.spec.formats import get_format
from samebits.vectors.plans import patterns, periods
from samebits.vectors.plans.borders import borders

F32 = get_format("f32")


def finds(op: str, place: float, *attributes: float, form: str = "f32") -> bool:
    found = borders(op, get_format(form), attributes)
    return any(math.isclose(x, place, rel_tol=1e-9, abs_tol=1e-12) for x in found)


def test_every_function_of_one_operand_is_known_to_the_plans() -> None:
    functions = [op for op in all_ops().values() if op.profile == "math" and len(op.operands) == 1]
    assert [op.name for op in functions if function_landmarks(op.name).binary64 is None] == []


@pytest.mark.parametrize(
    ("op", "place"),
    [
        ("exp", 128 * math.log(2) + math.log1p(-(2.0**-25))),
        ("exp", -150 * math.log(2)),
        ("exp2", -149.0),
        ("log", 1.0),
        ("asin", 1.0),
        ("atanh", -1.0),
        ("tan", math.pi / 2),
        ("sin", math.pi),
        ("relu6_derivative", 6.0),
        ("hardsigmoid", -3.0),
        ("lgamma", -2.4570247382208006),
        ("silu_derivative", -1.2784645427610738),
        ("square", 2.0**-75),
    ],
)
def test_R2_a_border_is_found_where_it_is(op: str, place: float) -> None:
    assert finds(op, place)


def test_R2_the_overflow_of_f16_is_not_that_of_f32() -> None:
    assert finds("exp", math.log(65520), form="f16")
    assert finds("sinh", -math.asinh(65520), form="f16")


def test_R2_the_result_of_tanh_begins_to_differ_from_x_and_ends_at_1() -> None:
    found = borders("tanh", F32)
    assert any(math.isclose(x, math.sqrt(3 * 2.0**-25), rel_tol=1e-6) for x in found)
    assert any(8.6 < x < 9.1 for x in found)


def test_R4_borders_follow_the_attribute() -> None:
    # alpha (e^(x / alpha) - 1) rounds to -alpha if x / alpha is below log(2^-25).
    assert finds("celu", 2.0 * math.log(2.0**-25), 2.0)
    assert not finds("celu", 2.0 * math.log(2.0**-25), 0.5)


def test_borders_of_bare_ops_are_none() -> None:
    assert borders("sqrt", F32) == []


@pytest.mark.parametrize("name", ["f16", "bf16"])
def test_R2_near_multiples_are_the_nearest_of_their_binade(name: str) -> None:
    form = get_format(name)
    found = {pattern & (form.sign_mask - 1) for pattern in periods.near_multiples(form)}
    half_pi = Fraction(math.pi) / 2 + Fraction(6.123233995736766e-17)
    width = form.precision - 1
    for field in range(patterns.one(form) >> width, (form.max_finite >> width) + 1, 4):
        binade = range(field << width, (field + 1) << width)
        ratios = [(p, patterns.value_of(p, form) / half_pi) for p in binade]
        if float(ratios[0][1]) > 2**60:
            break  # larger multiples need more digits of pi
        gaps = [(abs(r - round(r)), p) for p, r in ratios if round(r) > 0]
        assert min(gaps)[1] in found


def test_R2_a_binary32_number_comes_within_2_to_the_minus_33_of_a_multiple_of_half_pi() -> None:
    gaps = []
    for pattern in periods.near_multiples(F32):
        x = abs(patterns.value_of(pattern, F32))
        steps = x / periods._half_pi(500)
        gaps.append(abs(steps - round(steps)))
    assert min(gaps) < Fraction(2) ** -29
    assert len(gaps) >= 2 * 120


def test_R2_cuts_hold_multiples_and_half_multiples() -> None:
    found = set(periods.cuts("exp", F32))
    for steps in (1, 1.5, -3, 8.5):
        assert patterns.nearest(steps * math.log(2), F32) in found
    assert periods.cuts("erf", F32) == []
