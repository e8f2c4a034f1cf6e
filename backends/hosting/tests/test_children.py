"""Tests of steps in a forked child: writes to shared memory, and reported errors."""

import mmap
import os
import signal
import time

import numpy as np
import pytest

from samebits.backends.c import backend
from samebits.backends.hosting.children import can_fork, run_in_a_child
from samebits.backends.hosting.settings import FORKED, run_in
from samebits.backends.libraries.numpy import backend as library
from samebits.backends.protocol import BackendError


@pytest.fixture
def shared():
    return np.frombuffer(mmap.mmap(-1, mmap.PAGESIZE), np.int64)


def test_what_a_child_writes_to_shared_memory_is_seen_and_nothing_else(shared):
    own = [os.getpid()]

    def step():
        own.append(1)
        shared[:2] = os.getpid(), np.geterr()["over"] == "raise"

    run_in([FORKED, "errors_raised"], step)
    assert own == [os.getpid()]
    assert shared[0] not in (0, os.getpid())
    assert shared[1] == 1


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (
            lambda: 1 // 0,
            "in a forked child: ZeroDivisionError: integer division or modulo by zero",
        ),
        (lambda: os._exit(7), "a forked child died with status 7"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "a forked child died with status -9"),
        (lambda: time.sleep(600), "a forked child did not end within 0.5 s"),
    ],
)
def test_what_a_child_does_is_told(step, said):
    with pytest.raises(BackendError) as told:
        run_in_a_child(step, seconds=0.5 if "within" in said else 60)
    assert str(told.value) == said


def test_a_session_says_whether_it_computes_in_children():
    name = next(device.name for device in backend.devices() if device.available)
    with backend.open(name) as forking, library.open("cpu") as other:
        assert can_fork(forking)
        assert not can_fork(other)
        forking.forks = False
        assert not can_fork(forking)
