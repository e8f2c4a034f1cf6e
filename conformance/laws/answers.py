"""Answers: the results on the operands of the laws are those of the specification.

Laws compare the results of a backend with one another, so a wrong value that is wrong each time
breaks none of them. This law compares each specimen once with the NumPy route. If that agrees, all
that other laws compare with the same specimen is evidence about values too.
"""

from __future__ import annotations

from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.questions.route import answerable
from samebits.conformance.scenes.specimens import Specimen


def concerns(specimen: Specimen) -> bool:
    """Calls that the NumPy route has; functions without a route have certificates of all inputs."""
    return answerable(specimen.call.op, specimen.call.label)


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare with the NumPy route."""
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
