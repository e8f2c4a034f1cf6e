"""Tests that the judge turns any answer of a host into a valid result or a one-line error.

They change several thousand answers; `nox -s record -- replies` changes 10^5.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import numpy as np
import pytest

from samebits.backends.hosting import link
from samebits.backends.hosting.fenv import Environment
from samebits.backends.hosting.memory import SharedMemory
from samebits.backends.hosting.messages import (
    LENGTH,
    MOST_ANSWER_BYTES,
    MessageError,
    answer_to,
    numbered,
    parse,
)
from samebits.backends.hosting.process import HostError, HostProcess
from samebits.backends.hosting.remote import HostedBackend
from samebits.backends.hosting.tests.mutations import mutated
from samebits.backends.protocol import BackendError, Device
from samebits.spec.catalog import get_op

COUNT = int(os.environ.get("SAMEBITS_REPLIES", "4000"))
CALL = get_op("add").call(("f32", "f32"))
ADDS = {"name": "cpu", "description": "d", "available": True, "reason": "", "by_name": False}
ANSWERS = {
    "hello": {"protocol": 1, "name": "n", "version": "1", "devices": [ADDS, {**ADDS, "name": "b"}]},
    "open": {"abilities": ["threads", "together", "environment", "condition"], "digest": "0" * 64},
    "supports": {"answers": [{"supported": True}]},
    "environment": {"environment": {"compiler": "c", "flags": "-O2"}},
    "condition": {"condition": {"clock": "1 GHz"}},
    "configure": {},
    "run": {"seconds": 0.5, "environment": {"flush": True, "daz": True, "rounding": "up"}},
    "close": {},
}


class FakeProcess:
    """A host process with right answers, except that one request gets the bytes `data`."""

    victim, data = "", b""
    number = 1

    def __init__(self, *_):
        return

    def ask(self, request, deadline):
        if request["do"] != self.victim:
            return {"ok": ANSWERS[request["do"]]}
        try:
            return answer_to(self.number, parse(self.data))
        except MessageError as error:
            raise HostError("error", f"the host broke the protocol: {error}") from error

    def close(self):
        return


def conversation():
    """Make every kind of request of a judge, even if earlier requests fail."""
    backend = HostedBackend("exec:true")
    devices = backend.devices()
    assert all(isinstance(d, Device) and type(d.available) is bool for d in devices)
    x = np.ones(3, np.float32)
    with backend.open("cpu") as session:
        questions = [
            lambda: session.supports(CALL),
            session.environment,
            lambda: session.run(CALL, [x, x], [x.copy()]),
            lambda: session.run_in(Environment(True, True, "up"), CALL, [x, x], [x.copy()]),
        ]
        questions += [session.condition] if hasattr(session, "condition") else []
        if hasattr(session, "configure"):
            questions.append(lambda: session.configure(threads=2))
        for question in questions:
            try:
                question()
            except BackendError as error:
                one_line(error)


def one_line(error):
    text = str(error)
    assert text
    assert text.isprintable()
    assert len(text) < 5000
    text.encode()


def test_a_changed_answer_is_an_outcome_with_one_line_and_never_a_traceback(monkeypatch):
    monkeypatch.setattr(link, "HostProcess", FakeProcess)
    conversation()
    refused, open_files = 0, len(list(Path("/proc/self/fd").iterdir()))
    for seed in range(COUNT):
        random = Random(seed)
        FakeProcess.victim = random.choice(list(ANSWERS))
        FakeProcess.data = mutated(
            random, numbered({"ok": ANSWERS[FakeProcess.victim]}, FakeProcess.number)
        )
        started = time.monotonic()
        try:
            conversation()
        except BackendError as error:
            refused += 1
            one_line(error)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {FakeProcess.data[:200]!r}") from error
        assert time.monotonic() - started < 10, f"seed {seed}"
    assert COUNT * 0.1 < refused < COUNT
    assert len(list(Path("/proc/self/fd").iterdir())) == open_files


@pytest.fixture
def memories():
    pair = SharedMemory(read_only=True), SharedMemory(read_only=False)
    yield pair
    for memory in pair:
        memory.close()


def test_changed_bytes_on_the_pipe_are_an_outcome_of_the_question(memories, tmp_path):
    file = tmp_path / "bytes"
    # When this host gets a request, it prints the contents of the file and ends.
    command = ["/bin/sh", "-c", f"head -c 1 > {tmp_path / 'asked'}; cat {file}"]
    outcomes = set()
    for seed in range(max(100, COUNT // 40)):
        random = Random(seed)
        body = mutated(random, numbered({"ok": ANSWERS[random.choice(list(ANSWERS))]}, 1))
        head = LENGTH.pack(len(body) + random.choice((0, 0, 0, 1, -1, 5, 1 << 30)) & 0xFFFFFFFF)
        file.write_bytes((head + body)[random.choice((0, 0, 0, 0, 1)) :])
        started = time.monotonic()
        host = HostProcess(command, *memories)
        try:
            assert isinstance(host.ask({"do": "hello"}, started + 8), dict), f"seed {seed}"
            outcomes.add("pass")
        except HostError as error:
            one_line(error)
            outcomes.add(error.outcome)
        finally:
            host.end()
        assert time.monotonic() - started < 10, f"seed {seed}"
    assert outcomes >= {"pass", "error", "crash"}


@pytest.mark.parametrize("item", ["{}", "[]", "0", '""', '{"a":{}}', "1e9", '"\\ud800"'])
def test_the_longest_answer_takes_less_than_500_mb(item):
    count = MOST_ANSWER_BYTES // (len(item) + 1) - 9
    code = (
        "from samebits.backends.hosting.messages import parse, plain\n"
        f"plain(parse(('{{\"ok\":[' + ','.join([{item!r}] * {count}) + ']}}').encode())['ok'])\n"
        "held = open('/proc/self/status').read()\n"
        "print(held.split('VmHWM:')[1].split()[0])"  # ru_maxrss includes the parent
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(ended.stdout) < 500 * 1024
