"""Tests that lists of tensors with known layouts give the same bits as separate calls."""

import numpy as np
import pytest

from samebits.backends.cuda.calling.prepared_list import PreparedList
from samebits.backends.cuda.calling.tests.listed import ADAMW, in_turn, put
from samebits.backends.cuda.generators.graph_lists import SETS
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.tests.doubles import NumberedMachine, Recording
from samebits.backends.cuda.tests.tensors import bits, nested, tensor, torch
from samebits.backends.executor import execute
from samebits.backends.prepared import prepare_list
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op


class Starting(NumberedMachine):
    """A machine that records the names of started kernels."""

    def __init__(self):
        super().__init__()
        self.entries = []

    def start(self, prepared, arguments):
        self.entries.append(prepared[0].entry)
        super().start(prepared, arguments)


def tensors_in_place(machine, values):
    """Return a set of tensors in which results overwrite operands."""
    there = [tensor(machine, x) for x in values]
    return (*there, there[0], *there[2:])


@pytest.mark.parametrize(
    "other", ["plain", "strides", "shift", "shape", "twice", "overlaps", "grad", "fewer", "array"]
)
def test_lists_of_tensors_after_plain_ones_are_as_in_turn(streams, other):
    rng = np.random.default_rng(4)
    values = [[rng.random(40, np.float32) for _ in range(4)] for _ in range(3)]
    with CudaSession("gpu0", NumberedMachine()) as session:
        machine = session.machine
        together = prepare_list(session, ADAMW)
        for _ in range(3):
            together([tensors_in_place(machine, each) for each in values])
        (known,) = session._launches._seen.values()
        assert len(known) == 1
        kept = []
        for run in (lambda sets: in_turn(session, ADAMW, sets), together, together):
            room = tensor(machine, rng.random(100, np.float32) * 0 + 1)
            sets = [tensors_in_place(machine, each) for each in values]
            *first, last = sets
            there = [*last]
            if other == "strides":
                there[1] = room[:80:2]
            elif other == "shift":
                there[1] = room[1:41]
            elif other == "shape":
                there = [x[:30] for x in there]
            elif other == "twice":
                there[3] = there[2]
            elif other == "overlaps":
                there = [room[:40], there[1], there[2], there[3], room[:40], room[8:48], there[6]]
            elif other == "grad":
                there[4] = tensor(machine, values[0][0]).requires_grad_()
            elif other == "fewer":
                there = there[:6]
            elif other == "array":
                there[1] = put(session, values[2][1])
            try:
                run([*first, tuple(there)])
                machine.synchronize()
                kept.append(
                    [bits(x) for each in (*first, there) for x in each if torch.is_tensor(x)]
                )
            except BackendError as error:
                kept.append(str(error))
        assert kept[1] == kept[0]
        assert kept[2] == kept[0]


def test_lists_of_several_lengths_and_orders_are_known(streams):
    rng = np.random.default_rng(5)
    with CudaSession("gpu0", NumberedMachine()) as session:
        machine = session.machine
        together = prepare_list(session, ADAMW)
        for _ in range(3):
            for sizes in ((3, 4), (4, 3), (9, 4, 1), (3, 4)):
                values = [[rng.random(n, np.float32) for _ in range(4)] for n in sizes]
                wanted = [execute(session, ADAMW, each) for each in values]
                sets = [tensors_in_place(machine, each) for each in values]
                together(sets)
                machine.synchronize()
                for each, want in zip(sets, wanted, strict=True):
                    assert [bits(x) for x in each[4:]] == [x.tobytes() for x in want]
        assert [len(known) for known in session._launches._seen.values()] == [1, 1, 1]


def test_arrays_of_the_host_are_never_given_to_a_kernel(streams):
    values = [[np.full(8, n, np.float32) for n in (1, 2, 3, 4)] for _ in range(3)]
    with CudaSession("gpu0", Starting()) as session:
        wanted = execute(session, ADAMW, values[0])
        together = prepare_list(session, ADAMW)
        session.machine.entries.clear()
        sets = [[*each, *(np.empty_like(each[0]) for _ in range(3))] for each in values]
        together(sets)
        assert "sb_adamw_list_f32" not in session.machine.entries
        for each in sets:
            assert [x.tobytes() for x in each[4:]] == [x.tobytes() for x in wanted]


