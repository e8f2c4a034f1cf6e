"""Tests that look-ups give the same bits as the functions' own kernels, for all layouts (R1)."""

import numpy as np
import pytest

from samebits.backends.cuda.arrays.resident import resident
from samebits.backends.cuda.compiling.headers import found, reached
from samebits.backends.cuda.compiling.units import operations
from samebits.backends.cuda.launching import tables
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.tests.looking import (
    LITTLE,
    Noting,
    call_of,
    patterns,
    returned,
    set_least,
)
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format

FORMATS = ("f16", "bf16", "f8e4m3fn", "f8e5m2")
COSTLY = [
    op
    for op, (family, path) in operations().items()
    if family == "elementwise"
    and found("elementwise/function.cuh") in reached(path)
    and len(get_op(op).operands) == 1
]
PARAMETRIC = [op for op in COSTLY if any(a.real for a in get_op(op).attributes)]
NEVER = 1 << 40
TILE = 2048  # packs of a block of 1024 threads


@pytest.fixture
def own(monkeypatch):
    """Return a function that computes a call by the op's own kernel, without tables."""

    def of(call, x):
        with monkeypatch.context() as without, CudaSession("emulated", Noting()) as session:
            set_least(without, NEVER)
            found = returned(session, call, x)
            assert not session.machine.looked_up
        return found

    return of


@pytest.fixture(autouse=True)
def any_length(monkeypatch):
    set_least(monkeypatch, 1)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("op", COSTLY[::11])
def test_r1_every_pattern_is_as_by_the_own_kernel(own, op, form):
    call, x = call_of(op, form), patterns(form, 70_001)
    right = own(call, x)
    for shared in (LITTLE, 227 * 1024):
        with CudaSession("emulated", Noting(shared)) as session:
            assert np.array_equal(returned(session, call, x), right)
            place = "shared" if shared != LITTLE or form.startswith("f8") else "cached"
            wanted = f"sb_table_{place}_{8 * x.itemsize}"
            assert session.machine.entries == [f"sb_{op}_{form}", wanted]


@pytest.mark.parametrize("form", FORMATS[1:3])
@pytest.mark.parametrize("shared", [LITTLE, 227 * 1024])
@pytest.mark.parametrize("multiprocessors", [1, 3])
def test_every_length_is_written_and_nothing_else(own, form, shared, multiprocessors):
    call = call_of("exp", form)
    pack = 16 // patterns(form, 1).itemsize
    tile = TILE * pack
    lengths = [*range(multiprocessors, 2 * pack + 2), tile - 1, tile, tile + pack - 1]
    lengths += [3 * tile + 5 * pack + 3, 7 * tile + 1]
    whole = patterns(form, max(lengths))
    right = own(call, whole)
    with CudaSession("emulated", Noting(shared, multiprocessors=multiprocessors)) as session:
        machine = session.machine
        x = resident(machine, whole)
        for count in lengths:
            room = resident(machine, np.full(2 * pack + count, 3, right.dtype).view(whole.dtype))
            out = room.view((count,), None, 16)
            session.run(call, [x.view((count,), None, 0)], [out])
            got = room.values().view(right.dtype)
            assert np.array_equal(got[pack : pack + count], right[:count]), count
            assert (np.delete(got, np.s_[pack : pack + count]) == 3).all()
        assert machine.looked_up == len(lengths)


@pytest.mark.parametrize(("shared", "least"), [(227 * 1024, 100), (LITTLE, 7)])
def test_short_calls_take_their_own_kernel(monkeypatch, own, shared, least):
    monkeypatch.setattr(tables, "LEAST_COPIED", 100)
    monkeypatch.setattr(tables, "LEAST", 7)
    call, x = call_of("exp", "f16"), patterns("f16", 4 * least)
    right = own(call, x)
    for count in (2 * least - 1, 2 * least, 4 * least):
        with CudaSession("emulated", Noting(shared, multiprocessors=2)) as session:
            assert np.array_equal(returned(session, call, x[:count]), right[:count])
            assert session.machine.looked_up == (count >= 2 * least)


@pytest.mark.parametrize("which", ["operand", "result"])
@pytest.mark.parametrize(
    ("shift", "strides"), [(2, None), (1, None), (22, (24, -2)), (0, (48, 4)), (0, (2, 16))]
)
def test_arrays_that_do_not_lie_together_take_the_own_kernel(own, which, shift, strides):
    call, values = call_of("gelu", "bf16"), patterns("bf16", 96).reshape(8, 12)
    right = own(call, values)
    with CudaSession("emulated", Noting()) as session:
        machine = session.machine
        whole = np.zeros(400, np.uint8)
        there = np.ndarray((8, 12), values.dtype, whole, shift, strides or (24, 2))
        there[...] = values
        plain = resident(machine, values)
        odd = resident(machine, whole).view((8, 12), strides, shift, values.dtype)
        session.run(call, *([[odd], [plain]] if which == "operand" else [[plain], [odd]]))
        machine.download(odd.memory, 0, whole)
        got = plain.values() if which == "operand" else there
        assert np.array_equal(got.view(np.uint16), right)
        assert not machine.looked_up


