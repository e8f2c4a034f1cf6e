"""What no run can say is refused, with the line that says it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samebits.reports.errors import ReportError
from samebits.reports.tests.synthetic import ENVIRONMENT, case
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
        ({"manifest_root": "ab"}, "manifest_root is no SHA-256"),
        ({"manifest_root": "XY" * 32}, "manifest_root is no SHA-256"),
        ({"level": "easy"}, "unknown level 'easy'"),
        ({"profiles": ("math", "reduce", "more")}, "unknown profile 'more'"),
        ({"profiles": ("math", "reduce", "math")}, "a profile is named twice"),
        ({"started": "yesterday"}, "started is no time in UTC: 'yesterday'"),
        ({"started": "2026-01-01T00:00:00"}, "started is no time in UTC"),
        ({"started": "2026-01-01T00:00:00+02:00"}, "started is no time in UTC"),
        ({"started": "2999-01-01T00:00:00+00:00"}, "ended before it began"),
    ],
)
def test_a_header_that_no_run_writes_is_refused(
    write: Writer, members: dict[str, Any], words: str
) -> None:
    with pytest.raises(ReportError, match=words):
        verify(write(**members))


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"elements": -1}, "counts less than no elements"),
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
    with pytest.raises(ReportError, match="law/threads/sum/f32 passes, but was put to nothing"):
        verify(write([case("exp"), law]))


def test_golden_cases_that_pass_have_compared_something(write: Writer) -> None:
    nothing = [case("exp", name=n, elements=0) for n in "ab"]
    with pytest.raises(ReportError, match="2 cases pass, and not one of them compared an element"):
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
