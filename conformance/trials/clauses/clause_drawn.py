"""Search for laws and drawn questions that check each rule.

A law names the rules that it checks. For each other rule, the search looks for a drawn question
that meets the condition of the rule. It covers the questions of one seed, and those functions for
which every run tests all inputs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, islice, zip_longest

import numpy as np

from samebits.conformance.laws.law_catalog import all_laws, law_cases_of
from samebits.conformance.questions.cases import DrawnCase, drawn_cases
from samebits.conformance.questions.mixed import usual_label
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.wanted import answer
from samebits.conformance.scenes.specimens import specimens
from samebits.conformance.trials.clauses.clause_asked import Asked, Bits, NotStoredError
from samebits.conformance.trials.clauses.decision import Decision
from samebits.conformance.trials.clauses.golden import decided_by, vectors
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.domain import domain_of

SEED = "0"
MOST_ELEMENTS = 1 << 14
"""The largest number of operand elements of a question; larger questions are skipped."""

MOST_ANSWERED = 256
"""The number of inputs of a function for which results are computed in this search."""

MOST_BITS = 16
"""The largest total width of the inputs, in bits, for which every run tests all inputs."""

MOST_TRIED = 400
"""The number of drawn cases that are examined for one rule."""


@dataclass(frozen=True, slots=True)
class Met:
    """A drawn case, and the number of its results that a rule decides (`results`)."""

    id: str
    results: int
    every_run: bool


def laws_of(rule: str) -> dict[str, int]:
    """Return the laws that name a rule, each with the number of its cases over all ops."""
    named = [law.name for law in all_laws().values() if rule in law.rules]
    counts = _law_counts()
    return {name: counts[name] for name in named}


@cache
def _law_counts() -> dict[str, int]:
    counts = dict.fromkeys(all_laws(), 0)
    for case in law_cases_of(all_ops()):
        counts[case.law] += 1
    return counts


def question_for(decision: Decision) -> Met | None:
    """Return the first drawn case in which the rule decides a result.

    Only the first MOST_TRIED cases are examined.
    """
    ops = [name for name, op in all_ops().items() if decision.concerns(op)]
    for case in islice(_spread([_of_op(name) for name in ops]), MOST_TRIED):
        for asked in _asked_by(case):
            count = decided_by(decision, asked)
            if count:
                return Met(case.id, count, case.form == "blocks")
    return None


def _spread(lists: Sequence[Sequence[DrawnCase]]) -> Iterator[DrawnCase]:
    """Yield the first case of every op, then the second case of every op, and so on."""
    every = chain.from_iterable(zip_longest(*lists))
    return (case for case in every if case is not None)


@cache
def _of_op(name: str) -> Sequence[DrawnCase]:
    """Return the drawn cases of an op in the order of the search.

    Functions with few inputs come first, then small calls, then larger calls. Within each group,
    the usual formats come first.
    """
    found = [case for case in _by_op()[name] if _is_asked(case)]
    usual = usual_label(name)
    return sorted(found, key=lambda case: (_FORMS.index(case.form), case.label != usual, case.id))


_FORMS = ("blocks", "mixed", "operands")


@cache
def _by_op() -> dict[str, list[DrawnCase]]:
    found: dict[str, list[DrawnCase]] = {name: [] for name in all_ops()}
    for case in drawn_cases(vectors().exhaustive_cases()):
        found[case.op].append(case)
    return found


def _is_asked(case: DrawnCase) -> bool:
    """Return whether the search examines a case.

    It examines the first case of each form, and blocks that together contain all inputs of a
    function.
    """
    if case.form == "blocks":
        return case.proof is not None and sum(domain_of(case.proof.call).widths) <= MOST_BITS
    return case.form in _FORMS and case.part == "1"


@cache
def _asked_by(case: DrawnCase) -> Sequence[Asked]:
    if case.form == "blocks" and case.proof is not None:
        return (_whole(case.proof),)
    return [_asked(q) for q in case.questions(SEED) if q.call.op == case.op]


def _whole(proof: ExhaustiveCase) -> Asked:
    """Return a call on all inputs of a short function, with results for only some of the inputs."""
    call = proof.call
    domain = domain_of(call)
    shape: Shape = (domain.inputs,)
    return Asked(call, [shape] * len(call.inputs), partial(_inputs, call), partial(_few, call))


def _inputs(call: Call) -> Sequence[Bits]:
    domain = domain_of(call)
    index = np.arange(domain.inputs, dtype=np.uint64)
    found: list[Bits] = []
    for width, name in zip(reversed(domain.widths), reversed(call.inputs), strict=True):
        kept = index & np.uint64((1 << width) - 1)
        found.insert(0, kept.astype(get_format(name).bits_dtype))
        index = index >> np.uint64(width)
    return found


def _few(call: Call) -> Bits:
    from samebits import oracles

    if domain_of(call).inputs > MOST_ANSWERED:
        raise NotStoredError
    arrays = [from_bits(x, f) for x, f in zip(_inputs(call), call.inputs, strict=True)]
    return bits_of(oracles.evaluate(call, arrays)[0])


def _asked(question: Question) -> Asked:
    """Return a question as input for conditions. Its operands are drawn only if they are small."""

    def load() -> Sequence[Bits]:
        if sum(map(math.prod, question.shapes)) > MOST_ELEMENTS:
            raise NotStoredError
        return [bits_of(x) for x in question.operands()]

    def answered() -> Bits:
        load()
        return answer(question)[0]

    return Asked(question.call, question.shapes, load, answered)


def drawn_of(name: str) -> int:
    """Return the number of cases of drawn questions of an op."""
    return len(_by_op()[name])


def drawn_calls(name: str) -> Iterator[Call]:
    """Yield the calls of an op in drawn questions at seed 0 and in laws."""
    for label in sorted(get_op(name).labels(), key=lambda label: label != usual_label(name)):
        yield from (specimen.call for specimen in specimens(name, label))
    for case in _of_op(name):
        yield from (asked.call for asked in _asked_by(case))
