"""Test the search for operands that are hard to round near points with a rational slope."""

from __future__ import annotations

import math
import sys
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import mpmath
import numpy as np
import pytest

pytest.importorskip("flint", reason="no search is tried without Arb: pip install python-flint")

from samebits.vectors.search import slopes
from samebits.vectors.search.published import published
from samebits.vectors.search.slopes import Curve
from samebits.vectors.search.values import (
    TRUSTED,
    Nearness,
    call_in_binary64,
    exact_values,
    few_of_each,
    nearness,
)

FOUND = sorted(path.stem for path in slopes.FOLDER.glob("*.json"))
ONE = 1 << slopes._POINT


def pattern(value: float) -> int:
    return int(np.float64(value).view(np.uint64))


def test_values_are_near_to_a_middle_or_to_a_number() -> None:
    call = call_in_binary64("square")
    quarter, sixteenth = 1.0 + 2.0**-27, 1.0 + 2.0**-28
    least = 2.0**-537 * 1.5  # the square is 2.25 times the least subnormal number
    rows = [(pattern(x),) for x in (quarter, 1.5, math.nan, 1.5e154, 1e-300, sixteenth, least)]
    assert nearness(call, rows) == [
        Nearness(2.0, 2.0),
        Nearness(1.0, math.inf),
        None,
        None,
        Nearness(1.0, math.inf),
        Nearness(pytest.approx(4 - math.log2(7)), 4.0),
        Nearness(2.0, 2.0),
    ]


def test_a_distance_that_the_bits_do_not_tell_is_infinite() -> None:
    (found,) = nearness(call_in_binary64("sin"), [(1,)])
    assert found == Nearness(1.0, math.inf)


def test_a_value_has_the_bits_that_are_promised() -> None:
    """Next to a zero of lgamma, a difference of 192-bit numbers has fewer correct bits."""
    row = (pattern(-2.4570247382208006),)
    (found,) = exact_values(call_in_binary64("lgamma"), [row])
    assert found is not None
    with mpmath.workprec(400):
        wanted = mpmath.log(abs(mpmath.gamma(mpmath.mpf(-2.4570247382208006))))
        value = mpmath.mpf(found.signed()) * mpmath.mpf(2) ** found.exponent
        assert abs(value / wanted - 1) < mpmath.mpf(2) ** -TRUSTED


def test_few_of_a_ranking_share_a_binade_or_a_fraction() -> None:
    one = pattern(1.0)
    ranked = [(float(i), (one + i,)) for i in range(9)]
    assert few_of_each(ranked, 9, 3, 9) == [(one,), (one + 1,), (one + 2,)]
    assert few_of_each(ranked, 2, 3, 9) == [(one,), (one + 1,)]
    alike = [(1.0, (pattern(3.0),)), (0.5, (pattern(-0.75),)), (2.0, (pattern(5.0),))]
    assert few_of_each(alike, 9, 9, 1) == [(pattern(-0.75),), (pattern(5.0),)]


@pytest.mark.parametrize(
    ("op", "x", "value", "slope"),
    [
        ("exp", 1.25, math.exp(1.25), math.exp(1.25)),
        ("sinh", -1.25, -math.sinh(1.25), -math.cosh(1.25)),
    ],
)
def test_a_curve_goes_through_the_values_and_has_their_slope(
    op: str, x: float, value: float, slope: float
) -> None:
    """Numbers are counted away from 0. Each function equals its own second derivative."""
    (curve,) = slopes.curves(call_in_binary64(op), [(pattern(x),)], [30])
    assert curve is not None
    unit = math.ulp(value)
    a, b, c, *_ = curve.floats()
    assert a * unit == pytest.approx(value)
    assert b * unit == pytest.approx(slope * 2.0**-52, rel=1e-12)
    assert c * unit == pytest.approx(value * 2.0**-105, rel=1e-6)
    assert curve.curvature(0.0) == c
    assert curve.slope(2.0**30) == pytest.approx(b + 2.0**31 * c, rel=1e-12)


def test_the_last_stretch_of_a_binade_has_a_curve() -> None:
    last = pattern(2.0) - (2 << slopes._STRETCH)
    (curve,) = slopes.curves(call_in_binary64("sqrt"), [(last,)], [slopes._STRETCH])
    assert curve is not None


