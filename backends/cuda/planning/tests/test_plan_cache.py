"""Tests of the plan cache: limits of number and size, removal of old plans, and threads."""

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

from samebits.backends.cuda.planning import plan_cache
from samebits.backends.cuda.planning.plan_cache import PlanCache, bytes_of
from samebits.backends.cuda.planning.planned_call import Planned
from samebits.backends.cuda.planning.plans import Plan, Step
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

ADD = get_op("add").call(["f32", "f32"])


class Mortal(Call):
    """A call that allows weak references to it."""

    __slots__ = ("__weakref__",)


def call_of(number):
    """Return a new Call object."""
    return Mortal("add", 1, ("f32", "f32"), ("f32",), {"number": number})


def planned(size=0):
    """Return a plan with an upload of `size` bytes."""
    step = Step((), (), None, 0, np.zeros(size, np.uint8), ())
    return Planned(Plan(memoryview(b""), (step,), (), 0), (), (), "", 0)


def put(cache, number, size=0):
    """Store a plan for a new call, and return its key."""
    call, made = call_of(number), planned(size)
    key = (id(call), number)
    assert cache.put(key, (number,), call, made) is made
    return key


@pytest.fixture
def session():
    with CudaSession("emulated", EmulatedMachine()) as opened:
        yield opened


def test_those_used_longest_ago_go_first(monkeypatch):
    monkeypatch.setattr(plan_cache, "MOST_PLANS", 8)
    cache = PlanCache()
    keys = [put(cache, n) for n in range(8)]
    for n in (0, 3):
        assert cache.get(keys[n])
    keys.append(put(cache, 8))
    assert [n for n, key in enumerate(keys) if cache.get(key)] == [0, 3, 4, 5, 6, 7, 8]


def test_a_plan_in_use_stays_however_many_come_and_go(monkeypatch):
    monkeypatch.setattr(plan_cache, "MOST_PLANS", 16)
    cache = PlanCache()
    first = put(cache, -1)
    for n in range(500):
        put(cache, n)
        assert cache.get(first), n
        assert len(cache) <= 16


def test_the_bytes_of_plans_are_bounded_and_counted_right(monkeypatch):
    monkeypatch.setattr(plan_cache, "MOST_BYTES", 1 << 20)
    cache = PlanCache()
    for n in range(40):
        put(cache, n, 100_000)
        assert cache.bytes <= 1 << 20
    assert 7 <= len(cache) <= 10
    huge = put(cache, 99, 2 << 20)
    assert cache.get(huge)  # the newest plan is stored even if it exceeds the limit
    assert len(cache) == 1
    put(cache, 100)
    assert (len(cache), cache.get(huge)) == (1, None)
    cache.clear()
    assert (len(cache), cache.bytes) == (0, 0)


def test_what_a_plan_takes_is_its_words_steps_and_uploads(session):
    x = np.ones((3, 70_000), np.float32)
    execute(session, get_op("sum").call(["f32"], axes=(1,)), [x])
    assert 500 < session._plans.bytes < 30_000
    assert bytes_of(planned(5000)) - bytes_of(planned()) == 5000


def test_calls_made_anew_share_a_plan_and_only_some_of_them_are_kept():
    cache = PlanCache()
    put(cache, 5)
    gone = []
    for _ in range(50):
        call = call_of(5)
        assert cache.equal((id(call), 5), (5,), call) is not None
        gone.append(weakref.ref(call))
    del call
    gc.collect()
    assert len(cache) == 1
    assert sum(x() is not None for x in gone) == plan_cache._MOST_CALLS


def test_no_key_is_found_whose_call_is_gone(monkeypatch):
    monkeypatch.setattr(plan_cache, "MOST_PLANS", 4)
    cache = PlanCache()
    for n in range(30):
        put(cache, n)
        assert all(key[0] == id(entry.calls[key]) for key, entry in cache._found.items())
    assert len(cache._found) == len(cache)


def test_a_session_stays_within_the_number_and_its_results_right(session, monkeypatch):
    monkeypatch.setattr(plan_cache, "MOST_PLANS", 6)
    for n in [*range(1, 20), *range(1, 20)]:
        x = np.ones(n, np.float32)
        assert execute(session, ADD, [x, x])[0].tolist() == [2.0] * n
        assert 0 < len(session._plans) <= 6


def test_the_plan_of_another_thread_is_taken():
    cache = PlanCache()
    call, first = call_of(1), planned()
    cache.put((id(call), 1), (1,), call, first)
    other = call_of(1)
    assert cache.put((id(other), 1), (1,), other, planned()) is first
    assert cache.get((id(other), 1)) is first


def test_threads_that_ask_and_drive_out_plans_at_once_get_right_results(session, monkeypatch):
    monkeypatch.setattr(plan_cache, "MOST_PLANS", 5)
    together = Barrier(4)

    def work(seed):
        together.wait()
        rng = np.random.default_rng(seed)
        for n in rng.integers(1, 12, 60):
            x = np.full(n, seed, np.float32)
            if execute(session, ADD, [x, x])[0].tolist() != [2.0 * seed] * n:
                return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(1, 5)))
    assert len(session._plans) <= 5
