"""Operands that tell a result which was rounded to a wider format first."""

from __future__ import annotations

import math

import pytest

from samebits.spec.formats import get_format
from samebits.vectors.plans.angles import hypot_groups
from samebits.vectors.plans.patterns import randomness, value_of


def lengths(name: str) -> list[tuple[int, int]]:
    groups = hypot_groups(get_format(name), randomness("test", name))
    return next(rows for group, rows, _, _ in groups if group == "twice")


def test_R2_a_length_comes_to_a_tie_in_binary64_that_goes_the_wrong_way() -> None:
    form = get_format("f32")
    found = lengths("f32")
    assert len(set(found)) == 12
    sides = set()
    for row in found:
        x, y = (value_of(pattern, form) for pattern in row)
        square, middle = x * x + y * y, x + value_of(0x3F000000, form)
        assert x.denominator == 1
        assert x.numerator.bit_length() == form.precision
        assert math.sqrt(square) == middle  # in binary64: math.sqrt rounds once
        upward = square > middle * middle
        assert square != middle * middle
        assert upward == (x.numerator % 2 == 0)  # the tie goes down to the even x
        sides.add(upward)
    assert sides == {True, False}


@pytest.mark.parametrize("name", ["f16", "bf16", "f64"])
def test_no_length_of_other_formats_is_so_near_to_a_middle_in_binary64(name: str) -> None:
    assert lengths(name) == []
