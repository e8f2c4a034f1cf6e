"""Attacks on the judge: each fails the case that is named with it, and a right session passes."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from samebits.conformance.calls.subject import Subject
from samebits.conformance.judging.questionwork import explain_drawn, judge_drawn
from samebits.conformance.questions.cases import DrawnCase
from samebits.conformance.questions.wanted import Answers
from samebits.conformance.tests.test_survivors import cases_of, judged
from samebits.conformance.trials.saboteurs.reaching.attacks import ATTACKS, Attack, where

SEED = "00000000000000a1"

COLUMN_MAJOR = Attack(
    "column_major",
    "mul",
    "drawn/mixed/mul/f32/1",
    where(lambda made: not made.outputs[0].flags.c_contiguous and made.outputs[0].size > 8),
)


def subject_of(attack: Attack) -> Subject:
    device = attack.devices()[0]
    return Subject(attack.name, attack, device, attack.open(device.name))


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_fails_the_case_that_is_named_with_it(name: str) -> None:
    attack = ATTACKS[name]
    (case,) = cases_of(attack.caught_by, attack.op)
    subject = subject_of(attack)
    with subject.session:
        result, is_wrong = judged(subject, case, SEED)
    assert (result.outcome, is_wrong) == ("fail", True), result.reason


@pytest.mark.parametrize(
    ("name", "diagnosis"),
    [("masked_by_old", "contents"), ("added_to_old", "contents"), ("column_major", "layout")],
)
def test_what_repeats_where_its_arrays_lie_is_not_called_order(name: str, diagnosis: str) -> None:
    """The call is right on plain arrays, so its diagnosis was once `history`."""
    attack = {**ATTACKS, "column_major": COLUMN_MAJOR}[name]
    (case,) = cases_of(attack.caught_by, attack.op)
    assert isinstance(case, DrawnCase)
    subject = subject_of(attack)
    with subject.session:
        result, wrong = judge_drawn(subject, case, SEED, Answers(None), nullcontext)
        assert wrong is not None
        found = explain_drawn(subject, case, result, wrong).diagnosis
    assert found is not None
    assert (found.name, found.confirmed) == (diagnosis, True)
    assert "repeated in the same way, the call gives equal bits" in found.text
