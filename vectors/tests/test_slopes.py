"""Operands that are hard to round, where the slope of a function is a fraction."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("flint", reason="no search is tried without Arb: pip install python-flint")

from samebits.spec.catalog import get_op
from samebits.vectors.search import slopes
from samebits.vectors.search.middles import Nearness, nearness
from samebits.vectors.search.published import published
from samebits.vectors.search.slopes import Curve

FOUND = sorted(path.stem for path in slopes.FOLDER.glob("*.json"))
ONE = 1 << slopes._POINT


def pattern(value: float) -> int:
    return int(np.float64(value).view(np.uint64))


def test_values_are_near_to_a_middle_or_to_a_number() -> None:
    call = get_op("square").call(["f64"])
    third = 1.0 + 2.0**-27
    rows = [(pattern(x),) for x in (third, 1.5, math.nan, 1.0 + 2.0**-28)]
    assert nearness(call, rows) == [
        Nearness(2.0, 2.0),
        Nearness(1.0, math.inf),
        None,
        Nearness(pytest.approx(4 - math.log2(7)), 4.0),
    ]


def test_a_curve_goes_through_the_values_and_has_their_slope() -> None:
    x = 1.25
    (curve,) = slopes.curves(get_op("exp").call(["f64"]), [(pattern(x),)], [30])
    assert curve is not None
    a, b, c, *_ = curve.floats()
    assert a * 2.0**-51 == pytest.approx(math.exp(x))  # exp(1.25) lies in [2, 4)
    assert b == pytest.approx(math.exp(x) / 2, rel=1e-12)
    assert c == pytest.approx(math.exp(x) * 2.0**-54, rel=1e-6)
    assert curve.slope(2.0**30) == pytest.approx(math.exp(x + 2.0**-22) / 2, rel=1e-12)
    assert curve.bend(0.0) == pytest.approx(2 * c)


@pytest.mark.parametrize(
    ("op", "x"),
    [("exp", math.log(2)), ("exp", 1.0), ("exp", 1000.0), ("sin", math.inf), ("tanh", 1000.0)],
)
def test_no_curve_crosses_a_binade_or_a_value_that_is_none_of_a_ball(op: str, x: float) -> None:
    assert slopes.curves(get_op(op).call(["f64"]), [(pattern(x),)], [30]) == [None]


def test_places_have_the_slope_that_they_name() -> None:
    (curve,) = slopes.curves(get_op("exp").call(["f64"]), [(pattern(1.25),)], [slopes._STRETCH])
    assert curve is not None
    found = list(slopes.places(curve))
    assert len(found) > 100
    assert len({*found}) == len(found)
    for steps, p, q in found:
        assert math.gcd(p, q) == 1
        assert curve.slope(steps) == pytest.approx(p / q, abs=1e-11)
    few = list(slopes.places(curve, 10))
    assert 0 < len(few) < 40


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


@pytest.mark.parametrize("bend", [2.0**-14, -(2.0**-14) / 3])
@pytest.mark.parametrize("q", [1, 3, 8])
def test_crossings_are_the_operands_next_to_middles(
    bend: float, q: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every operand of the stretch is tried: none of the drift's first turns is nearer."""
    monkeypatch.setattr(slopes, "_CANDIDATE", 1.0)
    monkeypatch.setattr(slopes, "TURNS", 3)
    curve = Curve((0,), (ONE * 2 // 7, ONE * 5 // q, round(bend * ONE), 0, 0))
    found = dict(slopes.crossings(curve, 5, q))
    exact = {t: off(curve, t) for t in range(-300, 301)}
    for steps, distance in found.items():
        if steps in exact:
            assert float(exact[steps]) == pytest.approx(distance, abs=1e-12)
    within = [t for t in exact if abs(bend) * t * t < 2.5]
    nearest = min(within, key=lambda t: exact[t])
    assert nearest in found


def off(curve: Curve, steps: int) -> Fraction:
    value = sum(Fraction(c, ONE) * steps**i for i, c in enumerate(curve.coefficients))
    return abs(value % 1 - Fraction(1, 2))


def test_a_line_has_no_crossing() -> None:
    assert slopes.crossings(Curve((0,), (ONE // 3, ONE, 0, 0, 0)), 1, 1) == []


@pytest.mark.parametrize("op", ["exp", "logaddexp"])
def test_a_small_search_finds_what_a_billion_random_operands_have_not(op: str) -> None:
    some = slopes.stretches(op)[100:116]
    found = slopes.search(op, some)
    assert 0 < len(found) <= slopes.KEPT
    assert found == slopes.search(op, some)
    bits = nearness(get_op(op).call(["f64"] * len(found[0])), found)
    middles = [b.middle for b in bits if b is not None]
    assert middles == sorted(middles, reverse=True)
    assert middles[0] > 36


@pytest.mark.parametrize("op", FOUND)
def test_R2_what_was_found_is_hard_to_round(op: str) -> None:
    found = slopes.found_by_slopes(op)
    assert len({*found}) == len(found) == slopes.KEPT
    bits = nearness(get_op(op).call(["f64"] * len(found[0])), found)
    middles = [b.middle for b in bits if b is not None]
    assert len(middles) == len(bits)
    assert middles == sorted(middles, reverse=True)
    assert middles[0] > 42
    assert middles[-1] > 38


def test_every_function_has_operands_that_are_hard_to_round_to_nearest() -> None:
    """Of binary64, and whose values are no fractions; acosh and asinh are published otherwise."""
    assert {"acosh", "asinh"} <= {*FOUND}
    assert [op for op in slopes.searchable() if op not in FOUND and not published(op)] == []


def test_what_is_found_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(slopes, "FOLDER", tmp_path / "found")
    monkeypatch.setattr(slopes, "search", lambda op, among: [(pattern(0.7),), (pattern(0.8),)])
    monkeypatch.setattr(sys, "argv", ["slopes", "exp"])
    slopes.main()
    assert "exp: nearest to the middle of two numbers" in capsys.readouterr().out
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
