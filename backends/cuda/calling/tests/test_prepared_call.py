"""Tests that prepared calls give the same results and errors as `run`, for all arrays."""

import ctypes
import threading

import numpy as np
import pytest

from samebits.backends.cuda.arrays.resident import Resident, resident
from samebits.backends.cuda.calling.prepared_call import Prepared, Seeded
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.tests.doubles import NumberedMachine
from samebits.backends.cuda.tests.tensors import bits, nested, tensor, torch
from samebits.backends.executor import execute
from samebits.backends.prepared import prepare, prepare_seeded
from samebits.backends.protocol import BackendError, PreparingSession
from samebits.common.errors import SamebitsError
from samebits.spec.catalog import get_op

ADD = get_op("add").call(["f32", "f32"])
SUM = get_op("sum").call(["f32"], axes=(1,))
TAKE = get_op("index_select").call(["f32", "i32"], axis=0)
FIRST = np.arange(6, dtype=np.float32)


@pytest.fixture
def session():
    with CudaSession("emulated", EmulatedMachine()) as opened:
        yield opened


def put(session, values):
    return resident(session.machine, np.ascontiguousarray(values))


def test_a_session_prepares_and_its_calls_remember_a_plan(session):
    assert isinstance(session, PreparingSession)
    call = prepare(session, ADD)
    assert isinstance(call, Prepared)
    for n in range(1, 5):
        x, y = put(session, n * FIRST), put(session, 0 * FIRST)
        call(x, x, y)
        assert y.values().tolist() == (2 * n * FIRST).tolist()
        assert call._quick is not None


def test_nothing_is_planned_and_run_is_not_asked_once_arrays_lie_alike(session, monkeypatch):
    call = prepare(session, ADD)
    x, y = put(session, FIRST), put(session, 0 * FIRST)
    call(x, x, y)
    monkeypatch.setattr(call, "_run", None)
    call(y, x, x)
    assert x.values().tolist() == (3 * FIRST).tolist()


def test_arrays_of_any_layout_may_follow_each_other(session):
    call = prepare(session, ADD)
    rng = np.random.default_rng(2)
    for _ in range(40):
        shape = tuple(rng.integers(1, 4, 2).tolist())
        values = rng.integers(-9, 9, shape).astype(np.float32)
        shift = int(rng.integers(0, 3)) * 4
        room = put(session, np.zeros(30, np.float32))
        x = room.view(shape, None, shift)
        if rng.integers(2):
            x = room.view(shape, (4, 4 * shape[0]), shift)
        session.run(get_op("neg").call(["f32"]), [put(session, -values)], [x])
        y = put(session, 0 * values)
        call(x, x, y)
        assert np.array_equal(y.values(), 2 * values)


def test_arrays_of_the_host_that_lie_as_those_of_the_device_did_go_another_way(session):
    call = prepare(session, ADD)
    x, y = (put(session, n * FIRST).view((6,), (4,), 0) for n in (1, 0))
    call(x, x, y)
    host = [n * FIRST for n in (1, 2, 0)]
    assert not call._quickly(tuple(host))
    call(*host)
    assert host[2].tolist() == (3 * FIRST).tolist()


def test_what_overlaps_what_is_read_only_and_what_is_wrong_is_as_in_run(session):
    call = prepare(session, ADD)
    x, whole = put(session, np.ones(8, np.float32)), put(session, np.arange(9, dtype=np.float32))
    call(x, x, put(session, np.ones(8, np.float32)))
    source, target = whole.view((8,), None, 0), whole.view((8,), None, 4)
    call(source, source, target.view((8,), None, 4))
    assert whole.values().tolist() == [0, 0, 2, 4, 6, 8, 10, 12, 14]
    fixed = Resident(session.machine, x.memory, (8,), x.dtype, is_read_only=True)
    y = put(session, np.zeros(8, np.float32))
    call(fixed, fixed, y)
    assert y.values().tolist() == [2.0] * 8
    for operands, text in (
        ((x, x, fixed), "result 0 is read-only"),
        ((x, x), "2 inputs and 1 outputs wanted"),
        ((x, put(session, FIRST), y), "operands must have one shape"),
        ((x, x, [1.0]), "result 0 is a list"),
    ):
        with pytest.raises(BackendError, match=text):
            call(*operands)
    call(y, y, y)
    assert y.values().tolist() == [4.0] * 8


