"""A question asked from several threads at once, beside a question about another op."""

from __future__ import annotations

from samebits.backends.executor import poisoned
from samebits.backends.hosting.demands import LackingError, need_together, together
from samebits.backends.hosting.session import Run
from samebits.backends.protocol import Session
from samebits.conformance.produce import Produced
from samebits.conformance.questions.question import Question

OWN, OTHERS = 9, 7
"""Threads that ask the question, and those that ask the other one: 16, as many as laws ask from."""


def asked_together(session: Session, own: Question, other: Question | None) -> list[Produced]:
    """What each thread gets for the question; nothing where the session runs no calls at once.

    Graphs that run node by node are not asked: their nodes are calls of other ops. Raises what the
    session raises.
    """
    try:
        need_together(session)
    except LackingError:
        return []
    if not session.supports(own.call):
        return []
    mine = [_run(own) for _ in range(OWN)]
    beside = other is not None and session.supports(other.call)
    theirs = [_run(other) for _ in range(OTHERS)] if other is not None and beside else []
    together(session, [[run] for run in (*mine, *theirs)])
    return [Produced(list(run.outputs)) for run in mine]


def _run(question: Question) -> Run:
    outputs = [
        poisoned(shape, name)
        for shape, name in zip(question.output_shapes, question.call.outputs, strict=True)
    ]
    return Run(question.call, question.operands(), outputs)
