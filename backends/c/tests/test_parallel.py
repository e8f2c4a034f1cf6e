"""Threads, forks and concurrent callers never change a bit, and never hang."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

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


def test_a_negative_number_of_threads_is_refused(session: CSession) -> None:
    with pytest.raises(BackendError, match="-1"):
        session.configure(threads=-1)