def test_arrays_of_the_host_take_the_other_way_and_may_be_mixed(session):
    call, spread = prepare(session, ADD), prepare(session, ADD, broadcast=True)
    out = np.zeros(6, np.float32)
    call(FIRST, FIRST, out)
    assert out.tolist() == (2 * FIRST).tolist()
    call(put(session, FIRST), out, out)
    assert out.tolist() == (3 * FIRST).tolist()
    spread(FIRST, FIRST[:1] + 5, out)
    assert out.tolist() == (FIRST + 5).tolist()
    here = torch.zeros(6)
    call(torch.ones(6), torch.ones(6), here)
    assert here.tolist() == [2.0] * 6


def test_calls_that_need_memory_or_look_at_indices_work_and_are_counted(session):
    rows = put(session, np.ones((3, 70_000), np.float32))
    sums = put(session, np.zeros(3, np.float32))
    total, take = prepare(session, SUM), prepare(session, TAKE)
    session.configure(memory=1 << 20)
    for _ in range(3):
        total(rows, sums)
        assert sums.values().tolist() == [70_000.0] * 3
    session.configure(memory=1)
    with pytest.raises(BackendError, match="needs"):
        total(rows, sums)
    session.configure(memory=0)
    x, out = put(session, FIRST), put(session, np.zeros(1, np.float32))
    for wrong in (6, 7):
        take(x, put(session, np.array([1], np.int32)), out)
        with pytest.raises(BackendError, match=f"index {wrong} at"):
            take(x, put(session, np.array([wrong], np.int32)), out)


@pytest.mark.usefixtures("streams")
def test_within_a_capture_a_call_that_needs_memory_is_refused_and_one_that_needs_none_works():
    with CudaSession("gpu0", NumberedMachine()) as session:
        machine = session.machine
        session.configure(stream=900)
        rows = resident(machine, np.ones((3, 70_000), np.float32))
        sums = resident(machine, np.zeros(3, np.float32))
        total, add = prepare(session, SUM), prepare(session, ADD)
        total(rows, sums)
        add(sums, sums, sums)
        machine.captured = {900}
        with pytest.raises(BackendError, match="captured in a graph: it needs memory besides"):
            total(rows, sums)
        add(sums, sums, sums)
        machine.captured = set()
        assert sums.values().tolist() == [280_000.0] * 3


@pytest.mark.parametrize(("theirs", "ours"), [(500, 0), (500, 900), (0, 900), (0, 0)])
def test_streams_are_ordered_as_in_run(streams, theirs, ours):
    with CudaSession("gpu0", NumberedMachine()) as session:
        machine = session.machine
        call = prepare(session, ADD)
        x, y = tensor(machine, FIRST), tensor(machine, 0 * FIRST)
        call(x, x, y)
        assert call._quick
        streams.torch = theirs
        session.configure(stream=ours)
        machine.use_stream(theirs)
        machine.upload(x.memory, 0, (5 * FIRST).view(np.uint8))
        machine.use_stream(ours)
        call(x, x, y)
        machine.use_stream(theirs)  # this stream has waited for ours
        machine.synchronize()
        assert np.frombuffer(bits(y), np.float32).tolist() == (10 * FIRST).tolist()
        weight = tensor(machine, FIRST).requires_grad_()
        with pytest.raises(BackendError, match="operand 0 requires grad"):
            call(weight, x, y)
        with torch.no_grad():
            call(weight, x, y)
            with pytest.raises(BackendError, match="result 0 requires grad"):
                call(x, x, weight)
        machine.synchronize()


UNUSUAL = (
    *("plain", "strides", "shift", "another shape", "another rank", "another format"),
    *("requires grad", "negated", "freed", "nested", "is no tensor"),
)


