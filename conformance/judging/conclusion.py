"""Conclusion about each failing op, drawn from all results of a run.

A single case cannot confirm a mistake. A different hypothesis may fit another case, and a law may
show that the bits depend on more than the operands. A hypothesis about values is confirmed for an
op under three conditions: it explains every failing case, all cases together give enough evidence,
and no law of a higher rank is broken. Otherwise the run is only consistent with the hypothesis.

A broken law is confirmed if no case fails because of its values, or if the law explains at least
one failing case: the diagnosis of that case says that its bits depend on the subject of the law. A
law that explains no failing case is listed, and the values are unexplained.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from samebits.conformance.results.evidence import (
    ALL,
    EVIDENCE,
    GIVEN_UP,
    NEEDED,
    REPRODUCES,
    RIVALS,
    bits_stated,
)
from samebits.conformance.results.records import CaseResult, Diagnosis
from samebits.conformance.results.verdict import FAILURES

if TYPE_CHECKING:
    from samebits.conformance.laws.law import Law

CONFIRMED, CONSISTENT, UNEXPLAINED = "confirmed", "consistent with", "unexplained"

_OBSERVED = {
    "unwritten": 0,
    "race": 1,
    "history": 2,
    "unsteady": 3,
    "number of threads": 4,
    "way": 4,
}
_OBSERVED |= {"address": 5, "layout": 5, "contents": 5}
_LAWS = {"calls": 4, "memory": 5, "batch": 6}
_EXPLAINED = {"calls": {"number of threads", "way"}, "memory": {"address", "layout", "contents"}}
"""The diagnoses of cases that a broken law explains, by the rank of the law."""

_VALUES, _LATE_LAW, _UNEXPLAINED, _NOTHING, _REFUSALS = 7, 8, 9, 10, 11
"""Ranks of diagnoses; the most serious is first.

- Unwritten or changing results explain everything below them.
- A broken law shows that the bits depend on something (threads, memory, batch).
- Hypotheses about values.
- Other broken laws: laws about the environment, which run no case, and laws about values, which any
  wrong value breaks.
