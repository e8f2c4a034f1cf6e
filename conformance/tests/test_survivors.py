"""Tests that drawn questions catch wrong backends that golden cases and laws do not catch.

The seeds are fixed, because a test must not depend on luck. Two different seeds show that the
question does not depend on luck either.
"""

from __future__ import annotations

import math
from contextlib import nullcontext
from fnmatch import fnmatchcase
from functools import cache

import pytest

from samebits.conformance.calls.subject import Subject
from samebits.conformance.judging.casework import judge_case
from samebits.conformance.judging.lawwork import judge_law
from samebits.conformance.judging.questionwork import explain_drawn, judge_drawn
from samebits.conformance.laws.law_catalog import LawCase
from samebits.conformance.questions.cases import DrawnCase, drawn_cases
from samebits.conformance.questions.wanted import Answers
from samebits.conformance.results.records import CaseResult
from samebits.conformance.tests.judging import all_law_cases
from samebits.conformance.trials.saboteurs.reaching.survivors import SURVIVORS, Survivor
from samebits.vectors.reader import Vectors

SEEDS = ("00000000000000a1", "5eed5eed5eed5eed")


@cache
def vectors() -> Vectors:
    return Vectors.open()


@cache
def all_cases() -> tuple[DrawnCase | LawCase, ...]:
    return (*drawn_cases(vectors().exhaustive_cases()), *all_law_cases())


def judged(subject: Subject, case: DrawnCase | LawCase, seed: str) -> tuple[CaseResult, bool]:
    """Return the result, and whether there is a wrong result to explain."""
    if isinstance(case, LawCase):
        result = judge_law(subject, case, seed)
        return result, result.outcome == "fail"
    result, wrong = judge_drawn(subject, case, seed, Answers(None), nullcontext)
    return result, wrong is not None


def cases_of(pattern: str, op: str) -> list[DrawnCase | LawCase]:
    """Return the cases that match.

    If several match, return only cases of `op` and of sort.
    """
    found = [case for case in all_cases() if fnmatchcase(case.id, pattern)]
    return [c for c in found if c.op in (op, "sort")] if len(found) > 1 else found


def subject_of(survivor: Survivor) -> Subject:
    device = survivor.devices()[0]
    return Subject(survivor.name, survivor, device, survivor.open(device.name))


@pytest.mark.parametrize("name", SURVIVORS)
def test_a_survivor_fails_its_drawn_question_whatever_the_seed(name: str) -> None:
    survivor, pattern = SURVIVORS[name]
    cases = cases_of(pattern, survivor.ops[0])
    assert cases
    subject = subject_of(survivor)
    with subject.session:
        for seed in SEEDS:
            outcomes = []
            for case in cases:
                result, is_wrong = judged(subject, case, seed)
                outcomes.append(result.outcome)
                assert is_wrong == (result.outcome == "fail")
                assert result.outcome == "pass" or f"--seed {seed}" in result.repeat
            assert "fail" in outcomes, outcomes


@pytest.mark.parametrize("pattern", sorted({pattern for _, pattern in SURVIVORS.values()}))
def test_the_right_session_passes_the_questions_that_catch_survivors(pattern: str) -> None:
    subject = subject_of(Survivor("right", (), lambda asked: False))
    with subject.session:
        for case in cases_of(pattern, "add"):
            result, _ = judged(subject, case, SEEDS[0])
            assert result.outcome == "pass", result.reason


@pytest.mark.parametrize("name", [n for n in SURVIVORS if n.startswith("looked_up")])
def test_a_backend_that_looks_answers_up_passes_every_frozen_case(name: str) -> None:
    """Only drawn questions distinguish this backend from a right backend."""
    survivor, _ = SURVIVORS[name]
    subject = subject_of(survivor)
    few = [c for c in vectors().cases(ops=survivor.ops) if c.elements() < 5000][:25]
    with subject.session:
        assert {judge_case(subject, case)[0].outcome for case in few} == {"pass"}


def test_a_failure_names_the_call_its_elements_and_the_seed() -> None:
    survivor, pattern = SURVIVORS["many_axes"]
    (case,) = cases_of(pattern, "add")
    assert isinstance(case, DrawnCase)
    subject = subject_of(survivor)
    with subject.session:
        result, wrong = judge_drawn(subject, case, SEEDS[0], Answers(None), nullcontext)
        assert wrong is not None
        result = explain_drawn(subject, case, result, wrong)
    assert result.reason.startswith("call 2 after add, add[f64] on ")
    assert result.wrong == 1
    assert result.elements == math.prod(wrong.question.shapes[0])
    (example,) = result.examples
    assert int(example.wanted, 16) ^ int(example.got, 16) == 1
    assert len(example.inputs) == 2
    assert result.repeat == (
        f"samebits explain {case.id} --backend many_axes --device cpu --seed {SEEDS[0]}"
    )