def _unusual(machine, name):
    """Return a tensor of about six f32 elements with the unusual property `name`."""
    plain = tensor(machine, FIRST)
    pairs = tensor(machine, np.arange(12, dtype=np.float32).reshape(6, 2))
    longer = tensor(machine, np.arange(9, dtype=np.float32))
    weight = tensor(machine, FIRST).requires_grad_()
    freed = torch.ones(6).as_subclass(type(plain))
    freed.untyped_storage().resize_(0)
    found = {
        "plain": plain,
        "strides": pairs[:, 1],
        "shift": longer[1:7],
        "another shape": longer[:5],
        "another rank": tensor(machine, FIRST.reshape(2, 3)),
        "another format": tensor(machine, FIRST.astype(np.float16)),
        "requires grad": weight,
        "negated": torch.view_as_complex(pairs).conj().imag,
        "freed": freed,
        "nested": nested(),
        "is no tensor": None,
    }
    assert tuple(found) == UNUSUAL
    return found[name]


@pytest.mark.parametrize("name", UNUSUAL)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_tensors_after_plain_ones_are_as_in_run(streams, name, place):
    with CudaSession("gpu0", NumberedMachine()) as session:
        machine = session.machine
        call = prepare(session, ADD)
        for _ in range(3):
            first = [tensor(machine, FIRST) for _ in range(3)]
            call(*first)
        assert call._quick.alike
        for _ in range(3):
            kept = []
            for run in (call, lambda x, y, z: session.run(ADD, [x, y], [z])):
                operands = [tensor(machine, n * FIRST) for n in (1, 2, 0)]
                operands[place] = _unusual(machine, name)
                try:
                    run(*operands)
                    machine.synchronize()
                    kept.append([bits(x) for x in operands])
                except BackendError as error:
                    kept.append(str(error))
            assert kept[0] == kept[1]
        call(*first)


def test_tensors_given_twice_are_known_as_such(streams):
    with CudaSession("gpu0", NumberedMachine()) as session:
        machine = session.machine
        call = prepare(session, ADD)
        x, y, z = (tensor(machine, n * FIRST) for n in (1, 2, 0))
        for _ in range(3):
            for a, b, c, wanted in ((x, y, z, 3), (x, x, z, 2), (x, z, z, 3), (z, z, z, 6)):
                call(a, b, c)
                machine.synchronize()
                assert np.frombuffer(bits(c), np.float32).tolist() == (wanted * FIRST).tolist()
            call(z, z, z)
            session.run(get_op("mul").call(["f32", "f32"]), [z, tensor(machine, 0 * FIRST)], [z])
        assert 1 < len(call._quick.alike) <= 4


def test_without_pytorchs_way_of_asking_all_at_once_each_is_asked(streams, monkeypatch):
    monkeypatch.setattr(torch._C._dynamo.guards, "TensorGuards", None)
    with CudaSession("gpu0", NumberedMachine()) as session:
        call = prepare(session, ADD)
        for n in range(3):
            x, y = tensor(session.machine, n * FIRST), tensor(session.machine, FIRST)
            call(x, x, y)
            session.machine.synchronize()
            assert np.frombuffer(bits(y), np.float32).tolist() == (2 * n * FIRST).tolist()
        assert not call._quick.alike


def test_what_is_known_below_autograd_is_not_known_above(streams):
    with CudaSession("gpu0", NumberedMachine()) as session:
        machine = session.machine
        call = prepare(session, ADD)
        weight, y = tensor(machine, FIRST).requires_grad_(), tensor(machine, 0 * FIRST)
        with torch._C._AutoDispatchBelowAutograd():
            for _ in range(3):
                call(weight, weight, y)
        assert len(call._quick.alike) == 1
        with pytest.raises(BackendError, match="operand 0 requires grad"):
            call(weight, weight, y)
        with torch.no_grad():
            call(weight, weight, y)
        with pytest.raises(BackendError, match="operand 0 requires grad"):
            call(weight, weight, y)
        assert len(call._quick.alike) == 1


