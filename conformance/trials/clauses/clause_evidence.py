"""Collect the evidence for each rule, and raise an error if evidence is missing."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from samebits.conformance.op_listing.op_files import root_of
from samebits.conformance.trials.clauses.clause_drawn import Met, laws_of, question_for
from samebits.conformance.trials.clauses.clause_refusals import judged, refused_calls
from samebits.conformance.trials.clauses.decision import Decision, all_decisions, rules
from samebits.conformance.trials.clauses.golden import Decided, golden_cases
from samebits.conformance.trials.clauses.suite import (
    Test,
    files_of_tests,
    naming_tests,
    with_tables,
)
from samebits.conformance.trials.sabotage.named_faults import FAMILIES
from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.documents.rules import Rule
from samebits.spec.errors import SpecError

PROOF_OF_FAULTS = Test(
    "conformance/tests/test_rule_faults.py", "test_a_fault_where_a_rule_decides_is_caught"
)
PROOF_OF_SABOTEURS = Test(
    "conformance/tests/test_saboteurs.py", "test_saboteur_is_caught_with_the_right_diagnosis"
)
PROOF_OF_FAMILIES = Test(
    "conformance/tests/test_sabotage.py",
    "test_a_fault_is_caught_by_a_case_in_which_its_predicate_holds",
)


REFUSING = "C2.1"
"""The rule that a call with an error must be refused.

A saboteur that breaks this rule accepts bad calls. It therefore also breaks every rule that makes a
call an error.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The evidence for one rule. The other modules of this folder find its parts."""

    rule: Rule
    decision: Decision | None
    golden: Decided
    laws: Mapping[str, int]
    question: Met | None
    refused: Mapping[str, int]
    saboteurs: Sequence[str]
    families: Sequence[str]
    tests: Sequence[Test]

    @property
    def binds_backends(self) -> bool:
        """Return whether the evidence comes from calls to a backend, not only from unit tests."""
        return bool(self.decision or self.laws or (self.refused and judged()))

    def missing(self) -> list[str]:
        """Return the kinds of evidence that the rule lacks."""
        if not self.binds_backends:
            return [] if self.tests else ["a case, a law, a refused call or a test that names it"]
        lacks = []
        if self.decision and not self.golden.cases:
            lacks.append(f"a golden case ({self.decision.words})")
        if not (self.laws or self.question or self.refused):
            lacks.append("a law or a drawn question")
        if not (self.saboteurs or self.families or self.decision):
            lacks.append("a saboteur")
        return lacks


def evidence(
    text: Iterable[Rule] | None = None, decisions: Mapping[str, Decision] | None = None
) -> list[Evidence]:
    """Return the evidence for each rule in `text`. The default is all rules of SPEC.md."""
    every = list(rules().values()) if text is None else list(text)
    decided = all_decisions() if decisions is None else decisions
    golden = golden_cases(decided.values())
    tests = naming_tests({rule.number for rule in every}, files_of_tests())
    owners = with_tables(every)
    found = []
    for rule in every:
        number, decision = rule.number, decided.get(rule.number)
        found.append(
            Evidence(
                rule=rule,
                decision=decision,
                golden=golden.get(number, Decided()),
                laws=laws_of(number),
                question=question_for(decision) if decision else None,
                refused=refused_calls().get(number, {}),
                saboteurs=[
                    name
                    for name, s in saboteurs().items()
                    if number in s.rules or (REFUSING in s.rules and number in refused_calls())
                ],
                families=[name for name, f in FAMILIES.items() if number in f.rules],
                tests=tests.get(number) or tests.get(owners.get(number, ""), []),
            )
        )
    return found


def check(found: Iterable[Evidence]) -> None:
    """Raise SpecError if evidence or a proof is missing, naming every rule and proof concerned."""
    bare = [f"{e.rule.number} lacks {' and '.join(e.missing())}" for e in found if e.missing()]
    proofs = (PROOF_OF_FAULTS, PROOF_OF_SABOTEURS, PROOF_OF_FAMILIES)
    known = {(path, name) for path, text in files_of_tests() for name in _tests_in(text)}
    bare += [f"{p} does not exist" for p in proofs if (p.path, p.name) not in known]
    if bare:
        raise SpecError(f"docs/results/clauses.md cannot be made: {'; '.join(bare)}")


def _tests_in(text: str) -> set[str]:
    return {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}


@cache
def saboteurs() -> Mapping[str, Saboteur]:
    """Return every saboteur that is written by hand, by name."""
    folder = root_of("conformance") / "trials" / "saboteurs"
    package = "samebits.conformance.trials.saboteurs"
    names = sorted(path.stem for path in folder.glob("*.py") if path.stem != "base")
    return {name: import_module(f"{package}.{name}").backend for name in names}
