"""Which golden cases decide each rule, and how many results of them."""

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
"""Elements of drawn operands that are made for one case; larger ones are left out."""

MOST_SHOWN = 6


@dataclass(slots=True)
class Decided:
    """The golden cases of a rule: for each group (`pow/specials`) cases and results decided.

    `small` are some of the cases that take least time, each with the results that it decides.
    """

    cases: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    small: list[tuple[int, int, Case]] = field(default_factory=list)

    def take(self, case: Case, count: int) -> None:
        """Count a case that decides so many results."""
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
    """The golden cases of an op, those of level full among them."""
    return tuple(vectors().cases(ops=[op], level="full"))


@cache
def vectors() -> Vectors:
    """The vectors of this checkout."""
    return Vectors.open()


def asked_of(case: Case) -> Asked:
    """A golden case as rules see it; bits that are not stored are not made."""

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
    """How many results of a call a rule decides; 0 where its bits are not stored."""
    try:
        with np.errstate(invalid="ignore"):
            held = decision.when(asked)
    except NotStoredError:
        return 0
    return int(np.count_nonzero(held)) if isinstance(held, np.ndarray) else asked.results * held


def _differ(asked: Asked) -> bool:
    """Whether some results differ, so that one in the place of another shows."""
    try:
        return bool((asked.result != asked.result[:1]).any())
    except NotStoredError:
        return True


def _drawn(source: Input) -> int:
    """Elements that have to be made; more than any limit where a recipe makes them."""
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
    """The golden cases of each rule that has some."""
    found: dict[str, Decided] = defaultdict(Decided)
    for name, op in all_ops().items():
        concerned = [d for d in decisions if d.concerns(op)]
        for decision, case, count in _of_op(name, concerned) if concerned else ():
            found[decision.rule].take(case, count)
    return dict(found)