@pytest.mark.parametrize(
    ("op", "x"),
    [("exp", math.log(2)), ("exp", 1.0), ("exp", 1000.0), ("sin", math.inf), ("tanh", 1000.0)],
)
def test_no_curve_crosses_a_binade_or_a_value_that_is_none_of_a_ball(op: str, x: float) -> None:
    assert slopes.curves(call_in_binary64(op), [(pattern(x),)], [30]) == [None]


@pytest.mark.parametrize(("op", "x"), [("exp", 1.25), ("erfc", 0.6), ("sinh", -1.25)])
def test_points_have_the_slope_that_they_name(op: str, x: float) -> None:
    (curve,) = slopes.curves(call_in_binary64(op), [(pattern(x),)], [slopes._STRETCH])
    assert curve is not None
    found = list(slopes.points(curve, slopes._STRETCH))
    assert len(found) > 100
    assert len({*found}) == len(found)
    assert {p < 0 for _, p, _ in found} == {op != "exp"}
    for t, p, q in found:
        assert math.gcd(p, q) == 1
        assert curve.slope(t) == pytest.approx(p / q, abs=1e-11)
    few = list(slopes.points(curve, slopes._STRETCH - 3))
    assert 0 < len(few) < len(found) / 4


def test_stretches_have_every_operand_of_everyday_size() -> None:
    found = slopes.stretches("exp")
    side = 2 << slopes._STRETCH
    assert len(found) == 2 * 20 * 16
    assert found[0] == (pattern(2.0**-13) + side,)
    assert found[319] == (pattern(2.0**7) - side,)
    assert {b[0] - a[0] for a, b in pairwise(found[:320])} == {2 * side}
    assert [(x ^ 1 << 63,) for (x,) in found[:320]] == found[320:]
    pairs = slopes.stretches("logaddexp")
    assert pairs == slopes.stretches("logaddexp")
    assert len({y for _, y in pairs}) == len(pairs) == 2 * 9 * 16
    assert {y >> 63 for _, y in pairs} == {0, 1}


def test_a_stretch_is_cut_where_its_results_are_not_of_one_binade() -> None:
    centres = [row for row in slopes.stretches("exp") if row[0] >> 52 == 0x3FF]
    found = list(slopes._searched(call_in_binary64("exp"), centres))
    whole = [curve.operands for curve, reach in found if reach == slopes._STRETCH]
    parts = [curve.operands[0] for curve, reach in found if reach < slopes._STRETCH]
    cut = [centre for centre in centres if centre not in whole]
    assert 0 < len(cut) < len(centres) / 2  # few intervals cross a power of two
    assert len(parts) == len(cut) * 8 - len(cut)
    assert all(any(abs(x - centre[0]) < 2 << slopes._STRETCH for centre in cut) for x in parts)


def test_a_stretch_is_cut_where_the_slope_has_an_extreme() -> None:
    """The second derivative of tanh has an extremum at 0.658."""
    centre = (pattern(0.658) & ~((4 << slopes._STRETCH) - 1)) + (2 << slopes._STRETCH)
    found = list(slopes._searched(call_in_binary64("tanh_derivative"), [(centre,)]))
    assert {reach for _, reach in found} == {slopes._STRETCH - slopes._PARTS}
    assert len(found) == 8


