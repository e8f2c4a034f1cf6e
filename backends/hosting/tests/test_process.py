"""Tests of hosts that break the protocol: the parent always gets a one-line error in time."""

import sys
import textwrap
import time

import pytest

from samebits.backends.hosting.process import HostError, HostProcess
from samebits.backends.hosting.tests.processes import gone

TALK = """
import json, os, signal, struct, sys, time
number = 0
def read():
    global number
    head = sys.stdin.buffer.read(4)
    request = json.loads(sys.stdin.buffer.read(struct.unpack("<I", head)[0]))
    number = request["number"]
    return request
def send(data):
    sys.stdout.buffer.write(data); sys.stdout.buffer.flush()
def answer(text, to=None):
    comma = "" if text == "{}" else ", "
    if text.startswith("{"):
        text = f'{{"number": {json.dumps(to or number)}{comma}{text[1:]}'
    data = text.encode(); send(struct.pack("<I", len(data)) + data)
read()
"""
DRIPS = """
send(struct.pack('<I', 1000))
for _ in range(600):
    time.sleep(0.1)
    send(b' ')
"""


def asked(memories, code, seconds=20.0, limit=0, request=None):
    """Return the answer to one request of a host that runs this code."""
    host = HostProcess([sys.executable, "-c", TALK + textwrap.dedent(code)], *memories, limit)
    try:
        return host.ask(request or {"do": "hello"}, time.monotonic() + seconds)
    finally:
        host.end()


def test_an_answer_comes_back(memories):
    assert asked(memories, """answer('{"ok": {"a": [1, 2.5]}}')""") == {"ok": {"a": [1, 2.5]}}


def test_long_messages_pass_in_both_directions(memories):
    text = "x" * 3_000_000
    code = "answer(json.dumps({'ok': {'a': 'y' * 3_000_000}}))"
    found = asked(memories, code, request={"do": text})
    assert len(found["ok"]["a"]) == 3_000_000


@pytest.mark.parametrize(
    ("code", "outcome", "text"),
    [
        ("sys.exit(0)", "crash", "ended by itself, with status 0"),
        ("sys.exit(3)", "crash", "ended by itself, with status 3"),
        ("sys.exit('out of ideas')", "crash", "status 1; its last output: out of ideas"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "crash", "Segmentation fault .SIGSEGV."),
        ("os.kill(os.getpid(), 9)", "crash", "Killed .SIGKILL."),
        ("os.close(1); time.sleep(60)", "crash", "closed its output, and went on"),
        ("time.sleep(60)", "timeout", "^$"),
        ("send(b'ab'); time.sleep(60)", "timeout", "^; 2 of 4 bytes of an answer had come$"),
        ("send(struct.pack('<I', 9) + b'{'); sys.exit(1)", "crash", "; 5 of 13 bytes of an answer"),
        (DRIPS, "timeout", "bytes of an answer had come$"),
        ("os.setsid(); answer('['); time.sleep(60)", "error", "not valid JSON"),
        ("send(b'\\xff\\xff\\xff\\xff')", "error", "4294967295 bytes long; at most"),
        ("send(struct.pack('<I', (1 << 22) + 1))", "error", "4194305 bytes long; at most 4194304"),
        ("send(b'hello, world, this is no message')", "error", "broke the protocol"),
        ("answer('[1]')", "error", "a JSON list, not an object"),
        ("answer('{')", "error", "not valid JSON"),
        ('answer(\'{"a": 1, "a": 2}\')', "error", "a member occurs twice"),
        ("answer('{\"a\": NaN}')", "error", "NaN is not a JSON number"),
        ("answer('[' * 100000)", "error", "not valid JSON"),
        ("answer('{\"a\": ' + '9' * 100000 + '}')", "error", "not valid JSON"),
        ("send(bytes([1, 0, 0, 0, 255]))", "error", "not valid JSON"),
        ("send(bytes(4))", "error", "not valid JSON"),
        ("answer('{}', 2)", "error", "it answered request 2 instead of 1"),
        ("answer('{}', True)", "error", "it answered request True instead of 1"),
        ("answer('{}', 1.0)", "error", "it answered request 1.0 instead of 1"),
        ("answer('{}', '1')", "error", "it answered request 1 instead of 1"),
        ("answer(' {}')", "error", "its answer to request 1 has no number"),
        ("answer('{}'); answer('{}')", None, ""),
    ],
)
def test_each_misdeed_is_an_outcome_with_one_line(memories, code, outcome, text):
    started = time.monotonic()
    seconds = 1.0 if outcome == "timeout" else 20.0
    if outcome is None:  # the second answer is found at this request or the next
        with pytest.raises(HostError, match="after its answer|before a request was sent"):
            asked_twice(memories, code)
        return
    with pytest.raises(HostError, match=text) as caught:
        asked(memories, code, seconds)
    assert caught.value.outcome == outcome
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 5000
    assert time.monotonic() - started < 15


