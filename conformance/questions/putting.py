"""Asks a session questions: one by one, or many small ones to a host in one message.

The host computes the questions of a message in their order, so effects of one call reach the next
call in the same way as between messages.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any

from samebits.backends.executor import execute_into
from samebits.backends.hosting.batches import batches, is_graph
from samebits.backends.hosting.process import HostError
from samebits.backends.hosting.session import RemoteSession, Run
from samebits.backends.hosting.settings import SETTINGS
from samebits.backends.protocol import Array, BackendError, ConfigurableSession, Session
from samebits.conformance.calls.produce import (
    Make,
    Produced,
    plain_results,
    produced_again,
)
from samebits.conformance.questions.memory_places import PLAIN, empty_in, placed_in
from samebits.conformance.questions.question import IN_SETTINGS, Question
from samebits.spec.formats import get_format

Armed = Callable[[Question], AbstractContextManager[None]]
"""A function that returns a context with the deadline of a message.

Its argument is the first question of the message.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked(Run):
    """The run of a question, the allocator of its results, and whether it is sent alone."""

    question: Question
    make: Make
    alone: bool


def ask(session: Session, question: Question, threads: int) -> Produced:
    """Ask a session a question, and restore the session's number of threads.

    Raises any error of the session.
    """
    make, inputs = _make(question), _operands(question)
    with _told(session, question, threads):
        first = make(question.fills())
        way = _way(session, question)
        if way and isinstance(session, RemoteSession):
            session.run_in_order([Run(question.call, inputs, first, **way)])
        else:
            execute_into(session, question.call, inputs, first)
        return produced_again(session, question.call, inputs, make, first)


def ask_each(
    session: Session, questions: Sequence[Question], threads: int, armed: Armed
) -> Iterator[tuple[Question, Produced]]:
    """Yield the answers to all questions, in their order.

    If a message fails, its questions are asked again one by one, so that the error names the
    question that fails. If all of them are answered then, the error of the message is still raised,
    except for a timeout, because the deadline is meant for one call. Raises any error of the
    session.
    """
    for alone, runs in groupby(_asked(session, questions, threads), lambda run: run.alone):
        before: list[_Asked] = []
        for batch in batches(runs):
            if alone or len(before) + len(batch) == 1:
                yield from _one_by_one(session, batch, threads, armed)
                before = []
            else:
                before = yield from _together(session, before, batch, threads, armed)


def _together(
    session: Session,
    before: Sequence[_Asked],
    batch: Sequence[_Asked],
    threads: int,
    armed: Armed,
) -> Generator[tuple[Question, Produced], None, list[_Asked]]:
    """Yield the answers to the questions of a message, which begins by repeating `before`.

    If a run before the last one is made a second time because it left poison, the next message must
    begin with the last run: its first question must follow the call that precedes it in the list.
    In this case return the last run, else no run.
    """
    assert isinstance(session, RemoteSession)
    try:
        with armed(batch[0].question):
            session.run_in_order([*map(_repeated, before), *batch])
    except BackendError as error:
        yield from _one_by_one(session, batch, threads, armed)
        if not (isinstance(error, HostError) and error.outcome == "timeout"):
            raise
        return []
    finally:
        if batch[-1].question.threads and isinstance(session, ConfigurableSession):
            session.configure(threads=threads)
    latest = last = batch[-1]
    for run in batch:
        with armed(run.question), _told(session, run.question, threads):
            found = produced_again(session, run.call, run.inputs, run.make, list(run.outputs))
        if found.fills is not None:
            latest = run
        yield run.question, found
    return [] if latest is last else [last]


def _repeated(run: _Asked) -> _Asked:
    """Return the same run with new results, which are ignored."""
    return replace(run, outputs=run.make(run.question.fills()))


def _one_by_one(
    session: Session, batch: Sequence[_Asked], threads: int, armed: Armed
) -> Iterator[tuple[Question, Produced]]:
    for run in batch:
        with armed(run.question):
            produced = ask(session, run.question, threads)
        yield run.question, produced


@contextmanager
def _told(session: Session, question: Question, threads: int) -> Iterator[None]:
    """Set the question's number of threads within the block."""
    if not question.threads or not isinstance(session, ConfigurableSession):
        yield
        return
    session.configure(threads=question.threads)
    try:
        yield
    finally:
        session.configure(threads=threads)


def _asked(session: Session, questions: Sequence[Question], threads: int) -> Iterator[_Asked]:
    """Yield the runs of questions. Their poisoned results are allocated only when needed."""
    is_configurable, was_told = isinstance(session, ConfigurableSession), False
    for question in questions:
        by_nodes, make = is_graph(session, question.call), _make(question)
        told = question.threads or (threads if was_told else None)
        was_told = question.threads > 0
        yield _Asked(
            call=question.call,
            inputs=_operands(question),
            outputs=make(question.fills()),
            threads=told if is_configurable else None,
            graph=bool(by_nodes),
            question=question,
            make=make,
            alone=by_nodes is None,
            **_way(session, question),
        )


def _way(session: Session, question: Question) -> dict[str, Any]:
    """Return the arguments of a run that select the way of a question.

    They are {} for a plain call.
    """
    if not question.way or not isinstance(session, RemoteSession):
        return {}
    if not session.supports(question.call):
        return {}  # the nodes are calls of other ops
    if question.way != IN_SETTINGS:
        return {"way": question.way} if question.way in session.abilities else {}
    names = [name for name in SETTINGS if name in session.abilities]
    return {"settings": names} if names else {}


def _operands(question: Question) -> list[Array]:
    """Return the operands in the memory layouts of the question."""
    plain = question.operands()
    places = question.places or (PLAIN,) * len(plain)
    inputs: list[Array] = []
    for number, (place, x) in enumerate(zip(places, plain, strict=True)):
        same = next((i for i in range(number) if plain[i] is x), None)
        if same is not None:
            inputs.append(inputs[same])
        else:
            inputs.append(x if place == PLAIN else placed_in(place, x))
    return inputs


def _make(question: Question) -> Make:
    """Return the function that allocates results in the memory layout of the question."""
    if question.result_place == PLAIN:
        return partial(plain_results, question.call, question.output_shapes)
    return partial(_placed_results, question)


def _placed_results(question: Question, patterns: Sequence[int]) -> list[Array]:
    outputs = []
    for shape, name, pattern in zip(
        question.output_shapes, question.call.outputs, patterns, strict=True
    ):
        output = empty_in(question.result_place, shape, name)
        bits = output.view(get_format(name).bits_dtype)
        bits[...] = bits.dtype.type(pattern)
        outputs.append(output)
    return outputs
