"""Conditions other than operands that bits may depend on: contents, ways, threads, layout.

A diagnosis repeats a call on plain arrays. If a question was wrong in its own layout and is right
on plain arrays, that does not prove an effect of earlier calls. Therefore the question is repeated
with its own layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from samebits.conformance.calls.subject import Subject
from samebits.conformance.questions.memory_places import PLAIN
from samebits.conformance.questions.putting import ask
from samebits.conformance.questions.question import Question
from samebits.conformance.results.records import Diagnosis
from samebits.spec.formats import bits_of

CONDITIONS = {
    "contents": "the bits depend on the old contents of the result arrays (C1.3)",
    "way": "a prepared call, or one in other settings of the process, has other bits (C1.3)",
    "number of threads": "the bits depend on the number of threads (C1.3)",
    "layout": "the bits depend on the addresses or strides of operands or results (C1.3)",
}
"""Names of the conditions, as diagnoses use them, with descriptions."""


def other_conditions(subject: Subject, question: Question, got: Sequence[np.ndarray]) -> Diagnosis:
    """Return a diagnosis that names the condition on which the bits of a question depend.

    The question was diagnosed as `history`, but gives the bits `got` again when it is repeated. If
    not exactly one condition is responsible, the diagnosis names them together. Raises any
    BackendError of the repeated calls.
    """
    changed = {
        "contents": replace(question, fill=None),
        "way": replace(question, way=""),
        "number of threads": replace(question, threads=0),
        "layout": replace(question, places=(), result_place=PLAIN),
    }
    found = [
        n for n, other in changed.items() if other != question and not asked(subject, other, got)
    ]
    name = found[0] if len(found) == 1 else "layout"
    text = CONDITIONS[name]
    if len(found) != 1:
        text = "the bits depend on addresses, strides, threads or old contents together (C1.3)"
    return Diagnosis(name, f"{text}; repeated in the same way, the call gives equal bits", True)


def asked(subject: Subject, question: Question, got: Sequence[np.ndarray]) -> bool:
    """Return whether a question that is asked separately has the answer `got`.

    Raises any BackendError of the call.
    """
    produced = ask(subject.session, question, subject.threads or 0)
    pairs = zip(produced.outputs, got, strict=True)
    return all(np.array_equal(bits_of(output), bits) for output, bits in pairs)
