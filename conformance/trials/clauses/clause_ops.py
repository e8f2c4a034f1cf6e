"""Evidence for the rows of an op in SPEC-OPS.md: its formats, attributes and errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from samebits.conformance.laws.law_catalog import law_cases_of
from samebits.conformance.questions.mixed import usual_label
from samebits.conformance.trials.clauses.clause_drawn import drawn_calls, drawn_of
from samebits.conformance.trials.clauses.clause_refusals import refused_calls
from samebits.conformance.trials.clauses.golden import cases_of
from samebits.conformance.trials.sabotage.named_faults import possible
from samebits.spec.errors import SpecError
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op


@dataclass(frozen=True, slots=True, kw_only=True)
class OpEvidence:
    """The evidence for an op.

    It counts golden cases, values of each attribute, drawn questions, laws and faults. If golden
    cases do not cover an attribute enough, `others` has the number of its values in all calls,
    including the calls of laws and drawn questions. The key `formats` counts formats.
    """

    op: Op
    cases: int
    formats: int
    values: Mapping[str, int]
    others: Mapping[str, int]
    drawn: int
    laws: int
    refused: int
    faults: Sequence[str]

    def missing(self) -> list[str]:
        """Return the kinds of evidence that the op lacks."""
        lacks = [] if self.cases else ["a golden case"]
        found = {**self.values, FORMATS: self.formats, **self.others}
        short = [name for name, wanted in _wanted(self.op).items() if found[name] < wanted]
        lacks += [f"a call with other {name}" for name in short]
        if not (self.drawn or self.laws):
            lacks.append("a law or a drawn question")
        return lacks + ([] if self.faults else ["a fault"])


FORMATS = "formats"


def _wanted(op: Op) -> dict[str, int]:
    """Return how many formats, and how many values of each attribute, the evidence must cover.

    It must cover all formats and every choice of an attribute. If an attribute has no list of
    choices, it must cover two values.
    """
    wanted = {a.name: len(a.choices) if a.choices else 2 for a in op.attributes}
    return {**wanted, FORMATS: len(op.signatures)}


def _asked(op: Op, calls: Iterable[Call]) -> dict[str, set[object]]:
    """Return the formats, and the values of each attribute, that occur in the calls."""
    found: dict[str, set[object]] = {name: set() for name in _wanted(op)}
    for call in calls:
        found[FORMATS].add((call.inputs, call.outputs))
        for name, value in call.attributes.items():
            found[name].add(value)
    return found


def _others(op: Op, golden: Mapping[str, set[object]]) -> dict[str, int]:
    """Return counts over all calls for the attributes that golden cases do not cover enough."""
    wanted = _wanted(op)
    short = [name for name in wanted if len(golden[name]) < wanted[name]]
    total = {name: set(golden[name]) for name in short}
    calls = drawn_calls(op.name) if short else iter(())
    for call in calls:
        for name, values in _asked(op, [call]).items():
            total.get(name, set()).update(values)
        if all(len(total[name]) >= wanted[name] for name in short):
            break
    return {name: len(values) for name, values in total.items()}


def evidence_of(op: Op) -> OpEvidence:
    """Return the evidence for an op."""
    cases = cases_of(op.name)
    golden = _asked(op, (case.call for case in cases))
    return OpEvidence(
        op=op,
        cases=len(cases),
        formats=len(golden[FORMATS]),
        values={a.name: len(golden[a.name]) for a in op.attributes},
        others=_others(op, golden),
        drawn=drawn_of(op.name),
        laws=len(law_cases_of([op.name])),
        refused=sum(
            calls[op.name]
            for rule, calls in refused_calls().items()
            if rule.startswith(f"O.{op.name}.")
        ),
        faults=sorted({fault.family for fault in possible(op.name, usual_label(op.name))}),
    )


def check_ops(found: Sequence[OpEvidence]) -> None:
    """Raise SpecError if evidence for some op's rows is missing, naming every such op."""
    bare = [f"O.{e.op.name}.* lacks {' and '.join(e.missing())}" for e in found if e.missing()]
    if bare:
        raise SpecError(f"docs/results/clauses.md cannot be made: {'; '.join(bare)}")
