"""Test that a report with facts that no real run has is refused, with the line of the fact."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from samebits.conformance.results.records import CaseResult, Footer
from samebits.reports.errors import ReportError
from samebits.reports.plausible import check_plausible, processes
from samebits.reports.reading import Rows
from samebits.reports.tests.synthetic import ENVIRONMENT, case, header_for
from samebits.reports.tests.test_verify import resealed
from samebits.reports.verify import verify

Writer = Callable[..., Path]


@pytest.mark.parametrize("name", ["os", "machine", "cpu", "python"])
def test_an_environment_that_does_not_state_the_machine_is_refused(
    write: Writer, name: str
) -> None:
    for environment in ({k: v for k, v in ENVIRONMENT.items() if k != name},
                        ENVIRONMENT | {name: " "}):  # fmt: skip
        with pytest.raises(ReportError, match=f"line 1: the environment does not state {name}"):
            verify(write(environment=environment))


def test_what_was_judged_has_a_digest(write: Writer) -> None:
    bare = {k: v for k, v in ENVIRONMENT.items() if k != "source_digest"}
    with pytest.raises(ReportError, match="states no digest of what was judged"):
        verify(write(environment=bare))
    for name in ("module_digest", "program_digest"):
        verify(write(environment=bare | {name: "ab" * 32}))


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"manifest_root": "ab"}, "manifest_root is not a SHA-256"),
        ({"manifest_root": "XY" * 32}, "manifest_root is not a SHA-256"),
        ({"level": "easy"}, "unknown level 'easy'"),
        ({"profiles": ("math", "reduce", "more")}, "unknown profile 'more'"),
        ({"profiles": ("math", "reduce", "math")}, "a profile is named twice"),
        ({"started": "yesterday"}, "started is not a time in UTC: 'yesterday'"),
        ({"started": "2026-01-01T00:00:00"}, "started is not a time in UTC"),
        ({"started": "2026-01-01T00:00:00+02:00"}, "started is not a time in UTC"),
        ({"started": "2999-01-01T00:00:00+00:00"}, "ended before it began"),
    ],
)
def test_a_header_that_no_run_writes_is_refused(
    write: Writer, members: dict[str, Any], words: str
) -> None:
    with pytest.raises(ReportError, match=words) as caught:
        verify(write(**members))
    assert " line 1: " in str(caught.value) or "ended before" in words


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"elements": -1}, "has a negative number of elements"),
        ({"seconds": -0.5}, "took -0.5 s"),
        ({"seconds": 1e300}, "the cases took"),
    ],
)
def test_counts_and_seconds_that_cannot_be_are_refused(
    write: Writer, members: dict[str, Any], words: str
) -> None:
    with pytest.raises(ReportError, match=words):
        verify(write([case("exp"), case("sum", **members)]))


def test_a_law_that_passes_was_put_to_a_call(write: Writer) -> None:
    law = case("sum", id="law/threads/sum/f32", kind="law", elements=0)
    with pytest.raises(ReportError, match="law/threads/sum/f32 passes, but made no call"):
        verify(write([case("exp"), law]))


def test_golden_cases_that_pass_have_compared_something(write: Writer) -> None:
    nothing = [case("exp", name=n, elements=0) for n in "ab"]
    with pytest.raises(ReportError, match="2 cases pass, but no element was compared"):
        verify(write(nothing))
    verify(write([*nothing, case("exp", name="c")]))  # an operand may be empty


def test_the_cases_take_no_longer_than_the_processes_were_there(write: Writer) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        rows[0]["started"] = "2026-01-01T00:00:00+00:00"
        rows[-1]["finished"] = "2026-01-01T00:00:10+00:00"
        rows[1]["seconds"] = rows[2]["seconds"] = 10.0

    both = [case("exp"), case("sum")]
    verify(resealed(write(both), change))
    alone = ENVIRONMENT | {"processors": "1"}
    with pytest.raises(ReportError, match="the cases took 20 s, but 1 processes had 10 s"):
        verify(resealed(write(both, environment=alone), change))
    verify(resealed(write(both, environment=alone, workers=2), change))


@pytest.mark.parametrize("name", ["backend", "backend_version", "device", "shard"])
def test_a_name_in_the_header_has_at_most_500_characters(write: Writer, name: str) -> None:
    verify(write(**{name: "x" * 500}))
    with pytest.raises(ReportError, match=f"line 1: {name} has more than 500 characters"):
        verify(write(**{name: "x" * 501}))


@pytest.mark.parametrize("name", ["suite_version", "spec_version"])
def test_a_version_has_at_most_500_characters(write: Writer, name: str) -> None:
    with pytest.raises(ReportError, match=f"line 1: {name} has more than 500 characters"):
        verify(write(**{name: "x" * 501}))


def test_all_that_an_environment_lacks_is_named_in_one_line(write: Writer) -> None:
    with pytest.raises(ReportError, match="does not state os, machine, cpu, python$"):
        verify(write(environment={"source_digest": "ab"}))


@pytest.mark.parametrize("name", ["level", "profiles"])
def test_a_long_name_is_cut_in_the_message(write: Writer, name: str) -> None:
    long = "x" * 81
    given = long if name == "level" else ("math", "reduce", long)
    with pytest.raises(ReportError, match=f"'{'x' * 80}'"):
        verify(write(**{name: given}))


def rows_of(
    *results: CaseResult, finished: str = "2026-01-01T00:00:10+00:00", **members: Any
) -> Rows:
    """Return the content of a report as `read_report` does, without a file and without checks."""
    begun = {"started": "2026-01-01T00:00:00+00:00", "environment": ENVIRONMENT}
    header = header_for(results, **(begun | members))
    footer = Footer(
        counts={}, planned=0, run=0, verdict="", claim=None, finished=finished, sha256=""
    )
    return Rows(header, tuple(results), footer, len(results) + 2)


def refused(rows: Rows, words: str) -> None:
    with pytest.raises(ReportError) as caught:
        check_plausible(Path("r.jsonl"), rows)
    assert words in str(caught.value)


def test_a_planned_digest_is_hexadecimal() -> None:
    refused(rows_of(planned_digest="x" * 64), "line 1: planned_digest is not a SHA-256")


@pytest.mark.parametrize("members", [{"wrong": -1}, {"max_ulp": -1}, {"elements": -1}])
def test_no_count_is_below_zero(members: dict[str, Any]) -> None:
    refused(rows_of(case("exp", **members)), "exp/f32/group/a has a negative number of elements")


@pytest.mark.parametrize("seconds", [math.inf, math.nan, -1e-9])
def test_seconds_are_a_finite_number(seconds: float) -> None:
    refused(rows_of(case("exp", seconds=seconds)), "exp/f32/group/a took")


def test_nothing_is_compared_in_no_time() -> None:
    refused(
        rows_of(case("exp", seconds=0.0)), "exp/f32/group/a passes with 100 elements compared in no"
    )
    empty = case("exp", name="empty", elements=0, seconds=0.0)
    check_plausible(Path("r.jsonl"), rows_of(empty, case("exp", seconds=1e-6)))


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        ("", "sum/f32/group/a was drawn from a seed, but none is stated"),
        ("abc", "'abc' is not a seed of 16 hexadecimal digits"),
        ("<script>12345678", "'<script>12345678' is not a seed"),
        ("5F3A9C0E12345678", "'5F3A9C0E12345678' is not a seed"),
    ],
)
def test_what_was_drawn_has_a_seed_from_which_it_can_be_drawn_again(seed: str, words: str) -> None:
    refused(rows_of(case("sum", kind="drawn"), seed=seed), f"line 1: {words}")
    check_plausible(Path("r.jsonl"), rows_of(case("sum", kind="drawn")))


@pytest.mark.parametrize("year", ["1999", "0001", "2025"])
def test_a_run_begins_when_there_is_a_samebits(year: str) -> None:
    words = f"line 1: the run began in {int(year)}, before the first version of samebits"
    refused(rows_of(case("exp"), started=f"{year}-12-31T23:59:59+00:00"), words)


@pytest.mark.parametrize("outcome", ["waived", "xfail", "xpass"])
def test_what_a_waiver_makes_takes_a_file_of_waivers(outcome: Any) -> None:
    """Check a report of a run without waivers in which five failing cases were called waived."""
    results = case("exp"), case("sum", outcome=outcome)
    check_plausible(Path("r.jsonl"), rows_of(*results))
    for command in ("", " --waivers="):
        bare = rows_of(*results, command=f"samebits certify --backend=toy{command}")
        refused(bare, f"sum/f32/group/a is {outcome}, which needs a file of waivers")


@pytest.mark.parametrize("spelled", ["", "c", "exec:./toy"])
def test_the_backend_as_the_user_named_it_is_that_of_the_command(spelled: str) -> None:
    environment = ENVIRONMENT | {"backend_spelled": spelled}
    words = f"the environment states backend_spelled {spelled!r}, the command judges 'toy'"
    refused(rows_of(case("exp"), environment=environment), words)


def test_a_huge_number_of_workers_does_not_void_the_check_of_seconds() -> None:
    check_plausible(Path("r.jsonl"), rows_of(case("exp"), workers=1024))
    for workers in (1025, 10**30):
        refused(rows_of(case("exp", seconds=1e9), workers=workers), f"line 1: {workers} workers")


@pytest.mark.parametrize("members", [{"workers": -1}, {"protocol": 0}])
def test_workers_and_protocol_are_counted_from_0_and_1(members: dict[str, int]) -> None:
    refused(rows_of(case("exp"), **members), " workers, protocol ")


@pytest.mark.parametrize("kind", ["law", "drawn", "exhaustive"])
def test_only_golden_and_real_cases_may_be_empty(kind: Any) -> None:
    refused(rows_of(case("exp"), case("sum", kind=kind, elements=0)), "made no call")
    check_plausible(Path("r.jsonl"), rows_of(case("exp"), case("sum", kind="real", elements=0)))


def test_a_failure_needs_no_elements_and_laws_do_not_stand_for_golden_cases() -> None:
    crashed = case("sum", kind="law", outcome="crash", elements=0)
    check_plausible(Path("r.jsonl"), rows_of(case("exp"), crashed))
    law = case("sum", kind="law", elements=5)
    refused(rows_of(law, case("exp", elements=0)), "1 cases pass, but no element was compared")


def test_a_run_of_failures_alone_is_plausible() -> None:
    check_plausible(Path("r.jsonl"), rows_of(case("exp", outcome="fail", elements=0)))


def test_times_may_be_off_by_two_seconds_on_each_process() -> None:
    alone = {"environment": ENVIRONMENT | {"processors": "1"}}
    check_plausible(Path("r.jsonl"), rows_of(case("exp", seconds=12.0), **alone))
    refused(rows_of(case("exp", seconds=12.1), **alone), "the cases took 12 s, but 1 processes")


def test_a_run_may_end_in_the_second_in_which_it_began() -> None:
    at = "2026-01-01T00:00:00+00:00"
    check_plausible(Path("r.jsonl"), rows_of(case("exp", seconds=1.0), finished=at))
    refused(rows_of(case("exp"), finished="2025-12-31T23:59:59+00:00"), "ended before it began")


def test_a_run_does_not_end_in_the_future_and_clocks_may_differ() -> None:
    soon, late = ((datetime.now(UTC) + timedelta(hours=h)).isoformat() for h in (20, 28))
    check_plausible(Path("r.jsonl"), rows_of(case("exp"), finished=soon))
    refused(rows_of(case("exp"), finished=late), "the run ends in the future, at")


@pytest.mark.parametrize("time", ["2026-01-01", "2026-01-01T00:00:00", "9999999", "x" * 90])
def test_the_end_is_a_time_in_utc(time: str) -> None:
    words = f"line 3: finished is not a time in UTC: {time[:80]!r}"
    refused(rows_of(case("exp"), finished=time), words)


@pytest.mark.parametrize(
    ("stated", "workers", "number"),
    [("8", 2, 8), ("2", 8, 8), ("", 0, 1), ("many", 3, 3), ("0", 0, 1), ("8192", 0, 8192),
     ("9999", 0, 8192), ("10000", 0, 1)],
)  # fmt: skip
def test_processes_are_the_workers_or_the_processors_stated(
    stated: str, workers: int, number: int
) -> None:
    rows = rows_of(case("exp"), environment=ENVIRONMENT | {"processors": stated}, workers=workers)
    assert processes(rows.header) == number


@pytest.mark.parametrize(("stated", "at_once"), [("2", 2), ("1", 1), ("odd", 1), ("0", 1)])
def test_cases_may_have_taken_as_long_as_all_processors_were_there(
    stated: str, at_once: int
) -> None:
    environment = ENVIRONMENT | {"processors": stated}
    for seconds, fits in ((12.0 * at_once, True), (12.0 * at_once + 0.5, False)):
        rows = rows_of(case("exp", seconds=seconds), environment=environment)
        if fits:
            check_plausible(Path("r.jsonl"), rows)
        else:
            refused(rows, f"took {seconds:,.0f} s, but {at_once} processes had 10 s")
