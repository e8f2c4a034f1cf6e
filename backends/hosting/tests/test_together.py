"""Tests of concurrent jobs: each runs in its own thread, and all start together."""

import threading
from functools import partial

import pytest

from samebits.backends.hosting.together import run_together


def test_each_job_has_a_thread_of_its_own_however_short_it_is():
    for _ in range(20):
        threads: list[int] = []
        step = partial(lambda found: found.append(threading.get_ident()), threads)
        run_together([[step] for _ in range(6)])
        assert len(set(threads)) == 6


def test_the_steps_of_a_job_follow_each_other_and_an_error_comes_out():
    done = []
    with pytest.raises(ZeroDivisionError):
        run_together([[lambda: done.append(1), lambda: done.append(2)], [lambda: 1 // 0]])
    assert done == [1, 2]