@pytest.mark.parametrize("curvature", [2.0**-14, -(2.0**-14) / 3])
@pytest.mark.parametrize("cubic", [0.0, 2.0**-26, -(2.0**-26)])
@pytest.mark.parametrize("q", [1, 3, 8])
def test_crossings_are_the_operands_next_to_middles(
    curvature: float, cubic: float, q: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a midpoint is between t and t + q, the search must find the nearer of the two operands.

    All t within 300 of the curve's operand are checked.
    """
    monkeypatch.setattr(slopes, "_CANDIDATE", 1.0)
    higher = (round(curvature * ONE), round(cubic * ONE), round(cubic * 2.0**-12 * ONE))
    curve = Curve((0,), (ONE * 2 // 7, ONE * 5 // q + (ONE >> 12), *higher))
    found = dict(slopes.crossings(curve, 5, q))
    asked = range(-300, 301)
    exact = {t: value(curve, t) for t in asked}
    for t, distance in found.items():
        if t in exact:
            assert float(off(exact[t])) == pytest.approx(distance, abs=1e-12)
    crossed = 0
    for t in asked[: -q or None]:
        this, other = exact[t] + Fraction(1, 2), exact[t + q] + Fraction(1, 2) - 5
        if math.floor(this) != math.floor(other):
            crossed += 1
            nearer, farther = sorted((t, t + q), key=lambda t: off(exact[t]))
            # Midpoints that are about halfway between the two results are skipped.
            if off(exact[farther]) > 1.1 * off(exact[nearer]):
                assert nearer in found
    assert crossed > 2 * q


def value(curve: Curve, t: int) -> Fraction:
    return sum((Fraction(c, ONE) * t**i for i, c in enumerate(curve.coefficients)), Fraction(0))


def off(value: Fraction) -> Fraction:
    return abs(value % 1 - Fraction(1, 2))


def test_few_of_what_was_found_share_a_binade_and_none_differ_by_a_sign_alone() -> None:
    rows = [(pattern(sign * (1 + k / 64)),) for k in range(1, 40) for sign in (1, -1)]
    found = dict.fromkeys([*rows, (pattern(3.0),)], 2.0 ** (-40))
    kept = slopes._nearest(call_in_binary64("cosh"), found)
    assert len(kept) == slopes.PER_BINADE + 1
    assert len({x & ~(1 << 63) for (x,) in kept}) == len(kept)


def test_a_line_has_no_crossing() -> None:
    assert slopes.crossings(Curve((0,), (ONE // 3, ONE, 0, 0, 0)), 1, 1) == []


@pytest.mark.parametrize("op", ["exp", "logaddexp"])
def test_a_small_search_finds_what_a_billion_random_operands_have_not(op: str) -> None:
    some = slopes.stretches(op)[100:116]
    found = slopes.search(op, some)
    assert 0 < len(found) <= slopes.KEPT
    assert found == slopes.search(op, some)
    bits = nearness(call_in_binary64(op), found)
    middles = [b.middle for b in bits if b is not None]
    assert middles == sorted(middles, reverse=True)
    assert middles[0] > 36


@pytest.mark.parametrize("op", FOUND)
def test_R2_what_was_found_is_hard_to_round(op: str) -> None:
    found = slopes.found_by_slopes(op)
    assert len({*found}) == len(found) == slopes.KEPT
    bits = nearness(call_in_binary64(op), found)
    middles = [b.middle for b in bits if b is not None]
    assert len(middles) == len(bits)
    assert middles == sorted(middles, reverse=True)
    assert middles[0] > 44
    assert middles[-1] > 42
    assert len({(x & ~(1 << 63), *others) for x, *others in found}) == len(found)
    assert max(Counter((x & ~(1 << 63)) >> 52 for x, *_ in found).values()) <= slopes.PER_BINADE


def test_every_function_has_operands_that_are_hard_to_round_to_nearest() -> None:
    """Every binary64 function without rational values must have hard operands.

    The published operands of acosh and asinh are hard in other rounding directions.
    """
    assert {"acosh", "asinh"} <= {*FOUND}
    assert [op for op in slopes.searchable() if op not in FOUND and not published(op)] == []


def test_what_is_found_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(slopes, "FOLDER", tmp_path / "found")
    monkeypatch.setattr(slopes, "search", lambda op, among: [(pattern(0.7),), (pattern(0.8),)])
    monkeypatch.setattr(sys, "argv", ["slopes", "exp"])
    slopes.main()
    assert "exp: within 2^-" in capsys.readouterr().out
    assert slopes.found_by_slopes("exp") == [(pattern(0.7),), (pattern(0.8),)]
    monkeypatch.setattr(slopes, "searchable", lambda: ["exp"])
    monkeypatch.setattr(sys, "argv", ["slopes", "--missing"])
    with pytest.raises(SystemExit, match="nothing is missing"):
        slopes.main()


@pytest.mark.parametrize("words", [[], ["relu"]])
def test_a_wrong_name_is_one_line(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["slopes", *words])
    with pytest.raises(SystemExit, match="no search for .*; known: .*exp"):
        slopes.main()
