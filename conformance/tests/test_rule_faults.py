"""Tests of the judge, rule by rule: a fault where a rule decides is caught by its cases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from samebits.backends.executor import execute
from samebits.backends.protocol import Device, Session
from samebits.conformance.calls.subject import Subject
from samebits.conformance.judging.casework import judge_case
from samebits.conformance.trials.clauses.clause_faults import Breaking, backend
from samebits.conformance.trials.clauses.decision import all_decisions, always
from samebits.conformance.trials.clauses.golden import Decided, golden_cases
from samebits.conformance.trials.saboteurs.base import right_session
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of
from samebits.vectors.case import ByValue, Case

DEVICE = Device("right", "right but where one rule decides")


@pytest.fixture(scope="module")
def golden() -> Mapping[str, Decided]:
    return golden_cases(all_decisions().values())


@pytest.fixture(scope="module")
def right() -> Iterator[Session]:
    with right_session() as session:
        yield session


def shows(rule: str, case: Case, right: Session) -> bool:
    """Return whether a case can show a fault.

    If only digests are stored, the results must not all be equal.
    """
    if all_decisions()[rule].when is not always or isinstance(case.expected()[0], ByValue):
        return True
    first = bits_of(execute(right, case.call, case.inputs())[0]).reshape(-1)
    return bool((first != first[:1]).any())


@pytest.mark.parametrize("rule", all_decisions())
def test_a_fault_where_a_rule_decides_is_caught(
    rule: str, golden: Mapping[str, Decided], right: Session
) -> None:
    """The smallest golden case of the rule that can show the fault catches it."""
    case = next(case for _, _, case in golden[rule].small if shows(rule, case, right))
    for session, outcome in ((right, "pass"), (Breaking(right, all_decisions()[rule]), "fail")):
        subject = Subject("faults", backend, DEVICE, session)
        assert judge_case(subject, case)[0].outcome == outcome, case.id


def test_a_fault_changes_nothing_else(golden: Mapping[str, Decided], right: Session) -> None:
    """S4.pow.5 decides pow(-1, infinity), so a case without this call stays right."""
    subject = Subject("faults", backend, DEVICE, Breaking(right, all_decisions()["S4.pow.5"]))
    deciding = {case.id for _, _, case in golden["S4.pow.5"].small}
    others = [case for _, _, case in golden["S4.pow.20"].small if case.id not in deciding]
    assert others
    for case in others:
        assert judge_case(subject, case)[0].outcome == "pass", case.id


def test_faults_are_devices_named_as_their_rules() -> None:
    assert {device.name for device in backend.devices()} == set(all_decisions())
    with pytest.raises(SpecError, match="'T0.1' is not a rule that decides results"):
        backend.open("T0.1")
