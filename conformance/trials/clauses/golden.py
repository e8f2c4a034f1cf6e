"""Find the golden cases that decide each rule, and count the results that they decide."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from samebits.conformance.trials.clauses.clause_asked import Asked, Bits, NotStoredError
from samebits.conformance.trials.clauses.decision import Decision, always
from samebits.spec.catalog import all_ops
from samebits.spec.formats import bits_of
from samebits.vectors.case import ByValue, Case
from samebits.vectors.reader import Vectors
from samebits.vectors.schema import Generated, Input, Stored

MOST_DRAWN = 2048
"""The largest number of drawn operand elements in a case; cases with more are skipped."""

MOST_SHOWN = 6


@dataclass(slots=True)
class Decided:
    """The golden cases in which a rule decides a result.

    `cases` and `results` count them and the decided results by group, such as `pow/specials`.
    `small` has some of the quickest cases, each with the number of its results that the rule
    decides.
    """

    cases: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    small: list[tuple[int, int, Case]] = field(default_factory=list)

    def take(self, case: Case, count: int) -> None:
        """Count a case that decides `count` results."""
        op, _, group = case.id.split("/")[:3]
        self.cases[f"{op}/{group}"] += 1
        self.results[f"{op}/{group}"] += count
        effort = case.elements() + sum(map(math.prod, case.input_shapes))
        if count > 1 or not self.small:
            self.small.append((effort, count, case))
            self.small.sort(key=lambda item: (item[0], item[2].id))
            del self.small[MOST_SHOWN:]


@cache
def cases_of(op: str) -> tuple[Case, ...]:
    """Return the golden cases of an op, including level full."""
    return tuple(vectors().cases(ops=[op], level="full"))


@cache
def vectors() -> Vectors:
    """Return the vectors of this checkout."""
    return Vectors.open()


def asked_of(case: Case) -> Asked:
    """Return a golden case as input for conditions. Bits that are not stored are not computed."""

    def load() -> Sequence[Bits]:
        drawn = sum(_drawn(x) for x in case.record.inputs)
        if drawn > MOST_DRAWN:
            raise NotStoredError
        return [bits_of(x) for x in case.inputs()]

    def answer() -> Bits:
        first = case.expected()[0]
        if not isinstance(first, ByValue):
            raise NotStoredError
        return first.bits

    return Asked(case.call, case.input_shapes, load, answer)


def decided_by(decision: Decision, asked: Asked) -> int:
    """Return the number of results that a rule decides, or 0 if their bits are not stored."""
    try:
        with np.errstate(invalid="ignore"):
            held = decision.when(asked)
    except NotStoredError:
        return 0
    return int(np.count_nonzero(held)) if isinstance(held, np.ndarray) else asked.results * held


def _differ(asked: Asked) -> bool:
    """Return whether not all results are equal, so that an exchange of results can be detected."""
    try:
        return bool((asked.result != asked.result[:1]).any())
    except NotStoredError:
        return True


def _drawn(source: Input) -> int:
    """Return the number of elements to be drawn for an operand.

    For an operand that is made by a recipe, the number exceeds every limit.
    """
    if isinstance(source, Stored):
        return 0
    return math.prod(source.shape) if isinstance(source, Generated) else MOST_DRAWN + 1


def _of_op(op: str, decisions: Sequence[Decision]) -> Iterator[tuple[Decision, Case, int]]:
    for case in cases_of(op):
        asked = asked_of(case)
        for decision in decisions:
            if decision.flags and set(decision.flags).isdisjoint(case.flags):
                continue
            count = decided_by(decision, asked)
            if count and (decision.when is not always or _differ(asked)):
                yield decision, case, count


def golden_cases(decisions: Iterable[Decision]) -> Mapping[str, Decided]:
    """Return the golden cases that decide each rule. Rules without golden cases are left out."""
    found: dict[str, Decided] = defaultdict(Decided)
    for name, op in all_ops().items():
        concerned = [d for d in decisions if d.concerns(op)]
        for decision, case, count in _of_op(name, concerned) if concerned else ():
            found[decision.rule].take(case, count)
    return dict(found)
