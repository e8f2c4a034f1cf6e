"""Tests of memory that outlives calls, such as tables.

A table is made once, is complete for every stream, and exists until the session ends.
"""

import gc
import threading
import weakref

import numpy as np
import pytest

from samebits.backends.cuda.arrays.resident import empty, resident
from samebits.backends.cuda.calling import lasting
from samebits.backends.cuda.machines.protocol import DeviceMemoryError
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.tests.doubles import Recording
from samebits.backends.cuda.tests.looking import Noting, call_of, patterns, returned, set_least
from samebits.backends.prepared import prepare
from samebits.backends.protocol import BackendError

EXP, TANH = call_of("exp", "bf16"), call_of("tanh", "bf16")
X = patterns("bf16", 4000)
SIZE = 2 << 16


@pytest.fixture(autouse=True)
def any_length(monkeypatch):
    set_least(monkeypatch, 1)


@pytest.fixture(scope="module")
def right():
    with CudaSession("emulated", Noting()) as session:
        set_least(patch := pytest.MonkeyPatch(), 1 << 40)
        found = {call: returned(session, call, X) for call in (EXP, TANH)}
        patch.undo()
    assert not session.machine.looked_up
    return found


def opened(**settings):
    return CudaSession("emulated", Noting(**settings))


class Live(Noting):
    """A machine that records which blocks of memory are still referenced.

    An allocation of `missing` bytes fails.
    """

    def __init__(self):
        super().__init__()
        self.live, self.missing = weakref.WeakSet(), None

    def allocate(self, size):
        if size == self.missing:
            raise DeviceMemoryError("no memory")
        inner = super().allocate(size)

        class Block:
            kept, address = inner, inner.address

        Block.size = size
        block = Block()
        self.live.add(block)
        return block

    def sizes(self):
        gc.collect()
        return sorted(block.size for block in self.live)


def test_a_table_is_made_once_for_all_layouts_and_plans(right):
    with opened() as session:
        for count in (4000, 100, 50, 4000):
            assert np.array_equal(returned(session, EXP, X[:count]), right[EXP][:count])
        session._plans.clear()
        assert np.array_equal(returned(session, EXP, X), right[EXP])
        assert session.machine.entries.count("sb_exp_bf16") == 1
        assert session.machine.looked_up == 5


def test_every_session_has_tables_of_its_own_and_gives_them_back(right):
    first, second = CudaSession("emulated", Live()), CudaSession("emulated", Live())
    with second:
        with first:
            for session in (first, second):
                assert np.array_equal(returned(session, EXP, X), right[EXP])
                assert session.machine.entries == ["sb_exp_bf16", "sb_table_shared_16"]
                assert session.machine.sizes() == [SIZE]
        assert (first.machine.sizes(), first._memory.used) == ([], 0)
        assert np.array_equal(returned(second, EXP, X), right[EXP])
    assert second.machine.sizes() == []


def test_beyond_the_bound_functions_take_their_own_kernels_and_tables_stay(monkeypatch, right):
    monkeypatch.setattr(lasting, "MOST_BYTES", SIZE)
    with CudaSession("emulated", Live()) as session:
        for call in (EXP, TANH, EXP):
            assert np.array_equal(returned(session, call, X), right[call])
        assert session.machine.entries == [
            "sb_exp_bf16", "sb_table_shared_16", "sb_tanh_bf16", "sb_table_shared_16",
        ]  # fmt: skip
        assert session.machine.sizes() == [SIZE]


def test_a_prepared_call_looks_up_at_once_and_outlives_its_plan(right):
    with opened() as session:
        machine = session.machine
        x, out = resident(machine, X), empty(machine, X.shape, X.dtype)
        call = prepare(session, EXP)
        call(x, out)
        session._plans.clear()
        for op in (TANH, EXP):
            returned(session, op, X[::2].copy())
        machine.entries.clear()
        out.write(0, X)
        call(x, out)
        assert machine.entries == ["sb_table_shared_16"]
        assert call._quick is not None
        assert np.array_equal(out.values().view(np.uint16), right[EXP])


def test_a_table_is_complete_for_every_stream(right):
    with opened() as session:
        machine = session.machine
        x, out = resident(machine, X), empty(machine, X.shape, X.dtype)
        machine.synchronize()
        session.configure(stream=900)
        session.run(EXP, [x], [empty(machine, X.shape, X.dtype)])  # not awaited by the test
        session.configure(stream=500)
        x._stream = out._stream = 500
        session.run(EXP, [x], [out])
        assert np.array_equal(out.values().view(np.uint16), right[EXP])


def test_a_table_that_nobody_waited_for_would_show(monkeypatch, right):
    with opened() as session:
        machine = session.machine
        x, out = resident(machine, X), empty(machine, X.shape, X.dtype)
        machine.synchronize()
        session.configure(stream=900)
        monkeypatch.setattr(machine, "synchronize", lambda: None)
        session.run(EXP, [x], [empty(machine, X.shape, X.dtype)])
        monkeypatch.undo()
        set_least(monkeypatch, 1)
        session.configure(stream=500)
        x._stream = out._stream = 500
        session.run(EXP, [x], [out])
        assert not np.array_equal(out.values().view(np.uint16), right[EXP])


