"""The probability that a run shows a fault, computed from the questions that the judge draws.

A few seeds represent all seeds. The smallest of their probabilities is used for every seed.
"""

from __future__ import annotations

import math
from functools import cache

from samebits.conformance.questions.cases import DrawnCase, drawn_cases
from samebits.conformance.questions.mixed import PARTNERS, circle, partners, usual_label
from samebits.conformance.questions.operands import EVERY
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.route import answerable
from samebits.conformance.questions.sizes import BEYOND_2_20
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.vectors.address import is_elementwise
from samebits.vectors.reader import Vectors

CERTAIN = 0.999
"""The smallest probability for which the judge must catch a fault."""

ANOTHER = "another"
"""The argument of a fault that occurs after a call of any other op."""

_SEEDS = tuple(digit * 16 for digit in "012")
_FEW_VALUES = ("ties", "equal")
_ANY_VALUE = (EVERY, "wild", "spread", "nans", "sorted")
"""Flavours in which all bit patterns are equally likely. In the others, some patterns are rare."""

FEW_BITS = 20
"""The largest total width of operands, in bits, for which a fault needs one exact pattern."""


@cache
def certified() -> frozenset[tuple[str, str]]:
    """Return the functions and formats with a certificate."""
    cases = Vectors.open().exhaustive_cases()
    return frozenset((case.call.op, case.call.label) for case in cases)


@cache
def width(op: str, label: str) -> int:
    """Return the total width, in bits, of the operands on which a fault of values depends.

    These are all operands of an elementwise op, and the first operand of any other op.
    """
    inputs, _ = get_op(op).labels()[label][0]
    bits = [1 if name == "bool" else get_format(name).bits for name in inputs]
    return sum(bits if is_elementwise(op) else bits[:1])


@cache
def _questions(op: str, label: str, seed: str = _SEEDS[0]) -> tuple[Question, ...]:
    """Return the drawn questions of level standard about an op and format.

    Blocks and stretches are left out. Stretches have few different numbers, so they hardly raise
    the probability of any value or result.
    """
    cases = [c for c in _cases(op) if c.label == label and c.level != "full" and c.proof is None]
    cases = [c for c in cases if c.form != "stretches"]
    every = [q for c in cases for q in c.questions(seed)]
    return tuple(q for q in every if (q.call.op, q.call.label) == (op, label))


@cache
def _cases(op: str) -> tuple[DrawnCase, ...]:
    return tuple(drawn_cases((), [op]))


def _different(question: Question) -> int:
    """Return the number of elements of the first operand that are drawn independently."""
    if question.flavour in _FEW_VALUES:
        return 0
    size = math.prod(question.shapes[0])
    return min(size, question.period) if question.period else size


@cache
def of_values(op: str, label: str, bits: int) -> float:
    """Return the probability that a run contains one given operand, if there are 2^bits."""
    wide = width(op, label)
    if (op, label) in certified():
        return 1.0 if wide <= FEW_BITS else once_in(bits, 1 << 20)
    if wide <= FEW_BITS:
        return min(_of_a_pattern(op, label, wide, seed) for seed in _SEEDS)
    return once_in(bits, min(sum(map(_different, _questions(op, label, s))) for s in _SEEDS))


def _of_a_pattern(op: str, label: str, wide: int, seed: str) -> float:
    """Return the probability that a given pattern is among the operands of a run."""
    asked = [q for q in _questions(op, label, seed) if q.flavour in _ANY_VALUE]
    whole = (q.flavour == EVERY and wide <= 16 and _different(q) >= 1 << wide for q in asked)
    if not is_elementwise(op) and any(whole):
        return 1.0
    return once_in(wide, sum(map(_different, asked)))


@cache
def results_asked(op: str, label: str) -> int:
    """Return the size of the largest first result that every run computes."""
    return min(
        max((math.prod(q.output_shapes[0]) for q in _questions(op, label, seed)), default=0)
        for seed in _SEEDS
    )


@cache
def of_results(op: str, label: str, bits: int) -> float:
    """Return the probability that a run computes one given result, if there are 2^bits."""
    count = BEYOND_2_20 if (op, label) in certified() else 0
    for question in _questions(op, label):
        count += math.prod(question.output_shapes[0])
    return once_in(bits, count)


def once_in(bits: int, count: int) -> float:
    """Return the probability that one of `count` draws hits one of 2^bits values."""
    return 1 - math.exp(count * math.log1p(-(2.0**-bits)))


def of_after(op: str, label: str, argument: str) -> float:
    """Return the probability that a run calls the op in `argument` before the faulty op."""
    if argument == ANOTHER:
        return 1.0
    if not answerable(op, label):
        return PARTNERS / len(circle())
    return 1.0 if label == usual_label(op) else PARTNERS / len(partners(op, 0))
