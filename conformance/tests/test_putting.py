"""Tests of several questions in one message: answers, and the name of a failing question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from samebits.backends.hosting import batches
from samebits.backends.hosting.process import HostError
from samebits.backends.hosting.session import RemoteSession, Run
from samebits.backends.protocol import BackendError
from samebits.conformance.calls.produce import Fills, Produced
from samebits.conformance.calls.subject import open_subject
from samebits.conformance.questions import putting
from samebits.conformance.questions.putting import ask, ask_each
from samebits.conformance.questions.question import Question
from samebits.conformance.trials.saboteurs.base import right_session
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of

SEED = "00000000000000a1"


def questions(count: int = 5, threads: Sequence[int] = ()) -> list[Question]:
    told = [*threads, *[0] * (count - len(threads))]
    return [
        Question(
            name=f"drawn/add call {i}", seed=SEED, call=get_op("add").call(["f32", "f32"]),
            shapes=((7,), (7,)), flavour="moderate", threads=told[i],
        )
        for i in range(count)
    ]  # fmt: skip


class Asked:
    """A record of the messages to a session, and of the questions that had a time limit."""

    def __init__(self, session: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.messages: list[list[int | None]] = []
        self.armed: list[Question] = []
        self.failure: BackendError | None = None
        self._send = session._run
        monkeypatch.setattr(session, "_run", self._sent)

    def _sent(self, jobs: Sequence[Sequence[Run]], more: Any) -> Any:
        self.messages.append([run.threads for run in jobs[0]])
        if self.failure is not None and len(jobs[0]) > 1:
            raise self.failure
        return self._send(jobs, more)

    @contextmanager
    def arm(self, question: Question) -> Iterator[None]:
        self.armed.append(question)
        yield


@pytest.fixture
def session() -> Iterator[RemoteSession]:
    with open_subject("c", "baseline") as subject:
        assert isinstance(subject.session, RemoteSession)
        yield subject.session


def test_small_questions_are_one_message_and_answered_as_one_by_one(
    session: RemoteSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = [ask(session, q, 0) for q in questions()]
    asked = Asked(session, monkeypatch)
    found = list(ask_each(session, questions(), 0, asked.arm))
    assert asked.messages == [[None] * 5]
    assert [q.name for q, _ in found] == [q.name for q in questions()]
    for (_, together), single in zip(found, alone, strict=True):
        assert np.array_equal(bits_of(together.outputs[0]), bits_of(single.outputs[0]))
    monkeypatch.setattr(batches, "MOST_RUNS", 2)
    assert len(list(ask_each(session, questions(), 0, asked.arm))) == 5
    assert [len(message) for message in asked.messages[1:]] == [2, 2, 1]


@pytest.mark.parametrize(
    ("put_again", "messages"),
    [({1, 5}, [3, 1 + 3, 1 + 2]), ({2, 3}, [3, 3, 2]), ({4, 5}, [3, 3, 1 + 2]), ({1}, [3, 4, 2])],
)
def test_a_call_follows_the_one_before_it_whatever_was_put_again_between_their_messages(
    session: RemoteSession,
    monkeypatch: pytest.MonkeyPatch,
    put_again: set[int],
    messages: Sequence[int],
) -> None:
    """A message begins with the previous message's last call if that call must be repeated."""
    sent: list[tuple[int, ...]] = []
    lengths: list[int] = []
    send = session._run

    def written(jobs: Sequence[Sequence[Run]], more: Any) -> Any:
        sent.extend(run.inputs[0].shape for job in jobs for run in job)
        lengths.append(len(jobs[0]))
        return send(jobs, more)

    def again(session: Any, call: Any, inputs: Any, make: Any, first: Any) -> Produced:
        if inputs[0].shape[0] not in put_again:
            return Produced(first)
        sent.append(inputs[0].shape)
        return Produced(first, Fills([np.zeros(1)], [np.zeros(1)]))

    monkeypatch.setattr(session, "_run", written)
    monkeypatch.setattr(putting, "produced_again", again)
    monkeypatch.setattr(batches, "MOST_RUNS", 3)
    sizes = [(n,) for n in range(1, 9)]
    asked = [replace(questions(1)[0], shapes=(size, size)) for size in sizes]
    list(ask_each(session, asked, 0, lambda question: nullcontext()))
    assert {*pairwise(sizes)} <= {*pairwise(sent)}
    assert lengths == messages


def test_threads_are_told_for_their_question_alone(
    session: RemoteSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(session, monkeypatch)
    list(ask_each(session, questions(4, [0, 3]), 1, asked.arm))
    assert asked.messages == [[None, 3, 1, None]]
    list(ask_each(session, questions(2, [0, 3]), 1, asked.arm))
    assert session._threads == 1, "the usual number comes after the last"


def test_where_a_message_fails_its_questions_are_asked_one_by_one(
    session: RemoteSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Asked(session, monkeypatch)
    asked.failure = HostError("timeout", "too late")
    assert len(list(ask_each(session, questions(3), 0, asked.arm))) == 3
    assert [len(message) for message in asked.messages] == [3, 1, 1, 1]
    assert [q.name[-1] for q in asked.armed] == ["0", "0", "1", "2"]
    for failure in (BackendError("out of order"), HostError("crash", "gone")):
        asked.failure = failure
        answers = ask_each(session, questions(3), 0, asked.arm)
        for _ in range(3):
            next(answers)
        with pytest.raises(BackendError, match=str(failure)):
            next(answers)


def test_a_session_that_is_no_host_is_asked_one_by_one() -> None:
    with right_session() as session:
        armed: list[str] = []

        @contextmanager
        def arm(question: Question) -> Iterator[None]:
            armed.append(question.name)
            yield

        found = list(ask_each(session, questions(3), 0, arm))
    assert [q.name for q, _ in found] == armed == [q.name for q in questions(3)]


def test_what_holds_poison_is_run_again(
    session: RemoteSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(jobs: Sequence[Sequence[Run]], more: Any) -> Any:
        return {}  # so the session writes nothing

    monkeypatch.setattr(session, "_run", leave)
    for _, produced in ask_each(session, questions(3), 0, Asked(session, monkeypatch).arm):
        assert produced.unwritten_count == 7
