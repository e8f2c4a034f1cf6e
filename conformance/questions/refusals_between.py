"""Malformed calls, made from well-formed calls, because a refused call may affect later calls."""

from __future__ import annotations

from samebits.backends.executor import poisoned
from samebits.backends.hosting.process import HostError
from samebits.backends.protocol import Session
from samebits.conformance.questions.question import Question


def is_refused(session: Session, question: Question) -> bool:
    """Make a call with results of a wrong shape, and return whether the session refuses it.

    A backend that does not refuse the call fails a case of the set `refused`. Raises HostError if
    the host ends.
    """
    results = [
        poisoned((*shape, 2), name)
        for shape, name in zip(question.output_shapes, question.call.outputs, strict=True)
    ]
    try:
        session.run(question.call, question.operands(), results)
    except HostError:
        raise
    except Exception:  # a session in this process may raise any error
        return True
    return False
