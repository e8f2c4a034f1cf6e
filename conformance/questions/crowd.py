"""Asks a question from several threads simultaneously, together with one about another op."""

from __future__ import annotations

from samebits.backends.executor import poisoned
from samebits.backends.hosting.demands import LackingError, need_together, together
from samebits.backends.hosting.session import Run
from samebits.backends.protocol import Session
from samebits.conformance.calls.produce import Produced
from samebits.conformance.questions.question import Question

TIMES = 3
"""The number of calls of each thread. More calls make threads overlap, even on a busy machine."""

OWN, OTHERS = 9, 7
"""The number of threads that ask the question, and of threads that ask the other question.

Together they are 16, as in laws.
"""


def asked_together(session: Session, own: Question, other: Question | None) -> list[Produced]:
    """Return the results that all threads compute for the question, each several times.

    The list is empty if the session cannot run several calls simultaneously. It is also empty if
    the session runs the op as a graph of nodes, because the nodes are calls of other ops. Raises
    any error of the session.
    """
    try:
        need_together(session)
    except LackingError:
        return []
    if not session.supports(own.call):
        return []
    mine = _jobs(own, OWN)
    beside = other is not None and session.supports(other.call)
    theirs = _jobs(other, OTHERS) if other is not None and beside else []
    together(session, [*mine, *theirs])
    return [Produced(list(run.outputs)) for job in mine for run in job]


def _jobs(question: Question, count: int) -> list[list[Run]]:
    """Return the calls of each thread, on shared operands and with separate results."""
    operands, shapes = question.operands(), question.output_shapes
    pairs = list(zip(shapes, question.call.outputs, strict=True))
    return [
        [
            Run(question.call, operands, [poisoned(shape, name) for shape, name in pairs])
            for _ in range(TIMES)
        ]
        for _ in range(count)
    ]
