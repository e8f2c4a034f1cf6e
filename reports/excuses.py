"""Check cases that are reported as not applicable: the session must lack an ability.

Each law declares the abilities that it needs from a session (`Law.needs`). A law without needs is
always applicable. A law is also applicable if other results of the same report show that the
session has the abilities. A session has an ability for every op or for no op. It also must not
refuse a call that it supported when the run was planned (`samebits.conformance.calls.promises`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from samebits.conformance.calls.promises import name_of
from samebits.conformance.judging.plan import Work, calls_of
from samebits.conformance.laws.law import ABILITIES, Need
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.conformance.questions.cases import DrawnCase
from samebits.conformance.results.records import CaseResult, Outcome
from samebits.reports.errors import ReportError
from samebits.spec.catalog import all_ops, get_op

_SUPPORTED: frozenset[Outcome] = frozenset({"pass", "fail", "xpass", "not_run", "not_applicable"})
"""Outcomes that show that the session supported the calls of the case during planning."""


def needs_of(work: Work) -> frozenset[Need]:
    """Return the abilities without which a case is not applicable.

    For most cases, the set is empty.
    """
    if isinstance(work, DrawnCase):
        return frozenset({"threads"}) if work.part == "threads" else frozenset()
    if not isinstance(work, LawCase):
        return frozenset()
    by_nodes = get_op(work.op).op_class == "graph"
    return all_laws()[work.law].needs - (frozenset() if by_nodes else {"whole"})


def check_excuses(path: Path, planned: Sequence[Work], results: Sequence[CaseResult]) -> None:
    """Raise ReportError if a case is reported as not applicable without a valid reason."""
    excused = [r for r in results if r.outcome == "not_applicable"]
    if not excused:
        return
    needs = {work.id: needs_of(work) for work in planned}
    met = _met(planned, results, needs)
    for result in excused:
        needed = needs[result.id]
        if not needed:
            raise ReportError(
                f"{path}: {result.id} cannot be not applicable: it needs nothing that a session "
                "may lack"
            )
        if needed <= met:
            raise ReportError(
                f"{path}: {result.id} cannot be not applicable: by the other results the session "
                f"has what it needs ({', '.join(sorted(needed))})"
            )


def _met(
    planned: Sequence[Work], results: Sequence[CaseResult], needs: Mapping[str, frozenset[Need]]
) -> frozenset[Need]:
    """Return the abilities that the session has, according to the results."""
    shown = (needs[r.id] & ABILITIES for r in results if r.outcome == "pass")
    met: frozenset[Need] = frozenset().union(*shown)
    if any(result.outcome not in _SUPPORTED for result in results):
        return met
    asked = {name_of(call) for work in planned for call in calls_of(work)}
    known = {f"{name}/{label}" for name, op in all_ops().items() for label in op.labels()}
    return met | {"calls"} if known <= asked else met
