"""Calls that are errors, made from right ones: a refusal may leave something behind."""

from __future__ import annotations

from samebits.backends.executor import poisoned
from samebits.backends.hosting.process import HostError
from samebits.backends.protocol import Session
from samebits.conformance.questions.question import Question


def is_refused(session: Session, question: Question) -> bool:
    """Make a call with results of another shape, which is an error; tell whether it is refused.

    A backend that does not refuse it fails a case of the set `refused`. Raises HostError where the
    host ends.
    """
    results = [
        poisoned((*shape, 2), name)
        for shape, name in zip(question.output_shapes, question.call.outputs, strict=True)
    ]
    try:
        session.run(question.call, question.operands(), results)
    except HostError:
        raise
    except Exception:  # a session in this process raises what it likes
        return True
    return False
