"""Test that a missing ability excuses a case only if a session can lack that ability."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from samebits.conformance.judging.options import Options
from samebits.conformance.judging.plan import Work, bare_result, choose
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.conformance.questions.cases import drawn_cases
from samebits.conformance.results.records import CaseResult
from samebits.reports.errors import ReportError
from samebits.reports.excuses import check_excuses, needs_of
from samebits.reports.tests.synthetic import ENVIRONMENT
from samebits.reports.tests.test_forgeries import invented, members, verified
from samebits.vectors.reader import Vectors

Writer = Callable[..., Path]

LAWS = sorted(all_laws())


def result(work: Work, outcome: Any = "not_applicable") -> CaseResult:
    return bare_result(work, outcome, "")


def refused(planned: Sequence[Work], results: Sequence[CaseResult], words: str) -> None:
    with pytest.raises(ReportError, match=words):
        check_excuses(Path("x"), planned, results)


@pytest.mark.parametrize("law", LAWS)
def test_a_law_that_needs_nothing_has_no_excuse(law: str) -> None:
    case = LawCase(law, "softmax", "f32")
    if all_laws()[law].needs:
        check_excuses(Path("x"), [case], [result(case)])
    else:
        refused([case], [result(case)], f"law/{law}/softmax/f32 cannot be not applicable: it needs")


def test_the_forgery_with_every_law_excused_is_refused(write: Writer) -> None:
    """Check a forgery that once passed, because laws such as run_to_run had excuses, too."""
    vectors = Vectors.open()
    options = Options(backend="toy", level="smoke", ops=("add",), sets=("golden", "law"))
    work = choose(options, vectors)
    header = members(vectors, ENVIRONMENT) | {"level": "smoke"}
    header |= {"filters": {"op": ("add",), "set": ("golden", "law")}}
    header |= {"profiles": tuple(dict.fromkeys(item.profile for item in work))}
    command = "samebits certify --backend=toy --op=add --set=golden --set=law"
    results = [
        replace(r, outcome="not_applicable", elements=0, reason="none") if r.kind == "law"
        else replace(r, elements=item.elements())  # type: ignore[union-attr]
        for r, item in zip(invented(work), work, strict=True)
    ]  # fmt: skip
    assert any(r.kind == "law" for r in results)
    ended = verified(write(results, command=command, **header))
    assert ended.exit_code == 2
    assert "cannot be not applicable: it needs nothing" in ended.output


@pytest.mark.parametrize("law", ["threads", "environment", "concurrent"])
def test_a_session_has_an_ability_for_every_op_or_for_none(law: str) -> None:
    cases = [LawCase(law, op, "f32") for op in ("add", "exp")]
    check_excuses(Path("x"), cases, [*map(result, cases)])
    check_excuses(Path("x"), cases, [result(cases[0], "fail"), result(cases[1])])
    refused(cases, [result(cases[0], "pass"), result(cases[1])], "the session has what it needs")


def test_a_graph_may_be_supported_by_its_nodes_alone() -> None:
    cases = [LawCase("concurrent", op, "f32") for op in ("add", "softmax")]
    assert needs_of(cases[0]) == {"together"}
    assert needs_of(cases[1]) == {"together", "whole"}
    check_excuses(Path("x"), cases, [result(cases[0], "pass"), result(cases[1])])


def test_a_session_that_sets_threads_for_drawn_questions_sets_them_for_laws() -> None:
    drawn = next(c for c in drawn_cases([], ("add",)) if c.part == "threads")
    law = LawCase("threads", "add", "f32")
    for one, other in ((drawn, law), (law, drawn)):
        check_excuses(Path("x"), [one, other], [result(one), result(other)])
        refused([one, other], [result(one, "pass"), result(other)], "has what it needs .threads.")


def test_a_drawn_case_is_excused_by_threads_alone() -> None:
    for drawn in drawn_cases([], ("add",)):
        assert needs_of(drawn) == ({"threads"} if drawn.part == "threads" else frozenset())


def test_a_session_that_supports_every_planned_call_lacks_no_other_op() -> None:
    """Check that a call that was supported at planning may not be refused later."""
    planned = choose(Options(backend="toy", level="standard"), Vectors.open())
    law = next(w for w in planned if w.id == "law/products/linear/f32")
    results = [result(w, "not_applicable" if w is law else "pass") for w in planned]
    refused(planned, results, "law/products/linear/f32 .* has what it needs .calls.")
    for outcome in ("unsupported", "waived", "error", "crash", "timeout", "xfail"):
        check_excuses(Path("x"), planned, [replace(results[0], outcome=outcome), *results[1:]])
    part = [w for w in planned if "/add/" not in w.id and not w.id.startswith("add/")]
    kept = {w.id for w in part}
    check_excuses(Path("x"), part, [r for r in results if r.id in kept])
