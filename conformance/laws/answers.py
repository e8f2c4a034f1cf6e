"""Answers: on the operands of the laws, results have the bits of the specification.

The other laws compare results of a backend with each other, so a value that is wrong each time
breaks none of them. This law compares each specimen once with the NumPy route. If they agree,
comparisons by other laws on the same specimen are evidence about values too.
"""

from __future__ import annotations

from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.questions.route import answerable
from samebits.conformance.scenes.specimens import Specimen


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to calls that the NumPy route supports.

    Functions that the route does not support have certificates of all inputs.
    """
    return answerable(specimen.call.op, specimen.call.label)


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare the result with the NumPy route."""
    return bench.answers_wrongly(specimen, specimen.call, "the result is wrong")


LAW = Law(
    name="answers",
    says="the results on the operands of the laws are those of the specification",
    rules=("C1.3",),
    check=check,
    rank="values",
    applies=concerns,
    in_smoke=True,
    at_standard="of one format",
)