def test_a_result_may_take_the_operand_s_place(own):
    call, values = call_of("tanh", "f16"), patterns("f16", 70_003)
    right = own(call, values)
    for shared in (LITTLE, 227 * 1024):
        with CudaSession("emulated", Noting(shared)) as session:
            x = resident(session.machine, values)
            session.run(call, [x], [x])
            assert session.machine.looked_up
            assert np.array_equal(x.values().view(np.uint16), right)


@pytest.mark.parametrize("form", FORMATS[::2])
@pytest.mark.parametrize("op", PARAMETRIC)
def test_r4_calls_with_other_numbers_have_tables_of_their_own(own, op, form):
    (name,) = [a.name for a in get_op(op).attributes if a.real]
    x = patterns(form, 4096)
    calls = [call_of(op, form, **{name: value}) for value in (0.5, 1.75, 0.5, 0.015625)]
    with CudaSession("emulated", Noting()) as session:
        found = [returned(session, call, x) for call in calls]
        machine = session.machine
        assert (machine.looked_up, len(machine.entries)) == (4, 7)
    for call, got in zip(calls, found, strict=True):
        assert np.array_equal(got, own(call, x))
    assert not np.array_equal(found[0], found[1])


def test_what_is_cheap_of_two_operands_or_of_other_formats_is_not_looked_up():
    asked = [
        (op, formats, results)
        for op, (family, path) in operations().items()
        if family == "elementwise"
        for formats, results in get_op(op).signatures
        if op not in COSTLY or not set(formats) & set(FORMATS)
    ]
    with CudaSession("emulated", Noting()) as session:
        for op, formats, results in asked[::17]:
            call = get_op(op).call(formats, results)
            *operands, out = (
                resident(session.machine, np.zeros(256, get_format(form).dtype))
                for form in (*formats, *results)
            )
            session.run(call, operands, [out])
        assert session.machine.entries
        assert not session.machine.looked_up


@pytest.mark.parametrize("schedule", ["reverse", "random"])
@pytest.mark.parametrize("form", FORMATS[1:3])
def test_no_order_of_threads_and_no_bad_access_shows(own, schedule, form):
    call, x = call_of("sigmoid", form), patterns(form, 70_009)
    right = own(call, x)
    for shared in (LITTLE, 227 * 1024):
        machine = Noting(shared, schedule=schedule, checked=True)
        with CudaSession("emulated", machine) as session:
            assert np.array_equal(returned(session, call, x), right)
            assert machine.looked_up == 1


SOURCE = "support/table.cu"


@pytest.mark.parametrize("form", FORMATS[1:3])
@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        pytest.param(
            "    __syncthreads();\n", "", r"(race|uninitialised).*table\.cu:\d+",
            id="a table that is read before it is there",
        ),
        pytest.param(
            "i < (1 << SB_BITS) / SB_TABLE_PACK", "i < (1 << SB_BITS) / SB_TABLE_PACK / 2",
            r"uninitialised.*table\.cu:\d+", id="half a table",
        ),
        pytest.param(
            "at < packs;", "at <= packs;", r"out of bounds.*table\.cu:\d+",
            id="a pack beyond the end",
        ),
        pytest.param(
            "at < a.count)", "at <= a.count)", r"out of bounds.*table\.cu:\d+",
            id="an element beyond the end",
        ),
    ],
)  # fmt: skip
def test_a_mistake_in_the_kernel_is_named_with_its_place(plant, form, right, wrong, named):
    call = call_of("exp", form)
    count = 70_000 if "packs" in wrong else 70_001
    plant(SOURCE, right, wrong)
    with CudaSession("emulated", EmulatedMachine(checked=True)) as session:
        x = patterns(form, count)
        with pytest.raises(BackendError, match=f"sb_table_shared.*{named}"):
            returned(session, call, x)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("x + at + step", "x + at"),
        ("<< at;", "<< (at ^ SB_BITS);"),
        ("tile += gridDim.x,", "tile += gridDim.x + 1,"),
        ("tile = blockIdx.x,", "tile = 0,"),
        ("y.z = sb_look_up(results, x.z)", "y.z = sb_look_up(results, x.y)"),
    ],
    ids=[
        "no next tile",
        "in each other's place",
        "a tile left out",
        "tiles of another block",
        "a word",
    ],
)
def test_a_mistake_in_the_kernel_shows_in_the_bits(own, plant, right, wrong):
    call, x = call_of("exp", "bf16"), patterns("bf16", 5 * 8 * TILE + 77)
    before = own(call, x)
    plant(SOURCE, right, wrong)
    with CudaSession("emulated", EmulatedMachine()) as session:
        assert not np.array_equal(returned(session, call, x), before)