def asked_twice(memories, code):
    host = HostProcess([sys.executable, "-c", TALK + code + "\nread(); answer('{}')"], *memories)
    try:
        host.ask({"do": "hello"}, time.monotonic() + 20)
        time.sleep(0.5)
        host.ask({"do": "open"}, time.monotonic() + 20)
    finally:
        host.end()


def test_an_answer_that_comes_after_the_next_question_is_not_taken_for_its_answer(memories):
    code = "answer('{\"ok\": {}}'); read(); answer('{\"ok\": {}}', 1); time.sleep(60)"
    host = HostProcess([sys.executable, "-c", TALK + code], *memories)
    host.ask({"do": "hello"}, time.monotonic() + 20)
    with pytest.raises(HostError, match="it answered request 1 instead of 2") as caught:
        host.ask({"do": "open"}, time.monotonic() + 20)
    assert caught.value.outcome == "error"
    assert not host.alive


def test_a_host_that_does_not_read_is_late(memories):
    host = HostProcess([sys.executable, "-c", "import time; time.sleep(60)"], *memories)
    with pytest.raises(HostError) as caught:
        host.ask({"do": "x" * 1_000_000}, time.monotonic() + 1)
    assert caught.value.outcome == "timeout"
    assert not host.alive


def test_a_host_that_takes_too_much_memory_is_ended(memories):
    code = "kept = bytearray(300 << 20); kept[::4096] = bytes(len(kept[::4096])); time.sleep(60)"
    with pytest.raises(HostError, match=r"more than 0.2 GiB of memory") as caught:
        asked(memories, code, limit=200 << 20)
    assert caught.value.outcome == "error"


def test_the_memory_of_a_host_that_answers_at_once_is_looked_at_too(memories):
    code = "held = bytearray(b'x') * (300 << 20)\nwhile True: answer('{}'); read()"
    command = [sys.executable, "-c", TALK + code]
    host = HostProcess(command, *memories, 200 << 20)

    def ask_for_a_while():
        for _ in range(1000):
            host.ask({"do": "hello"}, time.monotonic() + 20)
            time.sleep(0.001)

    with pytest.raises(HostError, match="took more than 0.2 GiB of memory"):
        ask_for_a_while()


HOARDERS = """
for _ in range(3):
    if os.fork() == 0:
        held = bytearray(b"x") * (100 << 20)
        time.sleep(60)
time.sleep(60)
"""


def test_the_memory_of_what_a_host_started_is_counted_with_its_own(memories):
    with pytest.raises(HostError, match=r"more than 0.2 GiB of memory") as caught:
        asked(memories, HOARDERS, limit=200 << 20)
    assert caught.value.outcome == "error"


def test_memory_that_children_share_with_a_host_is_counted_once(memories):
    code = """
        held = bytearray(b"x") * (100 << 20)
        for _ in range(3):
            if os.fork() == 0:
                time.sleep(60)
        time.sleep(1.5)
        answer('{"ok": {}}')
    """
    assert asked(memories, code, limit=200 << 20) == {"ok": {}}


def test_what_a_host_started_ends_with_it(memories):
    code = "import subprocess; p = subprocess.Popen(['sleep', '60']); "
    found = asked(memories, code + """answer(json.dumps({'ok': {'pid': p.pid}}))""")
    assert gone(found["ok"]["pid"])
