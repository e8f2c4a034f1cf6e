"""Test that a value next to a limit rounds like all numbers on the same side of the limit."""

from __future__ import annotations

import pytest

from samebits.oracles.nearly import huge, just_above, just_below, tiny
from samebits.oracles.rounding import dyadic, round_to
from samebits.spec.formats import get_format

FLOATS = ("f64", "f32", "f16", "bf16", "f8e4m3fn", "f8e5m2")


@pytest.mark.parametrize("name", FLOATS)
@pytest.mark.parametrize("sign", [1, -1])
def test_R1_beside_a_tie_the_side_decides(name, sign):
    precision = get_format(name).precision
    tie = dyadic(sign * ((1 << precision) + 1), -precision)  # 1 + half an ulp rounds down to even
    one = round_to(sign, name)
    assert [round_to(v, name) for v in (just_below(tie), tie, just_above(tie))] == [
        one,
        one,
        one + 1,
    ]
    upper = dyadic(sign * ((1 << precision) + 3), -precision)  # rounds up to even
    assert round_to(just_below(upper), name) == one + 1
    assert round_to(upper, name) == one + 2


@pytest.mark.parametrize("name", FLOATS)
def test_R1_beside_a_number_the_number_results(name):
    for value in (dyadic(1, 0), dyadic(-3, -2), dyadic(1, get_format(name).least_exponent)):
        wanted = round_to(value, name)
        assert round_to(just_below(value), name) == round_to(just_above(value), name) == wanted
        assert not just_below(value).is_zero


@pytest.mark.parametrize("name", FLOATS)
def test_R1_beyond_every_format_only_the_sign_is_left(name):
    form = get_format(name)
    over = form.infinity if form.has_infinity else form.max_finite
    assert round_to(tiny(False), name) == 0
    assert round_to(tiny(True), name) == form.sign_mask
    assert round_to(huge(False), name) == over
    assert round_to(huge(True), name) == over | form.sign_mask
    assert not tiny(True).is_zero
