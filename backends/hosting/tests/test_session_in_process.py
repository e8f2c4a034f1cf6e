"""Tests of the judge's side of a session, with the host in this process.

Every invalid answer is noticed.
"""

import time

import numpy as np
import pytest

from samebits.backends.hosting import fenv, session
from samebits.backends.hosting.link import RefusedError
from samebits.backends.hosting.messages import MessageError
from samebits.backends.hosting.placing import ViolationError
from samebits.backends.hosting.process import HostError
from samebits.backends.hosting.session import RemoteSession, Run
from samebits.backends.hosting.tests.direct import ADD, Direct, arrays, poke
from samebits.backends.protocol import GraphSession
from samebits.spec.formats import bits_of


@pytest.fixture
def opened(link):
    return RemoteSession([], "cpu", link)


def answers(link, monkeypatch, value):
    """Make the host give the answer `value` from now on."""

    def ask(request, deadline=None):
        if isinstance(value, BaseException):
            raise value
        return value

    monkeypatch.setattr(link, "ask", ask)


def test_a_session_says_what_its_environment_is(opened):
    assert opened.environment().keys() == {"pytest"}


def test_an_operand_that_was_changed_and_a_result_beside_its_place_are_seen(
    opened, link, monkeypatch
):
    inputs, output = arrays()
    right = link.ask
    for memory, at, text in (
        (link.operands, 0, "^the backend changed operand"),
        (link.results, 1, "^the backend wrote outside result 0$"),
    ):

        def ask(request, deadline=None, memory=memory, at=at):
            found = right(request)
            first = request["jobs"][0][0]["operands"][0]["at"]
            start = first if memory is link.operands else at
            for byte in range(start, start + 64):
                poke(memory, byte)
            return found

        monkeypatch.setattr(link, "ask", ask)
        with pytest.raises(ViolationError, match=text):
            opened.run(ADD, inputs, [output])


def test_the_seconds_of_a_run_are_told(opened):
    inputs, output = arrays()
    said = opened._run([[Run(ADD, inputs, [output])]], {})
    assert set(said) == {"seconds"}
    assert 0 < said["seconds"] < 10


@pytest.mark.skipif(fenv.unavailable() is not None, reason=f"{fenv.unavailable()}")
def test_a_call_runs_in_the_environment_of_its_request(opened):
    one, little, out = np.ones(1, "f4"), np.full(1, 2.0**-30, "f4"), np.zeros(1, "f4")
    up = fenv.Environment(rounding="up")
    assert opened.run_in(up, ADD, [one, little], [out]) == up
    assert bits_of(out)[0] == 0x3F800001
    opened.run(ADD, [one, little], [out])
    assert bits_of(out)[0] == 0x3F800000


@pytest.mark.parametrize("what", ["environment", "condition"])
def test_what_is_no_list_of_texts_is_named(opened, link, monkeypatch, what):
    answers(link, monkeypatch, {what: 5})
    with pytest.raises(MessageError, match=f"^{what} should be a JSON object, and is int$"):
        getattr(opened, what)()


def test_answers_that_are_no_list_are_named(opened, link, monkeypatch):
    answers(link, monkeypatch, {"answers": 5})
    with pytest.raises(MessageError, match="^answers should be a JSON array of at most 2000 items"):
        opened.ask_support([ADD])


def test_a_host_that_breaks_the_protocol_is_left(opened, link, monkeypatch):
    answers(link, monkeypatch, MessageError("it is odd"))
    with pytest.raises(HostError, match="^the host broke the protocol: it is odd$") as caught:
        opened.environment()
    assert (caught.value.outcome, caught.value.killed, opened.kills) == ("error", False, 0)
    assert link.closed


