"""Tests of a host and of the judge's handling of its answers, both in this process."""

import os
import re
import signal
import sys
from hashlib import sha256
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends.hosting import fenv, session, settings, wire
from samebits.backends.hosting.last_words import last_words
from samebits.backends.hosting.link import Deadline, RefusedError
from samebits.backends.hosting.memory import PAGE
from samebits.backends.hosting.messages import HOST_PROTOCOL, LENGTH, MessageError, length_of, pack
from samebits.backends.hosting.placing import OperandPlacer, ResultPlacer, ViolationError
from samebits.backends.hosting.process import HostError
from samebits.backends.hosting.remote import command_of, program_digest
from samebits.backends.hosting.serve import text_of
from samebits.backends.hosting.session import RemoteSession, Run
from samebits.backends.hosting.tests.direct import ADD, BIG, HELLO, arrays, linked, poke
from samebits.backends.hosting.ways import ANOTHER_SESSION
from samebits.backends.protocol import BackendError, Device, Supported, Unsupported
from samebits.spec.language.call import Call


def test_a_host_says_who_it_is_and_what_it_can(link):
    assert link.said["protocol"] == HOST_PROTOCOL
    assert (link.said["name"], link.said["version"]) == ("plain", "3")
    assert [wire.device_from_json(d) for d in link.said["devices"]] == [Device("cpu", "one")]
    opened = link.ask({"do": "open", "device": "cpu"})
    can = {"together", "graphs", "times", "threads", "condition", ANOTHER_SESSION}
    can |= {*settings.available()}
    assert set(opened["abilities"]) == can | (set() if fenv.unavailable() else {"environment"})
    assert re.fullmatch("[0-9a-f]{64}", opened["digest"])


def test_a_judge_of_another_protocol_and_an_unknown_request_are_refused(link):
    with pytest.raises(RefusedError, match=f"^this host uses protocol {HOST_PROTOCOL}$"):
        link.ask({"do": "hello", "protocol": HOST_PROTOCOL + 1})
    with pytest.raises(RefusedError, match="^the request 'dance' is unknown$"):
        link.ask({"do": "dance"})
    with pytest.raises(RefusedError, match="^the request None is unknown$"):
        link.ask({})


@pytest.mark.parametrize("do", ["supports", "environment", "condition", "run"])
def test_nothing_is_asked_of_a_device_that_is_not_open(link, do):
    with pytest.raises(RefusedError, match="^no device is open$"):
        link.ask({"do": do, "calls": [], "jobs": []})


def test_closing_a_session_ends_it_once(link, monkeypatch):
    from samebits.backends.hosting.tests import hosts

    ended = []
    monkeypatch.setattr(hosts.Session, "__exit__", lambda self, *_: ended.append(1))
    link.ask({"do": "open", "device": "cpu"})
    link.ask({"do": "open", "device": "cpu"})
    assert ended == [1]
    assert link.ask({"do": "close"}) == {}
    assert link.ask({"do": "close"}) == {}
    assert ended == [1, 1]


def test_a_session_without_an_ability_says_so(link):
    link.ask({"do": "open", "device": "cpu"})
    link.host._session = SimpleNamespace(run=None)
    with pytest.raises(RefusedError, match="does not report the condition of its device$"):
        link.ask({"do": "condition"})
    with pytest.raises(BackendError, match="cannot set its threads$"):
        link.host._configure(3)


def test_each_question_has_its_own_answer(link):
    opened = RemoteSession([], "cpu", link)
    with pytest.raises(BackendError, match="raised KeyboardInterrupt: at once"):
        opened.supports(Call("mul", 1, ("f32",), ("f32",), {}))
    with pytest.raises(BackendError, match="returned bool, not Supported"):
        opened.supports(Call("sub", 1, ("f32",), ("f32",), {}))
    assert opened.supports(ADD) == Supported()
    before = len(link.asked)
    assert opened.supports(ADD) == Supported()
    assert len(link.asked) == before


