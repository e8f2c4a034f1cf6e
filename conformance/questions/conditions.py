"""What the bits of an answer depend on besides operands: contents, ways, threads, or places.

A diagnosis runs a call again on plain arrays. A question that was wrong where its arrays lay, and
is right on plain ones, has not shown that calls before it left a trace: it is put again as it was.
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
    "contents": "what results held before the call reaches their bits (C1.3)",
    "way": "a prepared call, or one in other settings of the process, has other bits (C1.3)",
    "number of threads": "the bits depend on the number of threads (C1.3)",
    "layout": "the bits depend on where operands or results lie, or on their strides (C1.3)",
}
"""What a question may have besides operands, as it is called in a diagnosis, and what it says."""


def other_conditions(subject: Subject, question: Question, got: Sequence[np.ndarray]) -> Diagnosis:
    """Name what the bits depend on, for a question of `history` that has its bits `got` again.

    Without one condition that is behind it alone, they are named together. Raises BackendError.
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
        text = "the bits depend on where arrays lie, on threads or on old contents together (C1.3)"
    return Diagnosis(name, f"{text}; put again as it was, the call repeats its bits", True)


def asked(subject: Subject, question: Question, got: Sequence[np.ndarray]) -> bool:
    """Whether a question, put alone, is answered by these bits. Raises BackendError."""
    produced = ask(subject.session, question, subject.threads or 0)
    pairs = zip(produced.outputs, got, strict=True)
    return all(np.array_equal(bits_of(output), bits) for output, bits in pairs)
