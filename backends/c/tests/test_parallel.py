"""Test that threads, forks and concurrent callers never change a bit or block forever."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of

EXP = get_op("exp").call(["f32"])


def operands() -> np.ndarray:
    return np.random.default_rng(0).normal(size=300_001).astype(np.float32) * 20


def test_bits_do_not_depend_on_the_number_of_threads(session: CSession) -> None:
    x = operands()
    session.configure(threads=1)
    expected = bits_of(execute(session, EXP, [x])[0])
    for threads in (2, 3, 7, 64, 1000, 0):
        session.configure(threads=threads)
        assert np.array_equal(bits_of(execute(session, EXP, [x])[0]), expected)


def test_concurrent_callers_get_their_own_results(session: CSession) -> None:
    inputs = [operands() + np.float32(i) for i in range(8)]
    session.configure(threads=2)
    expected = [bits_of(execute(session, EXP, [x])[0]) for x in inputs]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            results = pool.map(lambda x: bits_of(execute(session, EXP, [x])[0]), inputs)
            for got, wanted in zip(results, expected, strict=True):
                assert np.array_equal(got, wanted)


def test_a_forked_child_works() -> None:
    program = """
import os, sys, warnings
warnings.simplefilter("ignore")  # newer Pythons warn of any fork beside threads
import numpy as np
from samebits.backends.c import backend
from samebits.backends.executor import execute
from samebits.spec.catalog import get_op
session, call = backend.open("baseline"), get_op("exp").call(["f32"])
session.configure(threads=4)
x = np.linspace(-80, 80, 300_001, dtype=np.float32)
expected = execute(session, call, [x])[0].tobytes()
child = os.fork()
same = execute(session, call, [x])[0].tobytes() == expected
if child == 0:
    os._exit(0 if same else 3)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) or not same)
"""
    if not hasattr(__import__("os"), "fork"):
        pytest.skip("this system has no fork")
    finished = subprocess.run([sys.executable, "-c", program], timeout=60, check=False)
    assert finished.returncode == 0


PROGRAM = """
import os, time
import numpy as np
from samebits.backends.c import backend
from samebits.backends.executor import execute
from samebits.spec.catalog import get_op
call = get_op("exp").call(["f32"])
small, large = (np.linspace(-80, 80, n, dtype=np.float32) for n in (2000, 300_001))
session = backend.open("baseline")
before = set(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else set()

def made():
    return set(os.listdir("/proc/self/task")) - before

def asleep(thread):
    return open(f"/proc/self/task/{thread}/stat").read().rpartition(")")[2].split()[0] == "S"
"""
"""Beginning of test programs that run in a separate process and observe its threads."""

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="only Linux tells which threads a process has"
)


def ended(program: str) -> subprocess.CompletedProcess[str]:
    whole = [sys.executable, "-c", PROGRAM + program]
    return subprocess.run(whole, timeout=120, check=False, capture_output=True, text=True)


@needs_proc
@pytest.mark.parametrize("threads", [0, 2, 64])
def test_small_work_is_left_to_one_thread_whatever_the_number(threads: int) -> None:
    program = f"""
session.configure(threads={threads})
for _ in range(100):
    execute(session, call, [small])
assert not made(), made()
"""
    finished = ended(program)
    assert finished.returncode == 0, finished.stderr


@needs_proc
@pytest.mark.parametrize("threads", [0, 1, 2, 64])
def test_no_more_threads_run_than_asked_for_nor_than_processors(threads: int) -> None:
    program = f"""
session.configure(threads={threads})
execute(session, call, [large])
processors = len(os.sched_getaffinity(0))
assert len(made()) == min({threads} or processors, processors) - 1, made()
"""
    finished = ended(program)
    assert finished.returncode == 0, finished.stderr


@needs_proc
@pytest.mark.parametrize("exact", [False, True])
def test_a_thread_without_work_sleeps_after_a_while(exact: bool) -> None:
    program = f"""
session.shares_all = {exact}
session.configure(threads=3)
expected = execute(session, call, [large])[0].tobytes()
for _ in range(3):
    until = time.monotonic() + 60
    while not all(map(asleep, made())):
        assert time.monotonic() < until, "a thread looks for work for a minute"
    assert execute(session, call, [large])[0].tobytes() == expected  # and wakes
assert not {exact} or len(made()) == 2
"""
    finished = ended(program)
    assert finished.returncode == 0, finished.stderr


def test_many_short_calls_of_several_callers_are_computed_each(session: CSession) -> None:
    session.configure(threads=3)
    inputs = [np.full(2000 * (1 + i), i / 8, np.float32) for i in range(6)]
    expected = [execute(session, EXP, [x])[0].tobytes() for x in inputs]

    def same(index: int) -> bool:
        x, result = inputs[index], np.empty_like(inputs[index])
        for _ in range(300):
            result[...] = 7
            session.run(EXP, [x], [result])
            if result.tobytes() != expected[index]:
                return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(same, range(len(inputs))))


def test_a_fork_amid_the_calls_of_another_thread_leaves_a_child_that_computes() -> None:
    program = """
import threading, warnings
warnings.simplefilter("ignore")
session.shares_all = True
session.configure(threads=3)
expected = execute(session, call, [large])[0].tobytes()
over = threading.Event()

def compute():
    while not over.is_set():
        execute(session, call, [large])

thread = threading.Thread(target=compute)
thread.start()
for _ in range(10):
    child = os.fork()
    if child == 0:
        os._exit(0 if execute(session, call, [large])[0].tobytes() == expected else 3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
over.set()
thread.join()
"""
    if not hasattr(os, "fork"):
        pytest.skip("this system has no fork")
    finished = ended(program)
    assert finished.returncode == 0, finished.stderr


def test_a_negative_number_of_threads_is_refused(session: CSession) -> None:
    with pytest.raises(BackendError, match="-1"):
        session.configure(threads=-1)
