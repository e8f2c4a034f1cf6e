"""Tests that a call on a list of sets of arrays gives the same bits as separate calls."""

import numpy as np
import pytest

from samebits.backends.cuda.calling.prepared_list import PreparedList
from samebits.backends.cuda.calling.tests.listed import ADAMW, copied, in_turn, put
from samebits.backends.cuda.catalogue import units_of
from samebits.backends.cuda.families.tests.cases import numbers
from samebits.backends.cuda.generators.graph_lists import SETS, listed
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute
from samebits.backends.prepared import prepare_list
from samebits.backends.protocol import BackendError, ListingSession
from samebits.spec.catalog import all_ops, get_op, landmarks_of
from samebits.spec.formats import bits_of

LISTED = sorted(
    op.name
    for op in all_ops().values()
    if any(not isinstance(listed(op.name, s), str) for s in op.signatures)
)
SHAPES = [(), (1,), (3, 5), (7, 0, 2), (4096,), (4097,), (2, 3000), (33, 129), (16,)]


class Counting(EmulatedMachine):
    """A machine that counts launches."""

    launches = 0

    def start(self, prepared, arguments):
        self.launches += 1
        super().start(prepared, arguments)


@pytest.fixture
def session():
    with CudaSession("emulated", Counting()) as opened:
        yield opened


def operands(call, shape, seed):
    return [numbers(name, shape, special=0.1, seed=seed + i) for i, name in enumerate(call.inputs)]


def in_place(session, call, shapes, seed=0):
    """Return sets in which results overwrite operands, and the expected bits of the results."""
    names = get_op(call.op).operands
    kept = [names.index(before) for before, _ in get_op(call.op).state]
    sets, wanted = [], []
    for k, shape in enumerate(shapes):
        values = operands(call, shape, seed + 10 * k)
        wanted.append([bits_of(y) for y in execute(session, call, values)])
        there = [put(session, x) for x in values]
        sets.append((*there, *(there[i] for i in kept if i < len(there))))
    return sets, wanted


def agree(call, sets, wanted):
    for arrays, results in zip(sets, wanted, strict=True):
        for got, want in zip(arrays[len(call.inputs) :], results, strict=True):
            assert np.array_equal(bits_of(got.values()), want)


def settings(op):
    landmarks = landmarks_of(op)
    return [dict(each) for each in getattr(landmarks, "sets", None) or ()] or [{}]


def test_steps_of_optimizers_have_lists():
    steps = [op for op in all_ops().values() if op.state and {*op.shape_rule.results} == {"[*S]"}]
    assert sorted(op.name for op in steps) == LISTED
    assert len(LISTED) > 5
    for op in steps:
        paths = [unit.path for unit in units_of([op.name])]
        assert paths.count("support/graph_list.cu") == len(op.signatures)


@pytest.mark.parametrize("name", LISTED)
def test_a_list_has_the_bits_of_its_sets_and_takes_one_launch(session, name):
    declared = get_op(name)
    for inputs, outputs in declared.signatures:
        for attributes in settings(name)[:2]:
            call = declared.call(inputs, outputs, **attributes)
            shapes = [shape for shape in SHAPES if 0 not in shape]
            try:
                declared.output_shapes(call, [shapes[-1]] * len(inputs))
            except Exception:
                continue
            sets, wanted = [], []
            for k, shape in enumerate(shapes):
                values = operands(call, shape, 10 * k)
                wanted.append([bits_of(y) for y in execute(session, call, values)])
                results = [put(session, np.zeros_like(values[0])) for _ in outputs]
                sets.append((*(put(session, x) for x in values), *results))
            together = prepare_list(session, call)
            assert isinstance(together, PreparedList)
            before = session.machine.launches
            together(sets)
            assert session.machine.launches == before + 1
            agree(call, sets, wanted)


