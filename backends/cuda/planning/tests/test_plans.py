"""Tests of plans: repetition on other arrays, lifetime of memory, findings, threads, limits."""

import ctypes
import gc
import weakref
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends.cuda.arrays.addresses import made_up
from samebits.backends.cuda.arrays.resident import resident
from samebits.backends.cuda.compiling.units import Kernel, unit
from samebits.backends.cuda.machines.protocol import NO_FINDING, Launch
from samebits.backends.cuda.planning.plans import Region, Tape
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute
from samebits.backends.protocol import BackendError
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call

ADD = get_op("add").call(["f32", "f32"])
KERNEL = Kernel(unit("no/such.cu"), "kernel")
ONE = Launch((1, 1, 1), (1, 1, 1))


@pytest.fixture
def session():
    with CudaSession("emulated", EmulatedMachine()) as opened:
        yield opened


class Argument(ctypes.Structure):
    """A structure with nested pointers, and with an integer that looks like a pointer."""

    _fields_ = (
        ("number", ctypes.c_int64),
        ("several", ctypes.c_void_p * 2),
        ("inner", type("Inner", (ctypes.Structure,), {"_fields_": (("p", ctypes.c_void_p),)})),
    )


class Noting:
    """A driver that records requests. Its memory has the addresses 1000, 2000, ..."""

    multiprocessors, shared_memory, capability = 1, 0, 90

    def __init__(self):
        self.asked, self.live, self.found = [], weakref.WeakSet(), NO_FINDING

    def allocate(self, size):
        class Memory(SimpleNamespace):
            __hash__ = object.__hash__

        memory = Memory(address=1000 * (1 + sum(a[0] == "allocate" for a in self.asked)), size=size)
        self.asked.append(("allocate", size))
        self.live.add(memory)
        return memory

    def upload(self, memory, offset, data):
        self.asked.append(("upload", memory.address + offset, bytes(data)))

    def download(self, memory, offset, into):
        self.asked.append(("download", memory.address + offset))
        into[:] = np.frombuffer(self.found.to_bytes(8, "little"), np.uint8)[: into.size]

    def prepare(self, kernel, shape, sizes):
        return kernel.entry, tuple(sizes)

    def start(self, prepared, arguments):
        entry, sizes = prepared
        places = (ctypes.c_void_p * len(sizes)).from_address(arguments)
        given = [ctypes.string_at(p, n) for p, n in zip(places, sizes, strict=True)]
        self.asked.append((entry, given, len(self.live)))


def test_pointers_follow_the_operands_and_numbers_stay():
    driver = Noting()
    tape = Tape(driver, 2)
    x, y = made_up(1) + 8, made_up(2)
    argument = Argument(number=y)
    argument.several[:] = x - 8, None
    argument.inner.p = y + 12
    tape.launch(KERNEL, ONE, (argument, ctypes.c_void_p(x), ctypes.c_int32(7)))
    plan = tape.plan()
    for first, second in ((0x7000, 0x9000), (0x100, 0x200)):
        plan.run(driver, (first, second))
        wanted = Argument(number=y)
        wanted.several[:] = first, None
        wanted.inner.p = second + 12
        given = driver.asked[-1][1]
        assert given[0] == bytes(wanted)
        assert given[1] == (first + 8).to_bytes(8, "little")
        assert given[2] == bytes(ctypes.c_int32(7))


def test_a_plan_that_runs_while_it_runs_has_arguments_of_its_own():
    class Twice(Noting):
        """A driver that runs the plan again after the arguments are written, before the launch."""

        def start(self, prepared, arguments):
            if not self.asked:
                self.asked.append(("first",))
                plan.run(self, (0x9000,))
            super().start(prepared, arguments)

    driver = Twice()
    tape = Tape(driver, 1)
    tape.launch(KERNEL, ONE, (ctypes.c_void_p(made_up(1)),))
    plan = tape.plan()
    plan.run(driver, (0x7000,))
    given = [int.from_bytes(x[1][0], "little") for x in driver.asked if x[0] == "kernel"]
    assert given == [0x9000, 0x7000]


