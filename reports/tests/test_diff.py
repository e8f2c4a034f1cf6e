from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from samebits.reports.diff import differences, grounds
from samebits.reports.tests.synthetic import ENVIRONMENT, case, failing
from samebits.reports.verify import verify

Writer = Callable[..., Path]


def test_equal_reports_have_no_difference_whatever_the_time_was(write: Writer) -> None:
    before = verify(write([case("exp", seconds=1.0)], name="a.jsonl"))
    after = verify(write([case("exp", seconds=2.0)], name="b.jsonl"))
    assert differences(before, after) == []
    assert list(grounds(before, after)) == []


@pytest.mark.parametrize(
    ("old", "new", "text", "worse"),
    [
        (case("exp"), failing("exp", name="a"), "pass -> fail (3 wrong)", True),
        (failing("exp", name="a"), case("exp"), "fail (3 wrong) -> pass", False),
        (case("exp"), case("exp", outcome="unsupported"), "pass -> unsupported", True),
        (failing("exp", name="a"), failing("exp", name="a", wrong=4), "", False),
    ],
)
def test_a_changed_case_is_found_and_judged(
    write: Writer, old: object, new: object, text: str, worse: bool
) -> None:
    before, after = verify(write([old], name="a.jsonl")), verify(write([new], name="b.jsonl"))
    (change,) = differences(before, after)
    assert text in change.text
    assert change.worse is worse


def test_cases_that_came_or_went_are_found(write: Writer) -> None:
    before = verify(write([case("exp", name="a")], name="a.jsonl"))
    after = verify(write([case("exp", name="b")], name="b.jsonl"))
    gone, come = differences(before, after)
    assert (gone.text, gone.worse) == ("pass -> absent", True)
    assert (come.text, come.worse) == ("absent -> pass", False)


def test_facts_that_may_explain_a_change_are_named(write: Writer) -> None:
    before = verify(write(name="a.jsonl"))
    other = ENVIRONMENT | {"cpu": "other"}
    after = verify(write(name="b.jsonl", environment=other, backend_version="2"))
    assert list(grounds(before, after)) == ["backend_version: 1 -> 2", "cpu: a <b>CPU</b> -> other"]