def test_results_may_take_the_places_of_operands(session):
    together = prepare_list(session, ADAMW)
    sets, wanted = in_place(session, ADAMW, [s for s in SHAPES if 0 not in s])
    before = session.machine.launches
    together(sets)
    assert session.machine.launches == before + 1
    agree(ADAMW, sets, wanted)


@pytest.mark.parametrize("count", [0, 1, 2, SETS - 1, SETS, SETS + 1, 2 * SETS + 1])
def test_launches_hold_so_many_sets(session, count):
    sets, wanted = in_place(session, ADAMW, [(5, 1 + i) for i in range(count)])
    before = session.machine.launches
    prepare_list(session, ADAMW)(sets)
    assert session.machine.launches == before + -(-count // SETS)
    agree(ADAMW, sets, wanted)


def test_a_set_that_reads_what_one_before_it_writes_reads_the_new_values(session):
    values = [numbers("f32", (40,), seed=i) for i in range(8)]
    places = [(0, 1, 2, 3, 4, 5, 6), (4, 1, 5, 6, 7, 2, 3), (0, 1, 2, 3, 0, 2, 3)]
    kept = []
    for run in (in_turn, lambda session, call, sets: prepare_list(session, call)(sets)):
        arrays = copied(session, values)
        run(session, ADAMW, [[arrays[i] for i in each] for each in places])
        kept.append([bits_of(x.values()) for x in arrays])
    assert np.array_equal(*kept)


def test_parts_of_one_array_that_overlap_are_as_in_turn(session):
    values = numbers("f32", (400,), seed=9)
    at = [
        (0, 16, 32, 48, 8, 64, 80),
        (96, 112, 128, 144, 96, 128, 144),
        (160, 4, 200, 220, 240, 260, 280),
    ]
    kept = []
    for run in (in_turn, lambda session, call, sets: prepare_list(session, call)(sets)):
        whole = put(session, values)
        run(session, ADAMW, [[whole.view((14,), None, 4 * i) for i in each] for each in at])
        kept.append(bits_of(whole.values()))
    assert np.array_equal(*kept)


@pytest.mark.parametrize("others", ["strides", "shift", "empty"])
def test_sets_that_lie_otherwise_are_as_in_turn(session, others):
    sets, wanted = in_place(session, ADAMW, [(6, 4)] * 3)
    values = operands(ADAMW, (6, 4), 77)
    wanted.append([bits_of(y) for y in execute(session, ADAMW, values)])
    if others == "strides":
        there = [put(session, x.T).view((6, 4), (4, 24), 0) for x in values]
    elif others == "shift":
        rooms = [put(session, np.concatenate([[0], x.ravel()]).astype(np.float32)) for x in values]
        there = [room.view((6, 4), None, 4) for room in rooms]
    else:
        there = [put(session, x[:0]) for x in values]
        wanted[-1] = [bits[:0] for bits in wanted[-1]]
    results = [there[0], *there[2:]]
    if others == "strides":
        results = copied(session, (np.zeros_like(values[0]),) * 3)
    sets.insert(1, (*there, *results))
    wanted.insert(1, wanted.pop())
    before = session.machine.launches
    prepare_list(session, ADAMW)(sets)
    assert session.machine.launches - before == (2 if others == "empty" else 3)
    agree(ADAMW, sets, wanted)


def test_what_is_wrong_is_said_of_its_set_and_sets_before_it_are_computed(session):
    sets, wanted = in_place(session, ADAMW, [(6, 4)] * 3)
    before = bits_of(sets[2][0].values())
    sets[1] = (*sets[1][:3], put(session, np.zeros(3, np.float32)), *sets[1][4:])
    with pytest.raises(BackendError, match="operands must have one shape"):
        prepare_list(session, ADAMW)(sets)
    agree(ADAMW, sets[:1], wanted[:1])
    assert np.array_equal(bits_of(sets[2][0].values()), before)
    with pytest.raises(BackendError, match="4 inputs and 3 outputs wanted"):
        prepare_list(session, ADAMW)([sets[0][:4], sets[1]])


def test_arrays_of_the_host_and_wrong_attributes_are_as_in_turn(session):
    values = [operands(ADAMW, (5,), 3), operands(ADAMW, (6,), 4)]
    sets = [[*x, *(np.empty_like(x[0]) for _ in range(3))] for x in values]
    prepare_list(session, ADAMW)(sets)
    for arrays, x in zip(sets, values, strict=True):
        for got, want in zip(arrays[4:], execute(session, ADAMW, x), strict=True):
            assert np.array_equal(bits_of(got), bits_of(want))
    wrong = get_op("adamw").call(["f32"] * 4, ["f32"] * 3, step=3, lr=-1.0)
    there, _ = in_place(session, ADAMW, [(5,), (6,)])
    with pytest.raises(BackendError, match="lr=-1.0 must be at least 0"):
        prepare_list(session, wrong)(there)


def test_the_next_step_uses_the_launch_of_the_one_before(session, monkeypatch):
    shapes = [(6, 4), (9,), (100, 100)]
    sets, _ = in_place(session, ADAMW, shapes)
    prepare_list(session, ADAMW)(sets)
    later = get_op("adamw").call(["f32"] * 4, ["f32"] * 3, step=4, lr=0.25, maximize=True)
    sets, wanted = in_place(session, later, shapes)
    monkeypatch.setattr(session.machine, "prepare", None)
    prepare_list(session, later)(sets)
    agree(later, sets, wanted)


def test_ops_without_such_a_kernel_are_computed_in_turn(session):
    assert isinstance(session, ListingSession)
    add = get_op("add").call(["f32", "f32"])
    sets = [[put(session, np.full(n, x, np.float32)) for x in (1, 2, 0)] for n in (3, 4)]
    prepare_list(session, add)(sets)
    assert [x.values().tolist() for _, _, x in sets] == [[3.0] * 3, [3.0] * 4]
    assert not isinstance(prepare_list(session, add), PreparedList)
    for declared in all_ops().values():
        if declared.name not in LISTED:
            assert all(isinstance(listed(declared.name, s), str) for s in declared.signatures)


LISTS = "fused/graph_list.cuh"


@pytest.mark.parametrize(
    ("path", "right", "wrong"),
    [
        (LISTS, "<= block", "< block"),
        (LISTS, "SB_GRAPH_SETS / 2; step > 0", "SB_GRAPH_SETS / 2; step > 1"),
        (LISTS, "from = a.list.data[a.which]", "from = a.list.data[0]"),
        (LISTS, "to = a.list.data[a.which]", "to = a.list.data[0]"),
        (LISTS, "a.count - 1 - base", "a.count - 2 - base"),
        (LISTS, "for (int i = 0; base + i < a.count; i++)", "for (int i = 0; i < N; i++)"),
        (LISTS, "for (int i = 0; base + i < a.count; i++)", "for (int i = 0; i < 1; i++)"),
        ("support/graph_list.cu", "i < SB_GRAPH_TURNS", "i < 1"),
        ("support/graph_list.cu", "- a.first[which]", ""),
        ("support/graph_list.cu", "a.count[which]", "a.count[which] - 1"),
    ],
)
def test_a_mistake_in_the_walk_over_a_list_is_found(plant, path, right, wrong):
    shapes = [(9000,), (3, 5), (1,), (4096,), (4097,), (2,), (33, 129)]
    values = [operands(ADAMW, shape, 10 * k) for k, shape in enumerate(shapes)]
    with CudaSession("emulated", EmulatedMachine()) as session:
        wanted = [[bits_of(y) for y in execute(session, ADAMW, each)] for each in values]

    def computed():
        with CudaSession("emulated", EmulatedMachine(checked=True)) as session:
            there = [copied(session, each) for each in values]
            sets = [(*each, each[0], *each[2:]) for each in there]
            prepare_list(session, ADAMW)(sets)
            agree(ADAMW, sets, wanted)

    computed()
    plant(path, right, wrong)
    with pytest.raises((BackendError, AssertionError)):
        computed()