def test_questions_are_asked_in_parts_and_each_must_be_answered(link, monkeypatch):
    opened = RemoteSession([], "cpu", link)
    calls = [Call("add", n, ("f32", "f32"), ("f32",), {}) for n in range(5)]
    monkeypatch.setattr(session, "_MOST_CALLS", 2)
    opened.ask_support([*calls, *calls])
    assert [len(a["calls"]) for a in link.asked if a["do"] == "supports"] == [2, 2, 1]
    monkeypatch.setattr(link, "ask", lambda request, deadline: {"answers": [{"supported": True}]})
    more = [Call("add", n, ("f32", "f32"), ("f32",), {}) for n in (7, 8)]
    with pytest.raises(BackendError, match="^the host answered 1 of 2 questions$"):
        opened.ask_support(more)


def test_operands_reach_the_host_with_their_strides_and_results_come_back(link):
    opened = RemoteSession([], "cpu", link)
    for size in (5, BIG * 8, 1):
        inputs, output = arrays(size)
        opened.run(ADD, inputs, [output])
        assert np.array_equal(output, inputs[0] + inputs[1])
    assert link.asked[-1]["result_bytes"] == link.results.size


def test_runs_in_order_and_together_fill_all_results(link):
    opened = RemoteSession([], "cpu", link)
    for run in (opened.run_in_order, lambda runs: opened.run_together([runs[:1], runs[1:]])):
        made = [arrays(), arrays(7), arrays(3)]
        run([Run(ADD, inputs, [output]) for inputs, output in made])
        assert all(np.array_equal(output, a + b) for (a, b), output in made)
    assert link.asked[-1]["together"] is True
    assert [len(job) for job in link.asked[-1]["jobs"]] == [1, 2]


def test_threads_are_set_with_the_next_run_and_no_other(link):
    opened = RemoteSession([], "cpu", link)
    inputs, output = arrays()
    opened.configure(threads=3)
    opened.run(ADD, inputs, [output])
    assert link.asked[-1]["jobs"][0][0]["threads"] == 3
    assert opened.condition() == {"threads": "3", "odd": "\\ud800"}
    opened.run(ADD, inputs, [output])
    assert "threads" not in link.asked[-1]["jobs"][0][0]
    opened.run_in_order([Run(ADD, inputs, [output], threads=2)])
    assert opened.condition()["threads"] == "2"
    opened.configure()
    opened.run(ADD, inputs, [output])
    assert opened.condition()["threads"] == "0"
    with pytest.raises(BackendError, match="a stream belongs to the process that created it"):
        opened.configure(stream=1)


def test_a_host_that_is_lost_is_left_and_one_that_only_refuses_is_kept(link):
    opened = RemoteSession([], "cpu", link)
    inputs, output = arrays()
    refused = Call("add", 1, ("f32", "f32"), ("f32",), {"misdeed": "none such"})
    opened.run(refused, inputs, [output])
    with pytest.raises(RefusedError):
        opened.run(ADD, inputs[:1], [output])
    assert not link.closed
    link.host._session.is_lost = True
    with pytest.raises(RefusedError) as caught:
        opened.run(ADD, inputs[:1], [output])
    assert caught.value.lost
    assert link.closed


@pytest.mark.parametrize(("killed", "kills"), [(True, 1), (False, 0)])
def test_a_host_that_dies_is_counted_where_it_was_killed(link, monkeypatch, killed, kills):
    opened = RemoteSession([], "cpu", link)

    def dies(request, deadline):
        raise HostError("crash", "gone", killed=killed)

    monkeypatch.setattr(link, "ask", dies)
    with pytest.raises(HostError, match="gone"):
        opened.environment()
    assert (opened.kills, link.closed, opened._link) == (kills, True, None)


