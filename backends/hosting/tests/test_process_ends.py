"""Tests of the start and the end of a host: the parent's messages, and the clean-up."""

import os
import signal
import sys
import textwrap
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from samebits.backends.hosting import process as processes
from samebits.backends.hosting.process import HostError, HostProcess
from samebits.backends.hosting.tests.processes import gone, open_files
from samebits.backends.protocol import BackendError

ANSWERS = """
import json, os, struct, sys, time
def answer():
    head = sys.stdin.buffer.read(4)
    if not head:
        return
    number = json.loads(sys.stdin.buffer.read(struct.unpack("<I", head)[0]))["number"]
    body = json.dumps({"number": number, "ok": {}}).encode()
    sys.stdout.buffer.write(struct.pack("<I", len(body)) + body)
    sys.stdout.buffer.flush()
"""


@pytest.fixture
def host(memories):
    """Return a function that starts a host that runs the given code."""
    started = []

    def start(code):
        command = [sys.executable, "-S", "-c", ANSWERS + textwrap.dedent(code)]
        started.append(HostProcess(command, *memories))
        return started[-1]

    yield start
    for one in started:
        one.end()


def ask(host, seconds=20.0, text="hello"):
    return host.ask({"do": text}, time.monotonic() + seconds)


def closed(host, descriptor):
    """Wait until the host has closed one of its descriptors."""
    until = time.monotonic() + 20
    while Path(f"/proc/{host._process.pid}/fd/{descriptor}").exists():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_system_that_is_not_posix_is_refused(memories, monkeypatch):
    with monkeypatch.context() as other:
        other.setattr(processes.os, "name", "nt")
        try:
            HostProcess(["true"], *memories)
            said = ""
        except BackendError as error:
            said = str(error)
    assert "needs a POSIX system (Linux, macOS)" in said
    assert said.endswith("use WSL or a container")


def test_a_program_that_cannot_be_run_leaves_nothing_open(memories):
    before = open_files()
    with pytest.raises(
        BackendError, match="^the program './no_such' cannot be run: No such file"
    ) as caught:
        HostProcess(["./no_such"], *memories)
    assert open_files() == before, caught


def test_a_host_gets_its_two_memories_and_no_word_of_pytest(host, memories, monkeypatch):
    monkeypatch.setenv("PYTEST_CURRENT_TEST", "exp/f32/hard")
    numbers = [memory.descriptor for memory in memories]
    one = host(f"""
        for number in {numbers}:
            assert os.fstat(number).st_size == {memories[0].size}
        assert not any(name.startswith("PYTEST") for name in os.environ)
        answer(); answer()
    """)
    assert ask(one) == {"ok": {}}


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has this file")
def test_a_host_is_the_first_to_go_where_memory_runs_out(host):
    one = host("answer(); answer()")
    ask(one)
    assert Path(f"/proc/{one._process.pid}/oom_score_adj").read_text() == "1000\n"


def test_a_host_that_has_ended_is_asked_nothing_more(host):
    one = host("answer(); answer()")
    one.end()
    one.end()
    assert not one.alive
    with pytest.raises(HostError, match="^the host has ended$") as caught:
        ask(one)
    assert (caught.value.outcome, caught.value.killed) == ("crash", False)


def test_a_host_that_died_between_two_questions_is_a_crash_with_its_last_words(host):
    one = host("answer(); sys.exit('out of ideas')")
    ask(one)
    one._process.wait()
    with pytest.raises(HostError, match="with status 1; its last output: out of ideas$") as caught:
        ask(one)
    assert caught.value.outcome == "crash"
    assert not one.alive


@pytest.mark.parametrize(("number", "killed"), [(signal.SIGKILL, True), (signal.SIGTERM, False)])
def test_only_sigkill_is_told_apart(host, number, killed):
    one = host("answer(); time.sleep(60)")
    ask(one)
    one._process.send_signal(number)
    with pytest.raises(HostError, match=number.name) as caught:
        ask(one)
    assert (caught.value.outcome, caught.value.killed) == ("crash", killed)


