"""Tests that a process group ends with its owner and leaves no descriptor open."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

from samebits.backends.hosting import leash
from samebits.backends.hosting.leash import LeashedGroup
from samebits.backends.hosting.tests.processes import gone, open_files


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_group_ends_when_its_owner_is_killed(number):
    code = """
        import subprocess, sys, time
        from samebits.backends.hosting.leash import LeashedGroup
        group = LeashedGroup()
        held = subprocess.Popen(["sleep", "60"], process_group=group.number)
        print(held.pid, flush=True)
        time.sleep(60)
    """
    owner = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True
    )
    held = int(owner.stdout.readline())
    assert not gone(held, 0.1)
    owner.send_signal(number)
    owner.communicate()
    assert gone(held)


def test_a_group_can_be_ended_twice_and_gives_back_what_it_opened():
    before = open_files()
    group = LeashedGroup()
    assert not group.ended
    assert len(open_files() - before) == 1, "the end of the pipe that is held, and no other"
    group.end()
    assert open_files() == before
    group.end()
    assert group.ended
    with pytest.raises(ProcessLookupError):
        os.killpg(group.number, 0)


def test_a_group_whose_shell_has_gone_can_be_ended():
    group = LeashedGroup()
    os.kill(group.number, signal.SIGKILL)
    group._shell.wait()
    group.end()
    assert group.ended


def test_a_shell_that_cannot_be_started_leaves_nothing_open(monkeypatch):
    def refused(*_, **__):
        raise OSError(11, "no more processes")

    monkeypatch.setattr(leash.subprocess, "Popen", refused)
    before = open_files()
    with pytest.raises(OSError, match="no more processes"):
        LeashedGroup()
    assert open_files() == before


def test_a_stopped_group_goes_on_and_one_that_has_gone_is_left():
    group = LeashedGroup()
    held = subprocess.Popen(["sleep", "60"], process_group=group.number)
    os.kill(held.pid, signal.SIGSTOP)
    assert os.waitid(os.P_PID, held.pid, os.WSTOPPED).si_status == signal.SIGSTOP
    group.go_on()
    assert os.waitid(os.P_PID, held.pid, os.WCONTINUED).si_status == signal.SIGCONT
    group.end()
    held.wait()
    group.go_on()