def test_threads_that_ask_at_once_share_one_table(right):
    with opened() as session:
        begin, found = threading.Barrier(8), []

        def ask(stream):
            session.configure(stream=stream)
            begin.wait(20)
            found.append(returned(session, EXP, X))

        threads = [threading.Thread(target=ask, args=(300 + n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert all(np.array_equal(got, right[EXP]) for got in found)
        assert len(found) == 8
        assert session.machine.entries.count("sb_exp_bf16") == 1


def test_a_captured_call_reads_its_table_whenever_its_graph_is_launched(right):
    with CudaSession("gpu0", Recording()) as session:
        machine = session.machine
        session.configure(stream=900)
        x, out = resident(machine, X), resident(machine, X)
        machine.synchronize()
        machine.captured = {900}
        with pytest.raises(BackendError, match="cannot be captured in a graph: it has not run"):
            session.run(EXP, [x], [out])
        assert (machine.graph, session._lasting.bytes) == ([], 0)
        machine.captured = set()
        session.run(EXP, [x], [out])
        machine.captured = {900}
        session.run(EXP, [x], [out])
        machine.captured = set()
        assert len(machine.graph) == 1
        session._plans.clear()
        gc.collect()
        for _ in range(2):
            out.write(0, X)
            machine.launch(900)
            assert np.array_equal(out.values().view(np.uint16), right[EXP])


def test_a_session_whose_memory_is_limited_makes_no_table_and_counts_those_it_has(right):
    with opened() as session:
        x, out = resident(session.machine, X), empty(session.machine, X.shape, X.dtype)
        session.configure(memory=SIZE + 5000)
        session.run(EXP, [x], [out])
        assert session.machine.entries == ["sb_exp_bf16"]
        assert session._memory.used == 0
        session.configure(memory=0)
        session.run(TANH, [x], [out])
        assert session._memory.used == session._lasting.bytes == SIZE
        session.configure(memory=SIZE)
        session.run(TANH, [x], [out])
        assert np.array_equal(out.values().view(np.uint16), right[TANH])
        assert session.machine.looked_up == 2
        with pytest.raises(DeviceMemoryError, match=f"{SIZE} of them are in use"):
            session.run(TANH, [X], [X.copy()])


def test_a_limit_that_is_set_while_a_table_is_made_leaves_none(monkeypatch, right):
    with CudaSession("emulated", Live()) as session:
        machine = session.machine
        x, out = resident(machine, X), empty(machine, X.shape, X.dtype)
        wait = machine.synchronize

        def limited():
            session.configure(memory=1)
            wait()

        monkeypatch.setattr(machine, "synchronize", limited)
        session.run(EXP, [x], [out])
        monkeypatch.undo()
        assert np.array_equal(out.values().view(np.uint16), right[EXP])
        assert machine.entries == ["sb_exp_bf16"] * 2
        assert (session._memory.used, session._lasting.bytes) == (0, 0)


@pytest.mark.parametrize("which", ["table", "patterns"])
def test_where_memory_is_short_the_own_kernel_serves(monkeypatch, right, which):
    with CudaSession("emulated", Live()) as session:
        machine = session.machine
        x, out = resident(machine, X), empty(machine, X.shape, X.dtype)
        if which == "table":
            machine.missing = SIZE
        else:  # the block of patterns is the second one of this size
            inner, seen = machine.allocate, []

            def second(size):
                seen.extend([size] * (size == SIZE))
                machine.missing = SIZE if len(seen) == 2 else None
                return inner(size)

            monkeypatch.setattr(machine, "allocate", second)
        session.run(EXP, [x], [out])
        assert np.array_equal(out.values().view(np.uint16), right[EXP])
        assert machine.entries == ["sb_exp_bf16"]
        assert (session._memory.used, session._lasting.bytes) == (0, 0)
        assert machine.sizes() == [8000, 8000]
        machine.missing = None
        session._plans.clear()
        session.run(EXP, [x], [out])
        assert machine.looked_up == 1


def test_what_fails_while_a_table_is_made_fails_the_call_and_leaves_no_table(monkeypatch, right):
    with CudaSession("emulated", Live()) as session:
        machine = session.machine
        x, out = resident(machine, X), empty(machine, X.shape, X.dtype)
        with monkeypatch.context() as broken:
            broken.setattr(machine, "start", lambda *_: (_ for _ in ()).throw(BackendError("no")))
            with pytest.raises(BackendError, match="no"):
                session.run(EXP, [x], [out])
        assert machine.sizes() == [8000, 8000]
        assert (session._memory.used, session._lasting.bytes) == (0, 0)
        session.run(EXP, [x], [out])
        assert machine.looked_up == 1
        assert np.array_equal(out.values().view(np.uint16), right[EXP])
