"""Tests of `deferred_findings`: index errors that are raised later, also in captured graphs."""

import threading

import numpy as np
import pytest

from samebits.backends.cuda.arrays.resident import Resident, resident
from samebits.backends.cuda.machines.protocol import DeviceMemoryError
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.tests.doubles import Recording
from samebits.backends.executor import execute
from samebits.backends.protocol import BackendError, CallError
from samebits.spec.catalog import get_op

ADD = get_op("add").call(["f32", "f32"])
TAKE = get_op("index_select").call(["f32", "i32"], axis=0)
SCATTER = get_op("scatter_add").call(["f32", "i64", "f32"], axis=0)
SUM = get_op("sum").call(["f32"], axes=(1,))
X = np.arange(12, dtype=np.float32).reshape(6, 2)
SIDE = 500


class OnSide(Resident):
    """An array whose library reports the stream SIDE."""

    @property
    def __cuda_array_interface__(self):
        return {**super().__cuda_array_interface__, "stream": SIDE}


@pytest.fixture(params=[False, True], ids=["fast", "checked"])
def session(request):
    with CudaSession("emulated", EmulatedMachine(checked=request.param)) as opened:
        yield opened


@pytest.fixture
def recorded():
    with CudaSession("gpu0", Recording()) as opened:
        yield opened


def put(session, values, kind=resident):
    return kind(session.machine, np.array(values))


def take(session, index, into=None):
    """Run index_select on X. Return the result, which is on the device."""
    index = np.array(index, np.int32)
    into = into or put(session, np.zeros((len(index), 2), np.float32))
    session.run(TAKE, [put(session, X), put(session, index)], [into])
    return into


def downloads_of(session, monkeypatch):
    """Return a list that grows by one element with each download."""
    seen, inner = [], session.machine.download
    monkeypatch.setattr(session.machine, "download", lambda *a: seen.append(1) or inner(*a))
    return seen


def test_calls_wait_for_nothing_and_the_block_brings_all_records_at_once(session, monkeypatch):
    take(session, [0])
    seen = downloads_of(session, monkeypatch)
    with session.deferred_findings():
        results = [take(session, [n, 5 - n]) for n in range(6)]
        assert not seen
    assert len(seen) == 1
    for n, result in enumerate(results):
        assert np.array_equal(result.values(), X[[n, 5 - n]])


def test_the_first_finding_is_raised_with_op_operand_index_and_call(session):
    with pytest.raises(CallError) as caught, session.deferred_findings():  # noqa: PT012
        take(session, [0, 1])
        first = take(session, [0, 1, 6, 9])
        second = take(session, [-1])
        session.run(ADD, [first, first], [first])
    assert str(caught.value) == (
        "index_select: index 6 at row-major position 2 is out of range for size 6 "
        "(operand 1 of index_select[f32_i32_to_f32](axis=0), call 2 of those with indices)"
    )
    assert not first.values().any()
    assert not second.values().any()


def test_what_is_raised_is_the_index_of_that_time_though_it_was_overwritten(session):
    index = put(session, np.array([2, 77], np.int32))
    result = put(session, np.zeros((2, 2), np.float32))
    with session.deferred_findings() as findings:
        session.run(TAKE, [put(session, X), index], [result])
        index.write(0, np.array([0, 0], np.int32))
        with pytest.raises(CallError, match="index 77 at row-major position 1"):
            findings.check()


def test_many_blocks_of_indices_and_broadcast_ones_tell_the_same_as_at_once(session):
    big = np.zeros(50_000, np.int64)
    big[[31_000, 49_999]] = 8, -3
    base, updates = np.zeros(8, np.float32), np.ones(50_000, np.float32)
    few = np.broadcast_to(np.array([[3], [9]]), (2, 3))
    for index, x, more in ((big, base, updates), (few, np.zeros((4, 3), np.float32), None)):
        more = np.ones(index.shape, np.float32) if more is None else more
        with pytest.raises(BackendError) as at_once:
            execute(session, SCATTER, [x, index, more])
        with pytest.raises(CallError) as later, session.deferred_findings():
            (result,) = execute(session, SCATTER, [x, index, more])
        assert str(later.value).startswith(f"{at_once.value} (operand 1 of scatter_add")
        assert result.shape == x.shape


def test_check_may_come_in_between_and_begins_anew(session):
    with session.deferred_findings() as findings:
        take(session, [1])
        findings.check()
        take(session, [8])
        with pytest.raises(CallError, match=r"index 8 .*, call 2 of"):
            findings.check()
        findings.check()
        take(session, [2])
    with pytest.raises(CallError, match="index 9 at"):
        take(session, [9])  # outside the block, the error is raised immediately


def test_an_error_within_is_the_one_that_is_raised_and_a_finding_before_it_is_noted(session):
    with pytest.raises(KeyError) as caught, session.deferred_findings():  # noqa: PT012
        take(session, [7])
        raise KeyError("mine")
    (note,) = caught.value.__notes__
    assert note.startswith("before it: index_select: index 7 at row-major position 0")
    with pytest.raises(KeyError) as caught, session.deferred_findings():  # noqa: PT012
        take(session, [1])
        raise KeyError("mine")
    assert not hasattr(caught.value, "__notes__")
    wrong = pytest.raises(BackendError, match="operands must have one shape")
    with wrong, session.deferred_findings():
        session.run(ADD, [X, X[:1]], [X.copy()])
    with pytest.raises(CallError, match="index 6 at"):
        take(session, [6])


def test_blocks_lie_within_blocks(session):
    with session.deferred_findings() as outer:
        take(session, [1])
        with pytest.raises(CallError, match="index 11"), session.deferred_findings():
            take(session, [11])
        take(session, [12])
        with pytest.raises(CallError, match="index 12 .* call 2"):
            outer.check()