def test_memory_comes_with_the_first_step_that_needs_it_and_goes_with_the_last():
    driver = Noting()
    tape = Tape(driver, 0)
    a, b = tape.allocate(10), tape.allocate(20)
    tape.upload(a, 3, np.arange(2, dtype=np.uint8))
    for places in ((a,), (a, b), (b,), ()):
        tape.launch(KERNEL, ONE, [ctypes.c_void_p(m.address) for m in places])
    tape.plan().run(driver, ())
    assert [x for x in driver.asked if x[0] in ("allocate", "upload")] == [
        ("allocate", 10),
        ("upload", 1003, b"\0\1"),
        ("allocate", 20),
    ]
    assert [x[2] for x in driver.asked if x[0] == "kernel"] == [1, 2, 1, 0]


def test_memory_that_lasts_has_its_true_address_in_the_plan():
    driver = Noting()
    assert Tape(driver, 1).lasting("table", 64, None) is None
    asked = []
    tape = Tape(driver, 1, lasts=lambda *given: asked.append(given) or Region(0x5000, 64))
    memory = tape.lasting("table", 64, None)
    inner = Argument()
    inner.several[:] = memory.address, made_up(1)
    tape.launch(KERNEL, ONE, (inner, ctypes.c_void_p(memory.address + 8)))
    plan = tape.plan()
    assert (plan.needs, plan.scratch, asked) == ("", 0, [("table", 64, None)])
    for operand in (0x7000, 0x9000):
        plan.run(driver, (operand,))
        wanted = Argument()
        wanted.several[:] = 0x5000, operand
        entry, given, live = driver.asked[-1]
        assert given == [bytes(wanted), (0x5008).to_bytes(8, "little")]
        assert (entry, live) == ("kernel", 0)


def test_a_finding_is_looked_at_in_the_end_and_its_refusal_may_read():
    driver = Noting()
    tape = Tape(driver, 1)
    finding, other = tape.allocate(8), tape.allocate(8)
    seen = []

    def refuse(found, read):
        seen.append((found, read(made_up(1) + 5, 2), read(other.address, 1)))
        raise BackendError("wrong")

    tape.launch(KERNEL, ONE, [ctypes.c_void_p(m.address) for m in (finding, other)])
    tape.verify(finding, refuse, None)
    tape.launch(KERNEL, ONE, ())
    plan = tape.plan()
    plan.run(driver, (512,))
    assert not seen
    driver.found = 0x0102
    with pytest.raises(BackendError, match="wrong"):
        plan.run(driver, (512,))
    assert seen == [(0x0102, b"\2\1", b"\2")]
    assert driver.asked[-3:] == [("download", 3000), ("download", 517), ("download", 4000)]


def test_a_plan_tells_what_keeps_it_from_a_graph():
    def plan_of(note):
        tape = Tape(Noting(), 1)
        note(tape)
        return tape.plan()

    def with_memory(tape):
        tape.launch(KERNEL, ONE, (ctypes.c_void_p(tape.allocate(8).address),))

    def with_a_finding(tape):
        finding = tape.allocate(8)
        tape.launch(KERNEL, ONE, (ctypes.c_void_p(finding.address),))
        tape.verify(finding, lambda *_: None, None)

    def with_an_upload(tape):
        tape.upload(Region(made_up(1), 8), 0, np.zeros(8, np.uint8))

    plain = plan_of(lambda tape: tape.launch(KERNEL, ONE, (ctypes.c_void_p(made_up(1)),)))
    assert plain.needs == ""
    assert plan_of(with_memory).needs == "needs memory besides its operands"
    assert plan_of(with_an_upload).needs == "copies numbers from the host"
    assert plan_of(with_a_finding).needs == "looks at its operands"


def test_a_pointer_to_no_memory_of_the_call_is_a_mistake():
    tape = Tape(Noting(), 1)
    with pytest.raises(ValueError, match="points to no memory"):
        tape.launch(KERNEL, ONE, (ctypes.c_void_p(0x1234),))
    with pytest.raises(ValueError, match="points to no memory"):
        tape.launch(KERNEL, ONE, (ctypes.c_void_p(Region(made_up(2), 1).address),))


