"""Tests that calls are ordered with the streams of their arrays, and that the CPU does not wait.

The emulated machine does the work of a stream only when something waits for this stream, or for a
stream that follows it.
"""

import threading

import numpy as np
import pytest

from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.tests.doubles import NumberedMachine
from samebits.backends.cuda.tests.tensors import bits, tensor
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op

ADD = get_op("add").call(["f32", "f32"])
SIDE, OWN = 500, 900
FIRST = np.arange(6, dtype=np.float32)


@pytest.fixture
def session():
    with CudaSession("gpu0", NumberedMachine()) as opened:
        yield opened


def later(machine, stream, made, values):
    """Queue a write to an array on a stream. The write has not happened when this returns."""
    before = machine.stream
    machine.use_stream(stream)
    machine.upload(made.memory, 0, np.ascontiguousarray(values).view(np.uint8))
    machine.use_stream(before)


def seen_from(machine, stream, made):
    """Return the values that a reader on a stream gets if it waits for that stream only."""
    before = machine.stream
    machine.use_stream(stream)
    back = np.empty(made.memory.size, np.uint8)
    machine.download(made.memory, 0, back)
    machine.use_stream(before)
    return back.view(np.float32).tolist()


@pytest.mark.parametrize(
    ("theirs", "ours"), [(SIDE, 0), (SIDE, OWN), (0, OWN), (SIDE, SIDE), (0, 0)]
)
def test_operands_are_waited_for_and_results_are_ready_on_the_caller_s_stream(
    session,
    streams,
    theirs,
    ours,
):
    machine = session.machine
    x, y = (tensor(machine, np.zeros(6, np.float32)) for _ in range(2))
    streams.torch = theirs
    session.configure(stream=ours)
    for turn in range(1, 4):
        later(machine, theirs, x, turn * FIRST)
        waits = machine.waits
        session.run(ADD, [x, x], [y])
        assert machine.waits == waits  # the CPU did not wait
        if turn > 1:
            assert np.frombuffer(bits(y), np.float32).tolist() == (2 * (turn - 1) * FIRST).tolist()
        # A reader that waits for our stream only gets the result, so our stream has waited for
        # theirs.
        reader = theirs if turn < 3 else ours
        assert seen_from(machine, reader, y) == (2 * turn * FIRST).tolist()


def test_memory_that_the_caller_s_stream_uses_again_is_still_read_before(session, streams):
    machine = session.machine
    x, y = tensor(machine, FIRST), tensor(machine, 0 * FIRST)
    streams.torch = SIDE
    session.run(ADD, [x, x], [y])
    later(machine, SIDE, x, 7 * FIRST)  # like an allocator that reuses the operand's memory
    assert seen_from(machine, SIDE, x) == (7 * FIRST).tolist()
    assert seen_from(machine, SIDE, y) == (2 * FIRST).tolist()


def test_arrays_of_two_libraries_are_ordered_with_both(session, streams, cupy_array):
    machine = session.machine
    x, y = tensor(machine, 0 * FIRST), cupy_array(machine, 0 * FIRST)
    streams.torch, streams.cupy = SIDE, SIDE + 1
    y_memory = type("M", (), {"memory": y.data.mem._owner})
    later(machine, SIDE, x, FIRST)
    later(machine, SIDE + 1, y_memory, 10 * FIRST)
    z = tensor(machine, 0 * FIRST)
    session.run(ADD, [x, y], [z])
    assert seen_from(machine, SIDE + 1, z) == (11 * FIRST).tolist()
    assert seen_from(machine, SIDE, z) == (11 * FIRST).tolist()


def test_a_call_that_fails_is_ordered_all_the_same(session, streams, monkeypatch):
    noted = []
    monkeypatch.setattr(session.machine, "follow", lambda s: noted.append(("follow", s)))
    monkeypatch.setattr(session.machine, "precede", lambda s: noted.append(("precede", s)))
    x = tensor(session.machine, FIRST)
    y = tensor(session.machine, FIRST[:3])
    streams.torch = SIDE
    with pytest.raises(BackendError, match="operands must have one shape"):
        session.run(ADD, [x, y], [x])
    assert noted == [("follow", SIDE), ("precede", SIDE)]