def test_a_network_of_many_parameters_is_known_from_its_second_step_on(streams, monkeypatch):
    with CudaSession("gpu0", Starting()) as session:
        machine = session.machine
        values = [[np.full(1 + n, k, np.float32) for k in (1, 2, 3, 4)] for n in range(7 * SETS)]
        sets = [tensors_in_place(machine, each) for each in values]
        prepare_list(session, ADAMW)(sets)
        before = [bits(x) for each in sets for x in each]
        monkeypatch.setattr(PreparedList, "_placed", None)
        machine.entries.clear()
        call = get_op("adamw").call(["f32"] * 4, ["f32"] * 3, step=4)
        prepare_list(session, call)(sets)
        machine.synchronize()
        assert machine.entries == ["sb_adamw_list_f32"] * 7
        assert before != [bits(x) for each in sets for x in each]


def test_tensors_that_lie_alike_in_another_order_of_axes_are_one_launch(streams):
    rng = np.random.default_rng(8)
    values = [[rng.random((5, 3, 2), np.float32) for _ in range(4)] for _ in range(3)]
    with CudaSession("gpu0", Starting()) as session:
        wanted = [execute(session, ADAMW, each) for each in values]
        moved = [
            [tensor(session.machine, x.transpose(2, 0, 1).copy()) for x in each] for each in values
        ]
        sets = [[x.permute(1, 2, 0).as_subclass(type(x)) for x in each] for each in moved]
        sets = [(*each, each[0], *each[2:]) for each in sets]
        session.machine.entries.clear()
        prepare_list(session, ADAMW)(sets)
        session.machine.synchronize()
        assert session.machine.entries == ["sb_adamw_list_f32"]
        for each, want in zip(sets, wanted, strict=True):
            assert [bits(x) for x in each[4:]] == [x.tobytes() for x in want]


def test_a_captured_list_is_launched_with_its_graph(streams):
    rng = np.random.default_rng(9)
    values = [[rng.random(n, np.float32) for _ in range(4)] for n in (3, 40, 5)]
    with CudaSession("gpu0", Recording()) as session:
        machine = session.machine
        together = prepare_list(session, ADAMW)
        streams.torch = 900
        session.configure(stream=900)
        sets = [tensors_in_place(machine, each) for each in values]
        machine.captured = {900}
        with pytest.raises(BackendError, match="captured in a graph: .* run it once"):
            together(sets)
        machine.captured = set()
        together(sets)
        machine.captured = {900}
        together(sets)
        machine.captured = set()
        for _ in range(2):
            machine.launch(900)
        machine.synchronize()
        for each, x in zip(sets, values, strict=True):
            for _ in range(3):
                x[0], x[2], x[3] = execute(session, ADAMW, x)
            assert [bits(y) for y in each[4:]] == [y.tobytes() for y in (x[0], x[2], x[3])]


@pytest.mark.parametrize("what", ["freed", "nested"])
def test_tensors_without_memory_of_their_own_are_refused_after_plain_ones(streams, what):
    with CudaSession("gpu0", NumberedMachine()) as session:
        machine = session.machine
        together = prepare_list(session, ADAMW)
        values = [np.full(6, n, np.float32) for n in (1, 2, 3, 4)]
        for _ in range(2):
            sets = [tensors_in_place(machine, values) for _ in range(2)]
            together(sets)
        if what == "freed":
            held = torch.ones(6).as_subclass(type(sets[0][0]))
            held.untyped_storage().resize_(0)
        else:
            held = nested()
        wrong = [sets[0], (*sets[1][:1], held, *sets[1][2:])]
        with pytest.raises(BackendError, match="has no memory of its own|is a nested tensor"):
            together(wrong)


def test_lists_follow_the_stream_of_their_tensors(streams):
    values = [[np.full(5, n, np.float32) for n in (1, 2, 3, 4)] for _ in range(2)]
    with CudaSession("gpu0", NumberedMachine()) as session:
        machine = session.machine
        together = prepare_list(session, ADAMW)
        wanted = execute(session, ADAMW, values[0])
        for theirs, ours in ((0, 0), (500, 0), (500, 500), (0, 700), (0, 0)):
            streams.torch = theirs
            session.configure(stream=theirs)
            sets = [tensors_in_place(machine, each) for each in values]
            session.configure(stream=ours)
            together(sets)
            machine.use_stream(theirs)
            machine.synchronize()
            for each in sets:
                assert [bits(x) for x in each[4:]] == [x.tobytes() for x in wanted]