- Results without an explanation.
- Outcomes without bits.
- Refusals, which are not about the bits of a well-formed call.
"""

ABOUT_REFUSALS = "refusal:"
"""Prefix of the names of diagnoses for malformed calls."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The mistake found in an op: the diagnosis of the highest rank, and how sure it is.

    `failing` is the number of failing cases of the op, without laws; refused calls count only if no
    other case fails. `explained` is the number of cases with this diagnosis, and `laws` lists the
    broken laws. `because` says why the diagnosis is not confirmed, and is "" if it is confirmed.
    `laws_apart` is true if the broken laws outrank the diagnosis and explain none of the failing
    cases.
    """

    op: str
    name: str
    text: str
    confirmed: bool
    because: str
    failing: int
    explained: int
    laws: tuple[str, ...]
    laws_apart: bool = False

    @property
    def word(self) -> str:
        """Return `confirmed` or `consistent with`."""
        return CONFIRMED if self.confirmed else CONSISTENT

    def line(self) -> str:
        """Return one line of text: the op, the word, the mistake and the reason."""
        shown = "all" if self.explained == self.failing else f"{self.explained} of"
        cases = f"{shown} {self.failing} failing cases" if self.failing else ""
        laws = f"laws broken: {', '.join(self.laws)}" if self.laws else ""
        named = UNEXPLAINED if self.name == UNEXPLAINED else f"{self.word} {self.name}"
        if self.laws_apart:
            facts = "; ".join(part for part in (cases, self.because) if part)
            return f"{self.op}: {laws}; values {named} ({facts}): {self.text}"
        facts = "; ".join(part for part in (cases, laws, self.because) if part)
        return f"{self.op}: {named} ({facts}): {self.text}"


def conclude(results: Iterable[CaseResult]) -> Mapping[str, Conclusion]:
    """Return the conclusion about every op that has a failing result, sorted by op."""
    by_op: dict[str, list[CaseResult]] = {}
    for result in results:
        if result.outcome in FAILURES:
            by_op.setdefault(result.op, []).append(result)
    return {op: _of_op(op, by_op[op]) for op in sorted(by_op)}


def _of_op(op: str, failing: Sequence[CaseResult]) -> Conclusion:
    names: dict[str, list[CaseResult]] = {}
    for result in failing:
        for name in (_name(result), *_rivals(result)):
            names.setdefault(name, []).append(result)
    own = Counter(_name(result) for result in failing)
    name = min(names, key=lambda n: (_rank(n), -len(names[n]), -own[n], n))
    cases = [r for r in failing if r.kind not in ("law", "refused")]
    cases = cases or [r for r in failing if r.kind == "refused"]
    laws = tuple(sorted({r.id.split("/")[1] for r in failing if r.kind == "law"}))
    values = [r for r in cases if r.kind != "refused" and r.outcome == "fail"]
    apart = bool(values) and name.startswith("law:") and not any(_is_of(name, r) for r in values)
    if apart:
        name = next((n for n in names if all(_is_of(n, r) for r in cases)), UNEXPLAINED)
    found = names.get(name, values)
    explained = [r for r in cases if _is_of(name, r)]
    because = _doubt(name, found, cases, len(explained), laws)
    return Conclusion(
        op,
        name,
        _text(name, found),
        not because,
        because,
        len(cases),
        len(explained),
        laws,
        apart,
    )


def _is_of(name: str, result: CaseResult) -> bool:
    """Return whether a diagnosis explains a failing case.

    It does if it is the diagnosis of the case, one of its rivals, or a law that explains the case.
    """
    own = _name(result)
    law = _law_of(name)
    if law is not None and own in _EXPLAINED.get(law.rank, ()):
        return True
    return name in (own, *_rivals(result))


def _doubt(
    name: str, found: Sequence[CaseResult], cases: Sequence[CaseResult], explained: int,
    laws: Sequence[str],
) -> str:  # fmt: skip
    """Return the reason why the diagnosis is not confirmed, or "" if it is confirmed."""
    rank = _rank(name)
    diagnoses = [r.diagnosis for r in found if r.diagnosis is not None]
    if rank in (_NOTHING, _REFUSALS):
        return ""  # an outcome such as a crash needs no evidence
    if rank == _UNEXPLAINED:
        if any(_name(r) != UNEXPLAINED for r in cases):
            return "no kind of mistake explains all failing cases"
        return "no known kind of mistake explains it"
    if rank < _VALUES or rank == _LATE_LAW:
        return "" if any(d.confirmed for d in diagnoses) else "it was not seen each time"
    if explained < len(cases):
        return f"{len(cases) - explained} failing cases have another explanation, or none"
    above = [law for law in laws if _rank(f"law:{law}") < _VALUES]
    if above:
        return f"the law {above[0]} is broken, which a wrong value does not break"
    return _lack_of_evidence(diagnoses)


def _lack_of_evidence(diagnoses: Sequence[Diagnosis]) -> str:
    """Return the reason why all cases together do not exclude chance, or "" if they do.

    The wrong elements of each case must be reproduced completely.
    """
    if any(GIVEN_UP in d.details for d in diagnoses):
        return "the search for other explanations was given up"
    if any(d.details.get(REPRODUCES, ALL if d.confirmed else "") != ALL for d in diagnoses):
        return "some wrong elements are not reproduced"
    if all(d.details.get(RIVALS) for d in diagnoses):
        return f"{diagnoses[0].details[RIVALS]} would make the same bits"
    stated = [bits_stated(d) for d in diagnoses]
    if any(bits is None and not d.confirmed for bits, d in zip(stated, diagnoses, strict=True)):
        return next(d.details.get(EVIDENCE, "not confirmed") for d in diagnoses if not d.confirmed)
    if any(bits is None for bits in stated):
        return ""  # the mistake is seen in the bits themselves
    total = sum(bits or 0 for bits in stated)
    return "" if total >= NEEDED else f"{total} bits of evidence; {NEEDED} exclude chance"


def _law_of(name: str) -> Law | None:
    """Return the law that a diagnosis names, or None if it names no law."""
    from samebits.conformance.laws.law_catalog import all_laws

    return all_laws().get(name.removeprefix("law:")) if name.startswith("law:") else None


@cache
def _rank(name: str) -> int:
    if name in _OBSERVED:
        return _OBSERVED[name]
    law = _law_of(name)
    if law is not None:
        return _LAWS.get(law.rank, _LATE_LAW)
    if name.startswith("law:"):
        return _LATE_LAW
    if name.startswith(ABOUT_REFUSALS):
        return _REFUSALS
    if name == UNEXPLAINED:
        return _UNEXPLAINED
    return _NOTHING if name in FAILURES else _VALUES


def _name(result: CaseResult) -> str:
    if result.diagnosis is not None:
        return result.diagnosis.name
    if result.outcome != "fail":
        return result.outcome
    return f"law:{result.id.split('/')[1]}" if result.kind == "law" else UNEXPLAINED


def _rivals(result: CaseResult) -> tuple[str, ...]:
    """Return the names of the other hypotheses that produce the same bits of a case."""
    stated = result.diagnosis.details.get(RIVALS, "") if result.diagnosis else ""
    return tuple(name for name in stated.split(", ") if name)


def _text(name: str, found: Sequence[CaseResult]) -> str:
    """Return the shortest text of the diagnoses with this name, or the first reason."""
    texts = [r.diagnosis.text for r in found if r.diagnosis is not None and _name(r) == name]
    return min(texts, key=len) if texts else (found[0].reason or "no diagnosis")