def test_leaving_a_session_closes_it_and_its_host_and_sets_the_deadline_back(link):
    with RemoteSession([], "cpu", link) as opened:
        outer = opened._deadline
        with opened.within(5):
            assert opened._deadline.seconds == 5
        assert opened._deadline is outer
    assert link.asked[-1] == {"do": "close"}
    assert link.closed


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"ok": HELLO | {"protocol": True}}, "not a backend: it uses protocol True, not"),
        ({"ok": HELLO | {"protocol": HOST_PROTOCOL + 1}}, "not a backend: it uses protocol"),
        ({"ok": HELLO | {"name": 1}}, "not a backend: its name is missing or is not a string"),
        (
            {"ok": HELLO | {"version": None}},
            "not a backend: its version is missing or is not a string",
        ),
        ({"ok": HELLO | {"devices": [0] * 1001}}, "devices should be a JSON array of at most 1000"),
        ({"ok": []}, "its answer should be a JSON object"),
        ({"fine": 1}, "its answer has the members fine, not ok or error"),
        ({}, "its answer has the members none, not ok or error"),
        ({"error": "e", "more": 1}, "its answer has the members"),
        (HostError("crash", "gone"), "the host did not start: gone"),
    ],
)
def test_who_does_not_say_what_a_host_says_is_no_backend(answer, why):
    with pytest.raises(BackendError, match=re.escape(why)):
        linked(answer)._hello()


def test_the_deadline_stands_in_what_a_late_host_is_blamed_for():
    with pytest.raises(HostError, match=r"^no answer within 5 s in f$") as caught:
        linked(HostError("timeout", " in f")).ask({}, Deadline.of(5))
    assert caught.value.outcome == "timeout"
    with pytest.raises(HostError, match="^gone$"):
        linked(HostError("crash", "gone")).ask({}, Deadline.of(5))
    assert Deadline.of(0).at is None


@pytest.mark.parametrize(("lost", "told"), [(True, True), (False, False), (1, False)])
def test_only_true_says_that_a_device_is_lost(lost, told):
    with pytest.raises(RefusedError, match="^why$") as caught:
        linked({"error": "why", "lost": lost}).ask({}, Deadline.of(0))
    assert caught.value.lost is told


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"name": "n"}, "has the members name"),
        ({"name": "n", "description": "d", "more": 1}, "has the members name, description, more"),
        ({"name": 1, "description": "d"}, "a name that is no str"),
        ({"name": "n", "description": "d", "available": 1}, "a available that is no bool"),
        ([], "a device should be a JSON object, and is list"),
    ],
)
def test_a_device_is_read_strictly(value, why):
    with pytest.raises(MessageError, match=why):
        wire.device_from_json(value)
    assert wire.device_from_json({"name": "n", "description": "d"}) == Device("n", "d")
    assert wire.device_from_json({"name": "n" * 100, "description": ""}).name == "n" * 100
    said = Device("n", "d", False, "no driver", True)
    assert wire.device_from_json(wire.device_to_json(said)) == said


def test_an_answer_to_supports_is_one_of_three():
    assert wire.support_from_json({"error": "e"}) == "e"
    assert wire.support_from_json({"supported": True}) == Supported()
    found = wire.support_from_json({"supported": False, "reason": ""})
    assert found == Unsupported("(it gave no reason)")
    for odd in ({"supported": 1}, {"supported": False}, {"supported": True, "reason": "r"}, {},
                {"supported": 0, "reason": "r"}):  # fmt: skip
        with pytest.raises(MessageError, match="not one of supported, unsupported and error"):
            wire.support_from_json(odd)
    with pytest.raises(MessageError, match="^its reason is 3, not a text$"):
        wire.support_from_json({"error": 3})


def test_texts_and_items_have_a_limit():
    assert wire.texts({"a": 1}, "facts", 1) == {"a": "1"}
    with pytest.raises(MessageError, match="^facts has 2 members; at most 1 are read$"):
        wire.texts({"a": 1, "b": 2}, "facts", 1)
    assert wire.items([1, 2], "things", 2) == [1, 2]
    with pytest.raises(MessageError, match="at most 1 items"):
        wire.items([1, 2], "things", 1)


def test_messages_may_be_as_long_as_the_limit():
    size = len(pack({"a": "b"})) - LENGTH.size
    assert pack({"a": "b"}, size)
    with pytest.raises(MessageError, match=f"a message of {size} bytes; at most {size - 1}"):
        pack({"a": "b"}, size - 1)
    assert length_of(LENGTH.pack(7), 7) == 7
    with pytest.raises(MessageError, match="would be 7 bytes long; at most 6 are read"):
        length_of(LENGTH.pack(7), 6)


