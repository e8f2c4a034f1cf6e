"""Test that operands in the groups for exact results and ties have results of that kind."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt
from random import Random

import pytest

from samebits.spec.formats import Format, get_format
from samebits.vectors.plans import angles, exact, patterns, powers

Row = tuple[int, int]


def group(groups: Iterable[powers.Group], wanted: str) -> list[Row]:
    (rows,) = [rows for name, rows, *_ in groups if name == wanted]
    return rows


def value(pattern: int, form: Format) -> Fraction:
    return patterns.value_of(pattern, form)


def is_number(x: Fraction, form: Format) -> bool:
    """Return whether x is representable, disregarding overflow."""
    if not x:
        return True
    exact_power = x.denominator & (x.denominator - 1) == 0
    odd = abs(x.numerator) // (abs(x.numerator) & -abs(x.numerator))
    least = x.denominator.bit_length() - 1 <= -form.least_exponent
    return exact_power and odd.bit_length() <= form.precision and least


def is_tie(x: Fraction, form: Format) -> bool:
    """Return whether x is the midpoint of two neighbours in the format."""
    top = abs(x.numerator) // (abs(x.numerator) & -abs(x.numerator))
    if x.denominator & (x.denominator - 1):
        return False
    subnormal = abs(x) < Fraction(2) ** form.emin
    if subnormal:
        return x.denominator == 2 ** (1 - form.least_exponent)
    return top.bit_length() == form.precision + 1


def powers_of(rows: list[Row], form: Format) -> list[Fraction]:
    """Return x^y for each row whose y is a small positive integer."""
    found = []
    for x, y in rows:
        n = value(y, form)
        if n.denominator == 1 and 0 < n < 64:
            found.append(value(x, form) ** int(n))
    return found


@pytest.mark.parametrize("name", ["f32", "f16", "bf16"])
def test_R1_ties_of_pow_are_ties(name: str) -> None:
    form = get_format(name)
    for wanted in ("ties", "subnormal-ties"):
        rows = group(powers.groups(form, Random(1)), wanted)
        results = powers_of(rows if wanted == "ties" else rows[::3], form)
        assert results
        assert all(is_tie(abs(x), form) for x in results)


@pytest.mark.parametrize("name", ["f32", "f16", "bf16"])
def test_R1_exact_powers_are_numbers(name: str) -> None:
    form = get_format(name)
    rows = group(powers.groups(form, Random(1)), "exact")
    results = powers_of(rows[:-64], form)
    assert len(results) > 10
    assert all(is_number(x, form) for x in results)


@pytest.mark.parametrize("name", ["f32", "f16", "bf16"])
@pytest.mark.parametrize("wanted", ["exact", "ties"])
def test_R1_triples_have_the_hypotenuse_that_they_are_made_for(name: str, wanted: str) -> None:
    form = get_format(name)
    rows = group(angles.hypot_groups(form, Random(1)), wanted)
    assert len(rows) > 60
    for a, b in rows:
        square = value(a, form) ** 2 + value(b, form) ** 2
        root = Fraction(isqrt_exact(square.numerator), isqrt_exact(square.denominator))
        assert is_number(root, form) if wanted == "exact" else is_tie(root, form)


def isqrt_exact(n: int) -> int:
    root = isqrt(n)
    assert root * root == n
    return root


@pytest.mark.parametrize("name", ["f32", "f16", "bf16"])
def test_R1_squares_hold_exact_ones_ties_and_subnormal_ties(name: str) -> None:
    form = get_format(name)
    squares = [value(p, form) ** 2 for p in exact.exact("square", form)]
    assert sum(is_number(x, form) for x in squares) > 10
    normal = [x for x in squares if is_tie(x, form) and x >= Fraction(2) ** form.emin]
    deep = [x for x in squares if is_tie(x, form) and x < Fraction(2) ** form.emin]
    assert normal
    assert deep or form.least_exponent % 2 == 0


@pytest.mark.parametrize("name", ["f32", "f16", "bf16"])
def test_R1_cubes_are_cubes_and_their_neighbours(name: str) -> None:
    form = get_format(name)
    found = [value(p, form) for p in exact.exact("cbrt", form)]

    def is_cube(x: Fraction) -> bool:
        parts = (abs(x.numerator), x.denominator)
        return all(round(n ** (1 / 3)) ** 3 == n for n in parts if n < 2**150)

    assert sum(map(is_cube, found)) > 20


def test_R2_halving_ties_have_an_odd_last_bit() -> None:
    form = get_format("f32")
    found = exact.halving_ties(form)
    low = [p for p in found if p & (form.sign_mask - 1) < 2 << (form.precision - 1)]
    assert len(low) > 500
    assert all(is_tie(abs(value(p, form)) / 2, form) for p in low)


def test_ops_without_a_list_have_no_exact_case() -> None:
    assert exact.exact("erf", get_format("f32")) == []