def test_an_interruption_leaves_the_host_whose_answer_is_still_to_come(opened, link, monkeypatch):
    answers(link, monkeypatch, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        opened.environment()
    assert (link.closed, opened.kills) == (True, 0)


@pytest.mark.parametrize("killed", [True, False])
def test_a_host_that_dies_is_counted_where_it_was_killed(opened, link, monkeypatch, killed):
    answers(link, monkeypatch, HostError("crash", "gone", killed=killed))
    with pytest.raises(HostError, match="^gone$"):
        opened.environment()
    assert (link.closed, opened.kills) == (True, int(killed))


@pytest.mark.parametrize("killed", [True, False])
def test_a_new_host_that_dies_as_it_comes_up_is_counted_too(opened, monkeypatch, killed):
    def dies(command):
        raise HostError("crash", "gone", killed=killed)

    opened._drop()
    monkeypatch.setattr(session, "Link", dies)
    with pytest.raises(HostError, match="^gone$"):
        opened.environment()
    assert opened.kills == int(killed)


def test_the_time_in_which_a_new_host_starts_is_not_that_of_the_question(
    opened, memories, monkeypatch
):
    asked = []

    def start(command):
        time.sleep(0.05)
        later = Direct(memories)
        ask = later.ask
        later.ask = lambda request, deadline: asked.append(deadline) or ask(request)
        return later

    monkeypatch.setattr(session, "Link", start)
    with opened.within(60.0):
        before = opened._deadline.at
        opened._drop()
        opened.environment()
    assert asked[-1].at >= before + 0.05


@pytest.mark.parametrize(("threads", "sent"), [(3, 3), (None, 0)])
def test_a_new_host_is_told_the_threads_that_were_set(opened, memories, monkeypatch, threads, sent):
    inputs, output = arrays()
    opened.configure(threads=threads)
    opened.run(ADD, inputs, [output])
    later = Direct(memories)
    monkeypatch.setattr(session, "Link", lambda command: later)
    opened._drop()
    opened.run(ADD, inputs, [output])
    assert later.asked[-1]["jobs"][0][0]["threads"] == sent
    opened.run(ADD, inputs, [output])
    assert "threads" not in later.asked[-1]["jobs"][0][0]


def test_a_host_of_which_no_threads_were_asked_is_told_none(opened, memories, monkeypatch):
    later = Direct(memories)
    monkeypatch.setattr(session, "Link", lambda command: later)
    opened._drop()
    inputs, output = arrays()
    opened.run(ADD, inputs, [output])
    assert "threads" not in later.asked[-1]["jobs"][0][0]


def test_threads_of_a_run_go_with_it_alone_and_are_told_to_a_host_that_comes_later(
    opened, link, memories, monkeypatch
):
    inputs, output = arrays()
    plain = [Run(ADD, inputs, [arrays()[1]]) for _ in range(2)]
    opened.run_in_order([*plain, Run(ADD, inputs, [output], threads=2)])
    ((first, second, third),) = link.asked[-1]["jobs"]
    assert "threads" not in first
    assert "threads" not in second
    assert third["threads"] == 2
    later = Direct(memories)
    monkeypatch.setattr(session, "Link", lambda command: later)
    opened._drop()
    opened.run(ADD, inputs, [output])
    assert later.asked[-1]["jobs"][0][0]["threads"] == 2


def test_a_result_that_changes_after_its_answer_is_told_before_the_next_call(opened, link):
    inputs, output = arrays()
    opened.run(ADD, inputs, [output])
    asked = len(link.asked)
    poke(link.results, opened._kept[0].spans[0].offset)
    with pytest.raises(ViolationError, match="^the backend changed result 0 of the previous call"):
        opened.run(ADD, inputs, [output])
    assert len(link.asked) == asked
    opened.run(ADD, inputs, [output])


def test_results_that_change_as_their_host_ends_are_no_matter(opened, link, memories, monkeypatch):
    inputs, output = arrays()
    opened.run(ADD, inputs, [output])
    poke(link.results, opened._kept[0].spans[0].offset)
    monkeypatch.setattr(session, "Link", lambda command: Direct(memories))
    opened.restart()
    opened.run(ADD, inputs, [output])


class Bare:
    """A link to a host that gives this answer to `open`, and refuses all later requests."""

    def __init__(self, said):
        self.said, self.closed, self.refused = said, False, False

    def ask(self, request, deadline):
        if self.refused or isinstance(self.said, BaseException):
            raise self.said if isinstance(self.said, BaseException) else RefusedError("", lost=0)
        return self.said

    def close(self):
        self.closed = True


def test_abilities_that_nobody_knows_are_left_out_and_too_many_are_refused():
    some = RemoteSession([], "cpu", Bare({"abilities": ["threads", "flying", 5]}))
    assert some.abilities == {"threads"}
    assert hasattr(some, "configure")
    assert not hasattr(some, "condition")
    assert not isinstance(some, GraphSession)
    assert some.digest == ""
    every = ["threads", "together", "environment", "condition", "graphs"]
    able = RemoteSession([], "cpu", Bare({"abilities": every}))
    assert able.abilities == set(every)
    assert isinstance(able, GraphSession)
    none = RemoteSession([], "cpu", Bare({"digest": "a\nb"}))
    assert (none.abilities, none.digest) == (frozenset(), "a b")
    RemoteSession([], "cpu", Bare({"abilities": [""] * 100}))
    odd = Bare({"abilities": [""] * 101})
    with pytest.raises(MessageError, match="^abilities should be a JSON array of at most 100"):
        RemoteSession([], "cpu", odd)
    assert odd.closed


@pytest.mark.parametrize(
    "later", [{"abilities": ["threads"]}, {"abilities": ["condition"], "digest": "b"}]
)
def test_a_new_host_with_other_abilities_or_sources_is_an_error(monkeypatch, later):
    first = RemoteSession([], "cpu", Bare({"abilities": ["condition"], "digest": "a"}))
    monkeypatch.setattr(session, "Link", lambda command: Bare(later))
    first.restart()
    with pytest.raises(HostError, match="other abilities or sources$") as caught:
        first.environment()
    assert caught.value.outcome == "error"
    assert (first.abilities, first.digest) == ({"condition"}, "a")


def test_a_device_that_does_not_open_leaves_no_host():
    link = Bare(HostError("crash", "gone"))
    with pytest.raises(HostError, match="^gone$"):
        RemoteSession([], "cpu", link)
    assert link.closed


def test_leaving_a_session_whose_host_refuses_to_close_is_no_error():
    link = Bare({})
    with RemoteSession([], "cpu", link) as opened:
        link.refused = True
    assert link.closed
    opened.__exit__(None, None, None)
    assert opened._link is None


def test_outside_of_a_deadline_a_computation_alone_may_take_any_time(opened, link, monkeypatch):
    given = []
    right = link.ask

    def ask(request, deadline=None):
        given.append((request["do"], deadline.at is None))
        return right(request)

    inputs, output = arrays()
    monkeypatch.setattr(link, "ask", ask)
    opened.run(ADD, inputs, [output])
    opened.environment()
    with opened.within(5):
        opened.run(ADD, inputs, [output])
    opened.run(ADD, inputs, [output])
    assert given == [("run", True), ("environment", False), ("run", False), ("run", True)]


def test_what_was_written_before_a_refusal_is_seen_and_what_a_lost_host_wrote_is_not(opened, link):
    inputs, output = arrays()
    right = link.host.answer

    def refuses(lost):
        def answer(request):
            right(request)
            return {"error": "not today", "lost": lost}

        return answer

    for lost, seen in ((False, True), (True, False)):
        output[...] = 9
        link.host.answer = refuses(lost)
        with pytest.raises(RefusedError, match="not today"):
            opened.run(ADD, inputs, [output])
        assert np.array_equal(output, inputs[0] + inputs[1]) is seen
        assert link.closed is lost


def test_a_session_that_is_restarted_leaves_its_host(opened, link):
    opened.restart()
    assert link.closed
