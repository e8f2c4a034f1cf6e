"""Runs a call for a law, and checks that every element of the results was written.

Every result is poisoned first. A result that still holds poison is computed a second time over a
different poison (see `produce`). Elements that have the respective poison both times were never
written. So no law reports them as a dependence on threads, batches or strides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.executor import execute_into, poisoned
from samebits.backends.hosting.batches import batches, is_graph
from samebits.backends.hosting.demands import InSettings
from samebits.backends.hosting.session import RemoteSession, Run
from samebits.backends.protocol import Array, ConfigurableSession, Session
from samebits.conformance.calls.buffers import other_poison_of
from samebits.conformance.calls.produce import compare_fills, holds_poison
from samebits.conformance.errors import JudgeError
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call

Bits = np.ndarray[Any, Any]


class LeftError(JudgeError):
    """A call that failed independently of the law: a result is unwritten or not repeatable.

    `where` marks the affected elements of result `output`, and `bits` is the result.
    """

    what = ""

    def __init__(self, call: Call, output: int, where: Bits, bits: Bits) -> None:
        count, first = int(where.sum()), np.argwhere(where)[0].tolist()
        super().__init__(
            f"{count} of {where.size} elements of result {output} of {call} {self.what}, "
            f"the first at {first} of shape {list(where.shape)}"
        )
        self.call, self.output, self.where, self.bits = call, output, where, bits


class NeverWrittenError(LeftError):
    """An error for a result with elements that were not written."""

    what = "were never written"


class UnsteadyError(LeftError):
    """An error for a result whose bits changed when the call was repeated."""

    what = "have other bits when the call is made again"


def run_into(
    session: Session, call: Call, inputs: Sequence[Array], outputs: Sequence[Array] | None = None
) -> list[Bits]:
    """Run a call into `outputs`, or into new arrays; return copies of the results' bits.

    The caller has filled `outputs` with poison. Raises LeftError for unwritten or unsteady results,
    and any error of the session.
    """
    if outputs is None:
        shapes = get_op(call.op).output_shapes(call, [x.shape for x in inputs])
        outputs = [poisoned(s, f) for s, f in zip(shapes, call.outputs, strict=True)]
    found = _run(session, call, inputs, outputs)
    _check_written(session, call, inputs, outputs, found)
    return found


def _check_written(
    session: Session,
    call: Call,
    inputs: Sequence[Array],
    outputs: Sequence[Array],
    found: list[Bits],
) -> None:
    """Repeat the call over a different poison if `found` still holds poison.

    Raises NeverWrittenError or UnsteadyError.
    """
    if not holds_poison(call, found):
        return
    _poison(call, outputs, other_poison_of)
    fills = compare_fills(call, found, _run(session, call, inputs, outputs))
    for output, (left, changed) in enumerate(zip(fills.unwritten, fills.changed, strict=True)):
        if left.any():
            raise NeverWrittenError(call, output, left, found[output])
        if changed.any():
            raise UnsteadyError(call, output, changed, found[output])


@dataclass(frozen=True, slots=True)
class Question:
    """The operands of a call, the arrays for its results, and how to make the call.

    `outputs` are poisoned arrays; None means new arrays. `threads` sets the number of threads from
    this question on, if the session has this setting. `settings` names settings of the session's
    process for this question only. The call is made `times` times in a row, and the last call gives
    the bits.
    """

    inputs: Sequence[Array]
    outputs: Sequence[Array] | None = None
    threads: int | None = None
    settings: Sequence[str] = ()
    times: int = 1


def run_each(session: Session, call: Call, questions: Iterable[Question]) -> Iterator[list[Bits]]:
    """Yield the bits of each question, in order; a host gets many questions in one message.

    Raises LeftError for unwritten or unsteady results, and any error of the session.
    """
    by_nodes = is_graph(session, call)
    if by_nodes is None:
        for question in questions:
            if question.threads is not None and isinstance(session, ConfigurableSession):
                session.configure(threads=question.threads)
            inner: Any = InSettings(session, question.settings) if question.settings else session
            outputs = _outputs(call, question)
            for _ in range(question.times - 1):
                execute_into(inner, call, question.inputs, outputs)
            yield run_into(inner, call, question.inputs, outputs)
        return
    assert isinstance(session, RemoteSession)
    for some in batches(_runs(call, questions, by_nodes)):
        session.run_in_order(some)
        for run in some:
            found = [bits_of(output).copy() for output in run.outputs]
            # Yield the bits of this run: a second run may use other threads.
            _check_written(session, call, run.inputs, run.outputs, found)
            yield found


def _runs(call: Call, questions: Iterable[Question], by_nodes: bool) -> Iterator[Run]:
    """Yield a run with poisoned outputs for each question."""
    for question in questions:
        yield Run(
            call,
            question.inputs,
            _outputs(call, question),
            question.threads,
            by_nodes,
            question.settings,
            question.times,
        )


def _outputs(call: Call, question: Question) -> Sequence[Array]:
    if question.outputs is not None:
        return question.outputs
    shapes = get_op(call.op).output_shapes(call, [x.shape for x in question.inputs])
    return [poisoned(s, f) for s, f in zip(shapes, call.outputs, strict=True)]


def _poison(call: Call, outputs: Sequence[Array], pattern_of: Callable[[str], int]) -> None:
    for output, name in zip(outputs, call.outputs, strict=True):
        # `bits_of` would copy an array that is not contiguous.
        pattern = np.asarray(pattern_of(name), dtype=get_format(name).bits_dtype)
        output[...] = from_bits(pattern, name)


def _run(
    session: Session, call: Call, inputs: Sequence[Array], outputs: Sequence[Array]
) -> list[Bits]:
    execute_into(session, call, inputs, outputs)
    return [bits_of(output).copy() for output in outputs]