def test_several_threads_may_make_one_call(session):
    call, wrong = prepare(session, ADD), []

    def work(seed):
        session.configure(stream=600 + seed)
        for n in range(60):
            values = np.full(1 + n % 3, seed * 100 + n, np.float32)
            x, y = put(session, values), put(session, 0 * values)
            call(x, x, y)
            if y.values().tolist() != (2 * values).tolist():
                wrong.append((seed, n))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_an_op_without_a_kernel_of_its_own_is_prepared_by_its_nodes(session):
    call = get_op("add").call(["f32", "f32"])
    assert np.array_equal(execute(session, call, [FIRST, FIRST])[0], 2 * FIRST)
    marker = object()
    unknown = type(call)("no_such_op", 1, ("f32",), ("f32",), {})
    assert session.prepare(unknown, marker) is marker


def test_inputs_take_the_shape_of_the_result_where_they_lie(session):
    call = prepare(session, ADD, broadcast=True)
    assert isinstance(call, Prepared)
    rng = np.random.default_rng(3)
    whole = (3, 4, 5)
    for _ in range(60):
        operands = []
        for _ in "ab":
            shape = tuple(int(n) if rng.integers(2) else 1 for n in whole[rng.integers(0, 4) :])
            values = rng.integers(-9, 9, shape).astype(np.float32)
            there = put(session, values)
            if len(shape) == 2 and rng.integers(2):
                there = put(session, values.T).view(shape, (4, 4 * shape[0]), 0)
            if rng.integers(5) == 0:
                there = values
            operands.append((values, there))
        out = put(session, np.zeros(whole, np.float32))
        call(*(there for _, there in operands), out)
        wanted = np.broadcast_to(operands[0][0] + operands[1][0], whole)
        assert np.array_equal(out.values(), wanted)


def test_tensors_that_are_repeated_and_what_cannot_be(session):
    call = prepare(session, ADD, broadcast=True)
    x = tensor(session.machine, np.arange(6, dtype=np.float32).reshape(2, 3))
    row = tensor(session.machine, np.array([10, 20, 30], np.float32))
    with pytest.raises(BackendError, match="lies on GPU 0"):
        call(x, row, x)
    out = put(session, np.zeros((2, 3), np.float32))
    for wrong in (np.zeros(2, np.float32), np.zeros((1, 2, 3), np.float32)):
        with pytest.raises(
            BackendError, match=r"input 1 of shape .* cannot be broadcast to \(2, 3\)"
        ):
            call(out, put(session, wrong), out)
    with pytest.raises(BackendError, match="2 inputs and 1 outputs wanted"):
        call(out, out)


@pytest.mark.parametrize("op", ["normal", "dropout"])
def test_one_plan_serves_every_seed(session, op, monkeypatch):
    declared = get_op(op)
    inputs = [np.ones((3, 7), np.float32)] * len(declared.operands)
    words = {"stream": (5, 0), **({"p": 0.5} if inputs else {"shape": (3, 7)})}
    formats = ["f32"] * len(inputs), ["f32"]
    draw = prepare_seeded(session, declared.call(*formats, **words, seed=(0, 0)))
    assert isinstance(draw, Seeded)
    planned = []
    monkeypatch.setattr(
        session, "_plan", lambda *a, usual=session._plan: planned.append(a) or usual(*a)
    )
    out = put(session, np.zeros((3, 7), np.float32))
    for seed in ((0, 0), (7, 0), (0, 7), (2**32 - 1, 2**31), (2**32 - 1, 2**32 - 1)):
        draw(seed, *(put(session, x) for x in inputs), out)
        (wanted,) = execute(session, declared.call(*formats, **words, seed=seed), inputs)
        assert out.values().tobytes() == wanted.tobytes()
        here = np.zeros((3, 7), np.float32)
        draw(seed, *inputs, here)
        assert here.tobytes() == wanted.tobytes()
    planned.clear()
    for number in range(9):
        draw((number, 1), *(put(session, x) for x in inputs), out)
    assert planned == []
    with pytest.raises(SamebitsError):
        draw((-1, 0), *(put(session, x) for x in inputs), out)


def test_results_are_there_when_a_session_has_been_left(session):
    machine = EmulatedMachine()
    with CudaSession("emulated", machine) as opened:
        x = resident(machine, FIRST)
        prepare(opened, ADD)(x, x, x)
        assert machine._streams.length(1)
        memory = x.memory
    assert ctypes.string_at(memory.address, 24) == (2 * FIRST).tobytes()
