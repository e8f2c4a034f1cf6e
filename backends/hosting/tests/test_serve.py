"""Tests that the host of a Python backend gives valid answers, whatever the backend does."""

import os
import subprocess
import sys
import textwrap

import pytest

from samebits.backends.hosting import serve, wire
from samebits.backends.hosting.messages import (
    LENGTH,
    MOST_ANSWER_BYTES,
    MOST_TEXT,
    pack,
    parse,
)
from samebits.backends.hosting.serve import packed, text_of
from samebits.spec.language.call import Call


@pytest.mark.parametrize(
    ("odd", "text"),
    [
        (float("nan"), "cannot be sent: ValueError: Out of range float"),
        (object(), "cannot be sent: TypeError: Object of type object"),
        ("x" * MOST_ANSWER_BYTES, "cannot be sent: a message of 4194333 bytes"),
    ],
    ids=["nan", "object", "too long"],
)
def test_an_answer_that_cannot_be_sent_is_an_error_that_says_why(odd, text):
    found = parse(packed({"ok": {"odd": odd}}, 12)[LENGTH.size :])
    assert text in found["error"]
    assert found["number"] == 12


def test_the_text_of_an_error_is_one_line_of_bounded_length():
    text = text_of(RuntimeError("a\nb \ud800" + "c" * 10 * MOST_TEXT))
    assert text.startswith("RuntimeError: a b \\ud800ccc")
    assert len(text) < MOST_TEXT + 100


class Mute:
    """A session that fails, and has no attribute `is_lost`."""

    def run(self, call, inputs, outputs):
        raise ValueError("no")


def test_only_a_session_that_says_so_has_lost_its_device(link):
    link.ask({"do": "open", "device": "cpu"})
    host = link.host
    host._session = Mute()
    request = {"do": "run", "jobs": [[]], "operand_bytes": 1 << 20, "result_bytes": 1 << 20}
    assert host.answer({**request, "jobs": 5}).keys() == {"error"}
    host._session.is_lost = True
    assert host.answer({**request, "jobs": 5})["lost"] is True


def test_what_a_session_lacks_is_said_in_samebits_own_words(link):
    link.ask({"do": "open", "device": "cpu"})
    link.host._session = Mute()
    name = link.host._name
    said = link.host.answer({"do": "condition"})
    assert said == {"error": f"{name} does not report the condition of its device"}


def test_a_backend_without_a_digest_has_an_empty_one(link, monkeypatch):
    monkeypatch.setattr(serve.discovery, "module_digest", lambda name: None)
    assert link.ask({"do": "open", "device": "cpu"})["digest"] == ""


def test_equal_calls_are_one_object_and_not_more_are_kept_than_the_limit(link, monkeypatch):
    monkeypatch.setattr(serve, "_MOST_CALLS", 3)
    host = link.host
    calls = [wire.call_to_json(Call("add", n, ("f32",), ("f32",))) for n in range(7)]
    known = [host._call(call) for call in calls[:3]]
    assert [host._call(call) for call in calls[:3]] == known
    assert all(host._call(call) is one for call, one in zip(calls, known, strict=False))
    for call in calls:
        assert host._call(call) is host._call(dict(call))
        assert 1 <= len(host._calls) <= 3
        assert host._call(call) == wire.call_from_json(call)


def test_a_backend_sees_neither_the_requests_nor_the_answers():
    code = """
        import os, sys
        from samebits.backends.hosting.serve import take_over
        before = len(os.listdir("/proc/self/fd"))
        requests, answers = take_over()
        assert len(os.listdir("/proc/self/fd")) == before + 2
        print("said by the backend", flush=True)
        os.write(2, b"and to standard error")
        assert sys.stdin.read() == ""
        os.write(answers, os.read(requests, 100))
        assert {requests, answers}.isdisjoint({0, 1, 2})
    """
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], input=b"a request", capture_output=True
    )
    assert ended.stdout == b"a request"
    assert ended.stderr.split(b"\n") == [b"said by the backend", b"and to standard error"]


def test_a_host_is_deaf_to_ctrl_c_leaves_no_core_and_warns_of_nothing():
    code = """
        import faulthandler, os, resource, signal, sys, warnings
        from samebits.backends.hosting import serve
        def seen(name, requests, answers):
            warnings.warn("of the backend")
            assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
            assert resource.getrlimit(resource.RLIMIT_CORE)[0] == 0
            assert faulthandler.is_enabled()
            os.write(answers, name.encode())
        most = resource.getrlimit(resource.RLIMIT_CORE)[1]
        resource.setrlimit(resource.RLIMIT_CORE, (most, most))
        serve.serve = seen
        serve.main("c")
    """
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True)
    assert (ended.stdout, ended.stderr, ended.returncode) == (b"c", b"", 0)


def test_a_thread_that_still_runs_keeps_no_host_alive():
    code = """
        import threading, time
        from samebits.backends.hosting import serve
        serve.serve = lambda *_: threading.Thread(target=time.sleep, args=(60,)).start()
        serve.main("c")
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    assert subprocess.run(command, stdin=subprocess.DEVNULL, timeout=30).returncode == 0


@pytest.mark.parametrize("error", [None, SystemExit(3), ValueError("no")])
def test_a_session_is_closed_where_the_requests_end_and_may_fail_then(monkeypatch, error):
    closed = []

    class Last:
        def __init__(self, name):
            self.name = name

        def answer(self, request):
            return {"ok": request}

        def close(self):
            closed.append(self.name)
            if error:
                raise error

    monkeypatch.setattr(serve, "Host", Last)
    (requests, asks), (reads, answers) = os.pipe(), os.pipe()
    os.write(asks, pack({"do": "x", "number": 7}))
    os.close(asks)
    serve.serve("c", requests, answers)
    found = parse(os.read(reads, 1000)[LENGTH.size :])
    assert (found, closed) == ({"number": 7, "ok": {"do": "x", "number": 7}}, ["c"])
    for descriptor in (reads, answers):
        os.close(descriptor)


def test_the_module_is_a_host_when_it_is_run():
    command = [sys.executable, "-m", "samebits.backends.hosting.serve", "c"]
    request = pack({"do": "close", "number": 5})
    ended = subprocess.run(command, input=request, capture_output=True, timeout=60)
    assert parse(ended.stdout[LENGTH.size :]) == {"number": 5, "ok": {}}