def test_calls_that_differ_in_anything_have_plans_of_their_own(session):
    rng = np.random.default_rng(1)
    x = rng.standard_normal((6, 6)).astype(np.float32)
    odd = np.zeros(x.nbytes + 1, np.uint8)[1:].view(np.float32).reshape(x.shape)
    odd[...] = x
    layouts = [x, x.T, x[::-1], odd, np.broadcast_to(x[:1], x.shape), x.astype(np.float16)]
    for _ in range(2):
        for y in layouts:
            form = "f16" if y.dtype == np.float16 else "f32"
            for op in ("sum", "max"):
                for axes in ((0,), (1,), (0, 1)):
                    for keepdims in (False, True):
                        call = get_op(op).call([form], axes=axes, keepdims=keepdims)
                        (wanted,) = numpy_route.evaluate(call, [y])
                        (got,) = execute(session, call, [y])
                        assert np.array_equal(bits_of(got), bits_of(wanted)), (call, y.strides)


def test_an_equal_call_that_was_made_anew_finds_the_plan(session, monkeypatch):
    x = np.arange(5, dtype=np.float32)
    out = np.zeros(5, np.float32)
    session.run(ADD, [x, x], [out])
    x += 1
    monkeypatch.setattr(session, "_plan", None)
    session.run(Call(ADD.op, 1, ADD.inputs, ADD.outputs, ADD.attributes), [x, x], [out])
    assert out.tolist() == [2, 4, 6, 8, 10]


def test_operands_that_overlap_at_some_distance_are_copied_only_there(session):
    whole = resident(session.machine, np.arange(40, dtype=np.float32))
    for start in (20, 4, 20, 0, 8, 4):
        before = whole.values()
        source, target = whole.view((8,), (4,), 16), whole.view((8,), (4,), 4 * start)
        session.run(ADD, [source, source], [target])
        before[start : start + 8] = 2 * before[4:12]
        assert np.array_equal(whole.values(), before), start


def test_a_plan_keeps_no_array_alive(session):
    arrays = [resident(session.machine, np.ones(9, np.float32)) for _ in range(3)]
    hosts = [np.ones(9, np.float32) for _ in range(3)]
    session.run(ADD, arrays[:2], arrays[2:])
    session.run(ADD, hosts[:2], hosts[2:])
    session.machine.synchronize()
    gone = [weakref.ref(x) for x in (*arrays, *hosts)]
    del arrays, hosts
    gc.collect()
    assert session._plans
    assert [x() for x in gone] == [None] * 6


def test_several_threads_may_run_one_plan_on_arrays_of_their_own(session):
    call = get_op("matmul").call(["f32", "f32"])
    rng = np.random.default_rng(3)

    def work(seed):
        a, b = (rng.integers(-9, 9, (20, 20)).astype(np.float32) for _ in range(2))
        return all(
            np.array_equal(execute(session, call, [a, b + seed + i])[0], a @ (b + seed + i))
            for i in range(20)
        )

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(4)))


@pytest.mark.parametrize(
    ("shape", "why"),
    [
        (Launch((2**31, 1, 1), (1, 1, 1)), "kernel: grid"),
        (Launch((1, 65536, 1), (1, 1, 1)), "kernel: grid"),
        (Launch((1, 1, 0), (1, 1, 1)), "kernel: grid"),
        (Launch((1, 1, 1), (1, 1, 65)), "kernel: block"),
        (Launch((1, 1, 1), (64, 32, 1)), "kernel: block .* has 2048 threads"),
        (Launch((1, 1, 1), (1, 1, 1), 1), "kernel: 1 bytes of dynamic shared memory"),
    ],
)
def test_a_launch_that_no_gpu_could_make_is_refused_when_it_is_planned(shape, why):
    driver = Noting()
    tape = Tape(driver, 0)
    with pytest.raises(BackendError, match=why):
        tape.launch(KERNEL, shape, ())
    assert not tape.plan().steps


def test_memory_that_a_plan_could_not_name_is_refused():
    tape = Tape(Noting(), 2**20 - 3)
    with pytest.raises(BackendError, match="a block of 8796093022208 bytes"):
        tape.allocate(2**43)
    last = tape.allocate(2**43 - 65)
    assert last.address + last.size < 2**64
    with pytest.raises(BackendError, match="more than 1048574 blocks"):
        tape.allocate(1)
