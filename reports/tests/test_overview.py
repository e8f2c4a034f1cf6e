from __future__ import annotations

from samebits.reports.overview import Bar, profile_bars
from samebits.reports.summary import counts_of
from samebits.reports.tests.synthetic import case, failing


def test_one_failure_among_thousands_is_seen_in_the_bar() -> None:
    bar = Bar(counts_of([case("exp")] * 9999 + [failing("exp")]))
    assert bar.text == "9,999 of 10,000"
    (good, start, width), (bad, after, thin) = bar.parts
    assert (good, start, bad) == ("good", 0.0, "bad")
    assert thin > 1.5
    assert width == after
    assert abs(width + thin - 100) < 0.02


def test_there_is_a_line_for_each_profile_and_one_for_real_inputs_and_laws() -> None:
    results = [
        case("exp"), case("sum"), failing("sum", name="b"), case("exp", kind="real"),
        case("sum", id="law/threads/sum/f32", kind="law"),
    ]  # fmt: skip
    lines = profile_bars({"a": results, "b": results[:1]})
    assert [title for title, _ in lines] == ["math", "reduce", "real inputs", "laws"]
    assert [[bar.text if bar else None for bar in bars] for _, bars in lines] == [
        ["1 of 1", "1 of 1"], ["1 of 2", None], ["1 of 1", None], ["1 of 1", None],
    ]  # fmt: skip


def test_laws_that_are_not_applicable_take_no_part_of_the_bar() -> None:
    absent = case("sum", id="law/threads/sum/f32", kind="law", outcome="not_applicable")
    bar = Bar(counts_of([case("sum", id="law/batch/sum/f32", kind="law"), absent]))
    assert (bar.text, bar.parts) == ("1 of 1", [("good", 0.0, 100.0)])
    assert bar.words == "1 not applicable, 1 pass"
    alone = Bar(counts_of([absent]))
    assert (alone.text, alone.parts) == ("0 of 0", [("mute", 0.0, 100.0)])