def test_every_byte_around_a_result_and_between_its_elements_is_watched(memories):
    _, results = memories
    whole = np.zeros(4 * BIG, np.float32)
    for array in (whole, whole[::2], whole[3:9], whole[9:2:-1]):
        placed = ResultPlacer(results).place([array, array.copy()])
        placed.fetch()
        for span in placed.spans:
            size = span.high - span.low
            for at in (span.offset - 1, span.offset + size, span.offset - PAGE,
                       span.offset + size + PAGE - 1):  # fmt: skip
                poke(results, at)
                with pytest.raises(ViolationError, match="wrote outside result"):
                    placed.fetch()
                poke(results, at)
        placed.fetch()
    placed = ResultPlacer(results).place([whole[::2]])
    poke(results, placed.spans[0].offset + 5)
    with pytest.raises(ViolationError, match="wrote between the elements of result 0"):
        placed.fetch()


def test_operands_that_share_memory_share_it_in_the_host_and_changes_are_seen(memories):
    operands, _ = memories
    rows = np.arange(100, dtype=np.float32)
    placed = OperandPlacer(operands).place([rows[50:60], rows[:40], rows[30:55:2], rows[70:]])
    assert len(placed.spans) == 2
    assert placed.owners == (0, 0, 0, 1)
    first = placed.placements[1].at
    assert placed.placements[0].at - first == 200
    assert placed.placements[2].at - first == 120
    assert all((span.offset - span.low) % 4 == 0 for span in placed.spans)
    placed.check()
    rows[75] = -1
    with pytest.raises(ViolationError, match="^the backend changed operand 3$"):
        placed.check()
    rows[31] = -1
    with pytest.raises(ViolationError, match="^the backend changed operand 1$"):
        placed.check()


def test_memory_grows_in_whole_pages_and_keeps_what_it_has(memories):
    memory = memories[1]
    size = memory.size
    memory.reserve(size)
    assert memory.size == size == 1 << 20
    memory.reserve(size + 1)
    assert memory.size == 2 * size
    memory.reserve(5 * size + 1)
    assert memory.size == 5 * size + PAGE
    assert os.fstat(memory.descriptor).st_size == memory.size


@pytest.mark.parametrize(
    ("said", "status", "text"),
    [
        ("", 3, "the process ended by itself, with status 3 and no output"),
        ("a\nb\n \n", 0, "the process ended by itself, with status 0; its last output: b"),
        ("b" * 400, 1, f"the process ended by itself, with status 1; its last output: {'b' * 300}"),
        ("", -9, f"the process died: {signal.strsignal(9)} (SIGKILL) and no output"),
        ("", -99, "the process died: signal 99 and no output"),
        ("Fatal Python error: Aborted\nx", -6, "the process died: Aborted"),
        ("Thread (most recent call first):\n  File x\nCurrent (most recent call first):\n  File y",
         None, " in y"),
        ("(most recent call first):", None, ""),
        ("(most recent call first):\n nothing", None, ""),
    ],
)  # fmt: skip
def test_last_words_are_one_line(said, status, text):
    assert last_words(said, status) == text


def test_the_text_of_an_error_names_its_class_unless_it_is_our_own():
    class DumbError(Exception):
        def __str__(self):
            raise RuntimeError("no")

    assert text_of(DumbError()) == "DumbError: (it has no text)"
    assert text_of(KeyError()) == "KeyError"
    assert text_of(BackendError("ours")) == "ours"


def test_a_program_is_the_words_behind_exec(tmp_path):
    assert command_of("c") == [sys.executable, "-P", "-m", "samebits.backends.hosting.serve", "c"]
    assert command_of("exec:a 'b c'") == ["a", "b c"]
    with pytest.raises(BackendError, match="names no program; write exec:./program"):
        command_of("exec: ")
    with pytest.raises(BackendError, match="No closing quotation"):
        command_of("exec:'")
    program, script = tmp_path / "program", tmp_path / "script"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    script.write_text("one")
    bare = program_digest(f"exec:{program}")
    lines = f"{sha256(program.read_bytes()).hexdigest()}  program\n"
    assert bare == sha256(lines.encode()).hexdigest()
    with_script = program_digest(f"exec:{program} --flag {script}")
    assert with_script != bare == program_digest(f"exec:{program} --flag {tmp_path / 'absent'}")
    assert program_digest(f"exec:{tmp_path / 'absent'}") == ""