def test_threads_have_blocks_of_their_own_or_share_one(session):
    together, said = threading.Barrier(3), {}

    def work(number, findings):
        session.configure(stream=600 + number)
        try:
            with findings:
                for n in range(20):
                    together.wait()
                    take(session, [number + 20 if n == 7 and number < 2 else number])
        except CallError as error:
            said[number] = str(error)

    shared = session.deferred_findings()
    for blocks in ([session.deferred_findings() for _ in range(3)], [shared] * 3):
        said.clear()
        threads = [threading.Thread(target=work, args=(n, blocks[n])) for n in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if blocks[0] is not shared:
            assert {n: text.split(" at ")[0] for n, text in said.items()} == {
                0: "index_select: index 20",
                1: "index_select: index 21",
            }
        else:
            assert said
            assert set(said.values()) <= {t for t in said.values() if "index 2" in t}
    shared.check()


def test_more_records_than_a_slab_has_are_no_matter(session, monkeypatch):
    monkeypatch.setattr("samebits.backends.cuda.calling.deferred._RECORDS", 4)
    with session.deferred_findings() as findings:
        for n in range(11):
            take(session, [n % 6])
        findings.check()
        for n in range(11):
            take(session, [n])
        with pytest.raises(CallError, match="index 6 .* call 18 "):
            findings.check()
        assert len(findings._plain.slabs) == 1


def test_arrays_of_the_host_and_a_limit_of_memory_work_within(session):
    with pytest.raises(CallError, match="index 6"), session.deferred_findings():  # noqa: PT012
        assert np.array_equal(execute(session, TAKE, [X, np.array([3], np.int32)])[0], X[[3]])
        execute(session, TAKE, [X, np.array([6], np.int32)])
    session.configure(memory=1 << 20)
    with pytest.raises(DeviceMemoryError, match="room of deferred findings needs 1048576 bytes"):
        session.deferred_findings()
    findings = session.deferred_findings(room=0)
    assert session._memory.used == 2 * 65536
    del findings
    assert session._memory.used == 0


def captured(session, room=1 << 20, other=None):
    """Capture a graph that selects rows of x by an index. Return findings, x, index and result.

    `other` is an additional call in the graph.
    """
    machine = session.machine
    side = OnSide(machine, machine.allocate(48), (6, 2), np.dtype(np.float32))
    side.write(0, X)
    index = OnSide(machine, machine.allocate(8), (2,), np.dtype(np.int32))
    index.write(0, np.array([1, 2], np.int32))
    result = OnSide(machine, machine.allocate(16), (2, 2), np.dtype(np.float32))
    machine.synchronize()
    findings = session.deferred_findings(room=room)
    with findings:
        session.run(TAKE, [side, index], [result])
        if other:
            session.run(*other)
    machine.captured = {SIDE}
    try:
        with findings:
            session.run(TAKE, [side, index], [result])
            if other:
                session.run(*other)
            with pytest.raises(BackendError, match="while a graph is captured"):
                findings.check()
    finally:
        machine.captured = set()
    return findings, side, index, result


def test_an_index_op_in_a_graph_tells_the_first_finding_of_all_launches(recorded):
    machine = recorded.machine
    findings, _, index, result = captured(recorded)
    result.write(0, np.zeros((2, 2), np.float32))
    machine.synchronize()
    for rows in ([5, 0], [3, 3]):
        index.write(0, np.array(rows, np.int32))
        machine.synchronize()
        machine.launch(SIDE)
        findings.check()
        assert np.array_equal(result.values(), X[rows])
    for rows in ([0, -4], [1, 9], [2, 2]):
        index.write(0, np.array(rows, np.int32))
        machine.synchronize()
        machine.launch(SIDE)
        machine.use_stream(SIDE)
        machine.synchronize()
        machine.use_stream(0)
    with pytest.raises(CallError, match="index -4 at row-major position 1 .* call 2 of"):
        findings.check()
    assert np.array_equal(result.values(), X[[2, 2]])
    index.write(0, np.array([7, 0], np.int32))
    machine.synchronize()
    machine.launch(SIDE)
    with pytest.raises(CallError, match="index 7 at row-major position 0"):
        findings.check()


def test_memory_of_a_captured_call_is_its_own_for_as_long_as_the_findings_live(recorded):
    machine = recorded.machine
    rows = OnSide(machine, machine.allocate(840_000), (3, 70_000), np.dtype(np.float32))
    rows.write(0, np.ones((3, 70_000), np.float32))
    sums = OnSide(machine, machine.allocate(12), (3,), np.dtype(np.float32))
    machine.synchronize()
    findings, *_ = captured(recorded, other=(SUM, [rows], [sums]))
    others = [resident(machine, np.full(3000, 7, np.float32)) for _ in range(30)]
    sums.write(0, np.zeros(3, np.float32))
    machine.synchronize()
    machine.launch(SIDE)
    findings.check()
    assert sums.values().tolist() == [70_000.0] * 3
    assert all((x.values() == 7).all() for x in others)


def test_a_room_that_is_too_small_is_one_line(recorded):
    with pytest.raises(
        BackendError,
        match=r"graph: it needs 256 bytes of memory, but 0 of 0 bytes are in use; set deferred_",
    ):
        captured(recorded, room=0)


def test_outside_a_block_a_graph_takes_no_index_op(recorded):
    machine = recorded.machine
    _, side, index, result = captured(recorded)
    recorded.run(TAKE, [side, index], [result])
    machine.captured = {SIDE}
    with pytest.raises(BackendError, match="cannot be captured in a graph: it looks at its oper"):
        recorded.run(TAKE, [side, index], [result])
