"""Tests of the memory limit of a session, and of the message that states what a call needs."""

import re
import threading

import numpy as np
import pytest

from samebits.backends.cuda.arrays.resident import resident
from samebits.backends.cuda.calling.allowance import Allowance
from samebits.backends.cuda.machines.protocol import DeviceMemoryError
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.executor import execute
from samebits.backends.protocol import BackendError, LimitedSession
from samebits.spec.catalog import get_op

ADD = get_op("add").call(["f32", "f32"])
SUM = get_op("sum").call(["f32"], axes=(1,))
SORT = get_op("sort").call(["f32"], axis=0, descending=False)


class Counting(EmulatedMachine):
    """A machine that records the peak number of allocated bytes."""

    def __init__(self):
        super().__init__()
        self.live = self.most = self.uploads = 0

    def allocate(self, size):
        inner = super().allocate(size)
        self.live += size
        self.most = max(self.most, self.live)
        machine = self

        class Counted:
            address, size = inner.address, inner.size
            kept = inner

            def __del__(self):
                machine.live -= size

        return Counted()

    def upload(self, *given):
        self.uploads += 1
        super().upload(*given)


@pytest.fixture
def session():
    with CudaSession("emulated", Counting()) as opened:
        yield opened


def need_of(session, call, inputs, outputs):
    """Return the bytes that a refused call states; check that the device did no work."""
    machine = session.machine
    before = machine.live, machine.most, machine.uploads
    session.configure(memory=1)
    with pytest.raises(DeviceMemoryError) as caught:
        session.run(call, inputs, outputs)
    assert (machine.live, machine.most, machine.uploads) == before
    assert "\n" not in str(caught.value)
    return int(re.search(r"needs (\d+) bytes of device memory in addition", str(caught.value))[1])


def test_a_session_is_one_of_those_with_a_limit(session):
    limited: LimitedSession = session
    limited.configure(memory=0)


@pytest.mark.parametrize("call", [ADD, SUM, SORT], ids=str)
@pytest.mark.parametrize("on_device", [False, True])
def test_what_a_call_is_said_to_need_is_what_it_takes(session, call, on_device):
    rng = np.random.default_rng(1)
    shape = (3, 70_000) if call is SUM else (3000,)
    inputs = [rng.standard_normal(shape).astype(np.float32) for _ in call.inputs]
    wanted = execute(session, call, inputs)
    results = [np.zeros_like(x) for x in wanted]
    put = (lambda x: resident(session.machine, x)) if on_device else (lambda x: x)
    arrays, outputs = [put(x) for x in inputs], [put(x) for x in results]
    if on_device and call is ADD:
        session.configure(memory=1)
        session.run(call, arrays, outputs)  # it needs no additional memory
        return
    needed = need_of(session, call, arrays, outputs)
    for x in outputs:
        assert not np.asarray(x.values() if on_device else x).any()
    session.configure(memory=needed - 1)
    with pytest.raises(DeviceMemoryError, match=f"limit of this session is {needed - 1} bytes"):
        session.run(call, arrays, outputs)
    session.configure(memory=needed)
    session.machine.most = base = session.machine.live
    session.run(call, arrays, outputs)
    assert session.machine.most - base == needed
    for got, right in zip(outputs, wanted, strict=True):
        assert np.array_equal(got.values() if on_device else got, right)


def test_the_copy_of_an_operand_that_overlaps_a_result_counts(session):
    whole = resident(session.machine, np.arange(1000, dtype=np.float32))
    source, target = whole.view((500,), (4,), 0), whole.view((500,), (4,), 8)
    needed = need_of(session, ADD, [source, source], [target])
    assert needed == 2 * 2000
    session.configure(memory=needed)
    session.run(ADD, [source, source], [target])
    assert whole.values()[2:502].tolist() == [2.0 * i for i in range(500)]


def test_arrays_of_the_host_that_share_memory_are_copied_once_each(session):
    x = np.arange(1000, dtype=np.float32)
    assert need_of(session, ADD, [x, x], [x]) < 3 * (4000 + 256)
    session.configure(memory=0)
    session.run(ADD, [x, x], [x])
    assert x.tolist() == [2.0 * i for i in range(1000)]


def test_memory_is_free_again_after_a_call_and_after_one_that_failed(session, monkeypatch):
    x, out = np.ones(64, np.float32), np.zeros(64, np.float32)
    session.configure(memory=need_of(session, ADD, [x, x], [out]))
    for _ in range(3):
        session.run(ADD, [x, x], [out])
    with monkeypatch.context() as broken:
        broken.setattr(
            session.machine, "start", lambda *_: (_ for _ in ()).throw(BackendError("x"))
        )
        with pytest.raises(BackendError, match="x"):
            session.run(ADD, [x, x], [out])
    assert session._memory.used == 0
    session.run(ADD, [x, x], [out])


def test_calls_of_several_threads_count_together(session):
    x = resident(session.machine, np.ones((3, 70_000), np.float32))
    y, z = (resident(session.machine, np.zeros(3, np.float32)) for _ in range(2))
    needed = need_of(session, SUM, [x], [y])
    limit = 2 * needed - 1
    session.configure(memory=limit)
    inside, go_on, said = threading.Event(), threading.Event(), []
    start = session.machine.start

    def held_up(*given):
        inside.set()
        go_on.wait(20)
        start(*given)

    session.machine.start = held_up
    other = threading.Thread(target=session.run, args=(SUM, [x], [y]))
    other.start()
    assert inside.wait(20)
    try:
        session.run(SUM, [x], [z])
    except DeviceMemoryError as error:
        said.append(str(error))
    go_on.set()
    other.join()
    assert f"{limit} bytes; {needed} of them are in use; set a higher limit" in said[0]
    session.run(SUM, [x], [z])
    assert z.values().tolist() == y.values().tolist() == [70_000.0] * 3


def test_without_a_limit_nothing_is_counted_and_no_number_is_refused(session):
    for wrong in (-1, 1.5, "1 GB"):
        with pytest.raises(BackendError, match="is no memory limit; pass a number of bytes"):
            session.configure(memory=wrong)
    assert (session._memory.limit, session._memory.used) == (0, 0)
    allowance = Allowance()
    allowance.take("a call", 1 << 60)
    allowance.give_back(1 << 60)
    assert allowance.used == 0