def test_the_first_of_two_errors_is_the_one_that_is_told(session, streams, monkeypatch):
    def fail(_):
        raise BackendError("the device is lost")

    monkeypatch.setattr(session.machine, "precede", fail)
    x = tensor(session.machine, FIRST)
    streams.torch = SIDE
    with pytest.raises(BackendError, match="operands must have one shape"):
        session.run(ADD, [x, tensor(session.machine, FIRST[:3])], [x])
    with pytest.raises(BackendError, match="the device is lost"):
        session.run(ADD, [x, x], [x])


@pytest.mark.parametrize("ours", [0, OWN])
def test_a_captured_call_is_launched_on_the_captured_stream(session, streams, ours):
    machine = session.machine
    x, y = tensor(machine, FIRST), tensor(machine, 0 * FIRST)
    session.configure(stream=ours)
    session.run(ADD, [x, x], [y])
    streams.torch = SIDE
    machine.captured = {SIDE}
    later(machine, SIDE, x, 3 * FIRST)
    session.run(ADD, [x, x], [y])
    assert machine.stream == (ours or 1)
    assert seen_from(machine, SIDE, y) == (6 * FIRST).tolist()


def test_what_a_graph_would_do_wrongly_is_refused_while_it_is_captured(session, streams):
    machine = session.machine
    x, y = tensor(machine, FIRST), tensor(machine, 0 * FIRST)
    streams.torch = SIDE
    machine.captured = {SIDE}
    with pytest.raises(
        BackendError, match=r"add\[f32\] cannot be captured in a graph: it has not run"
    ):
        session.run(ADD, [x, x], [y])
    machine.captured = set()
    session.run(ADD, [x, x], [y])
    host = np.zeros(6, np.float32)
    session.run(ADD, [x, x], [host])
    rows = tensor(machine, np.ones((3, 70_000), np.float32))
    sums = tensor(machine, np.ones(3, np.float32))
    total = get_op("sum").call(["f32"], axes=(1,))
    session.run(total, [rows], [sums])
    machine.captured = {SIDE}
    with pytest.raises(BackendError, match="graph: it has arrays of the host"):
        session.run(ADD, [x, x], [host])
    with pytest.raises(BackendError, match="graph: it needs memory besides its operands"):
        session.run(total, [rows], [sums])
    machine.captured = {SIDE, 1}
    with pytest.raises(BackendError, match="its arrays and the session are on several streams"):
        session.run(ADD, [x, x], [y])
    machine.captured = {1}
    with pytest.raises(BackendError, match="its arrays and the session are on several streams"):
        session.run(ADD, [x, x], [y])
    assert machine.stream == 1


@pytest.mark.usefixtures("streams")
def test_threads_have_streams_of_their_own(session):
    machine = session.machine
    chosen, both = [], threading.Barrier(2)

    def work(stream):
        begun = machine.stream
        session.configure(stream=stream)
        both.wait()
        x, y = tensor(machine, stream * FIRST), tensor(machine, 0 * FIRST)
        later(machine, machine.stream, x, (stream + 1) * FIRST)
        session.run(ADD, [x, x], [y])
        both.wait()
        chosen.append((begun, machine.stream, seen_from(machine, stream, y)))

    session.configure(stream=5)
    threads = [threading.Thread(target=work, args=(stream,)) for stream in (70, 80)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wanted = [(1, s, (2 * (s + 1) * FIRST).tolist()) for s in (70, 80)]
    assert sorted(chosen) == wanted
    assert machine.stream == 5


@pytest.mark.parametrize("stream", [-1, "7", None.__class__])
def test_a_stream_that_is_no_handle_is_refused(session, stream):
    with pytest.raises(BackendError, match="is no CUDA stream; pass its handle, a number"):
        session.configure(stream=stream)