def test_a_host_that_stops_reading_has_crashed(host, monkeypatch):
    monkeypatch.setattr(processes, "_ABORT_SECONDS", 0.1)
    one = host("answer(); os.close(0); time.sleep(60)")
    ask(one)
    closed(one, 0)
    with pytest.raises(HostError, match="^the host closed its input, and went on$") as caught:
        ask(one)
    assert caught.value.outcome == "crash"
    assert gone(one._process.pid)


def test_a_host_that_stops_answering_but_lives_has_crashed(host, monkeypatch):
    monkeypatch.setattr(processes, "_ABORT_SECONDS", 0.1)
    one = host("answer(); os.close(1); time.sleep(60)")
    ask(one)
    closed(one, 1)
    with pytest.raises(HostError, match="^the host closed its output, and went on$"):
        ask(one)
    assert gone(one._process.pid)


def test_a_child_that_holds_the_pipe_open_does_not_hide_that_a_host_has_ended(host):
    one = host("answer(); os.fork() and os._exit(3); time.sleep(60)")
    ask(one)
    with pytest.raises(HostError, match="ended by itself, with status 3 and no output$"):
        ask(one)


def test_waiting_for_an_answer_costs_no_processor(host):
    one = host("answer(); time.sleep(0.6); answer()")
    ask(one)
    before = time.process_time()
    ask(one)
    assert time.process_time() - before < 0.2


