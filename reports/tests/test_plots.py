from __future__ import annotations

from samebits.conformance.results.records import CaseResult, Example
from samebits.reports.plots import distances, exponents, plots
from samebits.reports.svg import clean
from samebits.reports.tests.synthetic import HOSTILE, failing


def wrong(patterns: list[str], ulps: list[int | None]) -> CaseResult:
    """Return a failing case of exp with an example for each operand pattern and distance."""
    pairs = zip(patterns, ulps, strict=True)
    examples = [Example(f"a/{i}", i, (p,), "0" * 8, "0" * 8, u) for i, (p, u) in enumerate(pairs)]
    return failing("exp", examples=tuple(examples))


def test_distances_are_counted_in_powers_of_two() -> None:
    plot = distances([wrong(["3f800000"] * 6, [1, 1, 2, 3, 9, None])])
    assert plot is not None
    assert plot.bars == (("1", 2), ("2", 2), ("4", 0), ("8", 1))
    far = distances([wrong(["3f800000"] * 4, [1, 1, 2**40, 2**60])])
    assert far is not None
    assert far.bars[-1] == ("2^15+", 2)


def test_inputs_are_counted_by_their_exponent() -> None:
    patterns = ["3f800000", "40000000", "00000001", "80000000", "7f800000", "7fc00000"]
    plot = exponents([wrong(patterns, [1] * 6)])
    assert plot is not None
    assert sum(n for _, n in plot.bars) == 6
    assert {("0", 1), ("inf", 1), ("nan", 1)} <= set(plot.bars)
    assert plot.bars[1] == ("-149", 1)


def test_there_is_no_plot_of_few_or_of_what_is_all_alike() -> None:
    assert plots([wrong(["3f800000"] * 3, [1, 2, 3])]) == []
    assert plots([wrong(["3f800000"] * 9, [1] * 9)]) == []
    assert plots([wrong([HOSTILE] * 9, [None] * 9)]) == []


def test_a_plot_is_a_drawing_that_a_page_allows_and_says_its_bars() -> None:
    plot = distances([wrong(["3f800000"] * 4, [1, 2, 3, 4])])
    assert plot is not None
    assert clean(plot.svg) is not None
    assert "1: 1, 2: 2, 4: 1" in plot.svg