def test_an_interruption_ends_the_host(host, monkeypatch):
    one = host("answer(); time.sleep(60)")
    ask(one)

    def interrupted(deadline):
        raise KeyboardInterrupt

    monkeypatch.setattr(one, "_receive", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ask(one)
    assert not one.alive
    assert gone(one._process.pid)


def test_a_host_that_is_closed_ends_by_itself(host, tmp_path):
    one = host(f"""
        answer(); sys.stdin.buffer.read(1)
        time.sleep(0.2); open({str(tmp_path / "ended")!r}, "w")
    """)
    ask(one)
    one.close()
    assert (tmp_path / "ended").exists()
    assert not one.alive
    one.close()


def test_a_host_that_does_not_end_by_itself_is_killed(host, monkeypatch):
    monkeypatch.setattr(processes, "_CLOSE_SECONDS", 0.2)
    one = host("answer(); time.sleep(60)")
    ask(one)
    started = time.monotonic()
    one.close()
    assert time.monotonic() - started < 5
    assert gone(one._process.pid)


def test_a_host_that_has_left_its_group_is_ended_too(host):
    one = host("os.setpgid(0, 0); answer(); time.sleep(60)")
    ask(one)
    one.end()
    assert gone(one._process.pid)


def test_what_a_host_said_is_kept_while_it_is_short(host):
    one = host("sys.stderr.write('a word'); sys.stderr.flush(); time.sleep(0.8); os._exit(3)")
    with pytest.raises(HostError, match="with status 3; its last output: a word$"):
        ask(one)


def test_what_a_host_said_is_thrown_away_where_it_is_too_much(host, monkeypatch):
    monkeypatch.setattr(processes, "_MOST_WORDS", 1000)
    one = host("answer(); os.write(2, b'x' * 5000); time.sleep(0.8); answer()")
    ask(one)
    ask(one)
    assert os.fstat(one._words.fileno()).st_size == 0


def test_only_the_end_of_much_that_a_host_said_is_read(host):
    one = host("os.write(2, b'first\\n' + b'x' * 100_000 + b'\\nlast words'); os._exit(1)")
    with pytest.raises(HostError, match="its last output: last words$"):
        ask(one)


def test_a_host_that_ends_gives_back_all_that_was_opened_for_it(memories):
    before = open_files()
    one = HostProcess([sys.executable, "-S", "-c", ANSWERS + "answer()"], *memories)
    ask(one)
    one.end()
    assert open_files() == before
    assert one._process.returncode is not None


def test_what_a_host_said_may_be_any_bytes(host):
    one = host("os.write(2, bytes([255, 65, 66])); os._exit(1)")
    with pytest.raises(HostError, match="its last output: .AB$"):
        ask(one)


def test_a_question_without_a_deadline_is_waited_for(host):
    one = host("time.sleep(0.1); answer()")
    assert one.ask({"do": "hello"}, None) == {"ok": {}}


def test_bytes_behind_an_answer_break_the_protocol(host):
    one = host("""
        head = sys.stdin.buffer.read(4)
        sys.stdin.buffer.read(struct.unpack("<I", head)[0])
        body = b'{"number": 1, "ok": {}}'
        os.write(1, struct.pack("<I", len(body)) + body + b"more")
        time.sleep(60)
    """)
    with pytest.raises(HostError, match="it sent 4 bytes after its answer$") as caught:
        ask(one)
    assert caught.value.outcome == "error"
    assert not one.alive


def test_a_long_question_waits_for_a_host_that_reads_and_for_no_other(host):
    assert ask(host("time.sleep(0.2); answer()"), 5, "x" * 3_000_000) == {"ok": {}}
    with pytest.raises(HostError) as caught:
        ask(host("time.sleep(60)"), 0.2, "x" * 3_000_000)
    assert caught.value.outcome == "timeout"


def test_a_system_without_a_score_for_killing_starts_hosts_as_well(host, monkeypatch):
    def refused(self, text):
        raise PermissionError(13, "not yours")

    monkeypatch.setattr(processes.Path, "write_text", refused)
    assert ask(host("answer()")) == {"ok": {}}


def test_a_late_host_has_a_moment_to_say_where_it_was(host):
    one = host("""
        import signal
        def last(*_):
            time.sleep(0.3)
            os.write(2, b"Thread (most recent call first):\\n  File x, line 3\\n")
            os._exit(1)
        signal.signal(signal.SIGABRT, last)
        answer(); time.sleep(60)
    """)
    ask(one)
    with pytest.raises(HostError, match="^ in x, line 3$") as caught:
        ask(one, 0.1)
    assert caught.value.outcome == "timeout"


def test_a_late_host_that_takes_no_notice_is_killed(host, monkeypatch):
    monkeypatch.setattr(processes, "_ABORT_SECONDS", 0.1)
    one = host("import signal; signal.signal(signal.SIGABRT, signal.SIG_IGN)\nanswer()\n"
               "time.sleep(60)")  # fmt: skip
    ask(one)
    with pytest.raises(HostError) as caught:
        ask(one, 0.1)
    assert caught.value.outcome == "timeout"
    assert gone(one._process.pid)


def test_the_memory_of_a_host_is_looked_at_four_times_a_second(memories, monkeypatch):
    looks = []

    def held(group, limit):
        looks.append((group, limit))
        return 0

    monkeypatch.setattr(processes, "group_bytes", held)
    command = [sys.executable, "-S", "-c", ANSWERS + "while True: answer()"]
    one = HostProcess(command, *memories, 1 << 50)
    began = time.monotonic()
    for _ in range(100):
        ask(one)
    assert 1 <= len(looks) <= 2 + (time.monotonic() - began) / 0.25
    assert looks[0] == (one._group.number, 1 << 50)
    one.end()


def test_memory_that_a_host_made_longer_is_an_error_whichever_it_is(host):
    one = host("answer(); time.sleep(60)")

    def looked(*grown):
        one._memories = [SimpleNamespace(is_grown=each) for each in grown]
        one._next_look = 0.0
        one._look_at_memory(1.0)

    looked(False, False)
    for grown in ((True, False), (False, True)):
        with pytest.raises(HostError, match="enlarged memory that it shares with the judge"):
            looked(*grown)


def test_an_answer_to_no_question_breaks_the_protocol(host):
    one = host("sys.stdout.buffer.write(b'x'); sys.stdout.buffer.flush(); time.sleep(60)")
    assert one._readable.poll(20_000)
    with pytest.raises(HostError, match="protocol: it answered before a request was sent"):
        ask(one)
    assert gone(one._process.pid)
