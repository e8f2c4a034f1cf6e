"""Tests of DLPack in both directions: formats, devices, order of streams, ownership of memory."""

import gc
import weakref
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends.cuda.arrays import dlpack
from samebits.backends.cuda.arrays.resident import Resident, empty, resident
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.cuda.tests.doubles import NumberedMachine
from samebits.backends.executor import execute
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, from_bits

ADD = get_op("add").call(["f32", "f32"])
FIRST = np.arange(6, dtype=np.float32)


class Foreign:
    """An array that supports only DLPack, and records the arguments of each request."""

    def __init__(self, inner, **instead):
        self.inner, self.instead, self.asked = inner, instead, []

    def __dlpack_device__(self):
        return self.instead.get("device", self.inner.__dlpack_device__())

    def __dlpack__(self, **given):
        self.asked.append(given)
        capsule = self.inner.__dlpack__(**given)
        tensor, _ = dlpack._opened(capsule)
        for name, value in self.instead.items():
            if hasattr(tensor, name) and name != "device":
                setattr(tensor, name, value)
        if "flags" in self.instead:
            place = dlpack._pointer_of(capsule, b"dltensor_versioned")
            dlpack._Versioned.from_address(place).flags = self.instead["flags"]
        return capsule


class Old(Foreign):
    """A producer with the first DLPack interface, which has no versions."""

    def __dlpack__(self, *, stream=None):
        return super().__dlpack__(stream=stream)


@pytest.fixture(params=["emulated", "gpu0"])
def session(request):
    machine = EmulatedMachine() if request.param == "emulated" else NumberedMachine()
    with CudaSession(request.param, machine) as opened:
        yield opened


def put(session, values):
    return resident(session.machine, values)


@pytest.mark.parametrize("kind", [Foreign, Old])
@pytest.mark.parametrize("name", FORMATS)
def test_an_array_of_every_format_has_the_bits_of_the_host_path(session, name, kind):
    form = FORMATS[name]
    rng = np.random.default_rng(1)
    patterns = rng.integers(0, 2 if name == "bool" else 1 << form.bits, (5, 6), form.bits_dtype)
    x = from_bits(patterns, name)
    call = get_op("sort").call([name])
    (wanted,) = execute(session, call, [np.ascontiguousarray(x.T)])
    held = put(session, x)
    back = put(session, np.zeros_like(wanted))
    item = x.dtype.itemsize
    session.run(call, [kind(held.view((6, 5), (item, 6 * item), 0))], [kind(back)])
    assert back.values().tobytes() == wanted.tobytes()


def test_it_is_asked_for_the_thread_s_stream_and_of_the_host_for_none(session):
    x, y = Foreign(put(session, FIRST)), Foreign(put(session, 0 * FIRST))
    session.configure(stream=900)
    session.run(ADD, [x, x], [y])
    wanted = None if session.machine.number < 0 else 900
    assert [given["stream"] for given in x.asked + y.asked] == [wanted] * 3
    assert y.inner.values().tolist() == (2 * FIRST).tolist()


def test_work_on_another_stream_is_waited_for(session):
    machine = session.machine
    machine.use_stream(500)
    x = put(session, 3 * FIRST)  # the upload has not run yet
    machine.use_stream(900)
    y = put(session, 0 * FIRST)
    session.run(ADD, [Foreign(x), Foreign(x)], [Foreign(y)])
    assert y.values().tolist() == (6 * FIRST).tolist()


@pytest.mark.parametrize(
    ("instead", "text"),
    [
        ({"device": (2, 3)}, "operand 1 lies on GPU 3, this session uses "),
        ({"device": (10, 0)}, "operand 1 is on a device of DLPack's type 10; copy it to"),
        ({"number": 7, "device": (2, 7)}, "operand 1 lies on GPU 7, this session uses "),
        ({"flags": 2}, "operand 1 is copied by its DLPack export"),
        ({"code": 0}, "operand 1 has dtype int32, f32 is wanted"),
        ({"code": 5}, "operand 1 has dtype number 5 of DLPack with 32 bits, 1 to an element, f32"),
        ({"lanes": 2}, "operand 1 has dtype number 2 of DLPack with 32 bits, 2 to an element, f32"),
        ({"data": None}, "operand 1 has no memory according to DLPack"),
    ],
)
def test_what_is_wrong_is_one_line_that_names_the_operand(session, instead, text):
    x, y = put(session, FIRST), put(session, 0 * FIRST)
    with pytest.raises(BackendError) as caught:
        session.run(ADD, [x, Foreign(x, **instead)], [y])
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not y.values().any()


def test_an_array_of_the_host_is_none_of_a_gpu_and_a_gpu_s_none_of_the_emulated_device():
    with CudaSession("gpu0", NumberedMachine()) as gpu, CudaSession("e", EmulatedMachine()) as host:
        x, there = Foreign(FIRST), Foreign(put(gpu, FIRST))
        with pytest.raises(BackendError, match=r"operand 0 is on the host; .* np.from_dlpack"):
            gpu.run(ADD, [x, x], [there])
        with pytest.raises(BackendError, match="lies on GPU 0, this session uses the emulated dev"):
            host.run(ADD, [there, there], [FIRST.copy()])


def test_a_producer_that_fails_is_one_line(session):
    class Broken(Foreign):
        def __dlpack__(self, **_):
            raise RuntimeError("it is\nbroken")

    x = put(session, FIRST)
    with pytest.raises(BackendError, match="operand 0 cannot be exported by DLPack: it is$"):
        session.run(ADD, [Broken(x), x], [x])


def test_results_that_are_read_only_or_share_memory_are_refused_and_overlaps_copied(session):
    x, whole = put(session, FIRST), put(session, np.arange(9, dtype=np.float32))
    with pytest.raises(BackendError, match="result 0 is read-only"):
        session.run(ADD, [x, x], [Foreign(x, flags=1)])
    fixed = Resident(session.machine, x.memory, (6,), x.dtype, is_read_only=True)
    with pytest.raises(BackendError, match="result 0 is read-only"):
        session.run(ADD, [x, x], [Foreign(fixed)])
    with pytest.raises(BackendError, match="result 0 has elements that share memory"):
        session.run(ADD, [x, x], [Foreign(x.view((6,), (0,), 0))])
    source, target = whole.view((8,), (4,), 0), whole.view((8,), (4,), 4)
    session.run(ADD, [Foreign(source), Foreign(source)], [Foreign(target)])
    assert whole.values().tolist() == [0, 0, 2, 4, 6, 8, 10, 12, 14]


def test_a_capsule_is_given_back_and_keeps_its_memory_until_then(session):
    x = put(session, FIRST)
    gone = weakref.ref(x)
    capsule = x.__dlpack__(stream=-1)
    address = x.memory.address
    del x
    gc.collect()
    assert gone() is None
    assert dlpack._opened(capsule)[0].data == address
    assert address not in session.machine._dropped
    del capsule
    gc.collect()
    assert address in session.machine._dropped
    y = put(session, FIRST)
    session.run(ADD, [Foreign(y), Foreign(y)], [Foreign(y)])
    address = y.memory.address
    session.machine.synchronize()
    del y
    gc.collect()
    assert address in session.machine._dropped


def test_numpy_and_torch_see_the_emulated_device_s_memory_in_place():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: none of its tensors")
    machine = EmulatedMachine()
    x = resident(machine, np.arange(12, dtype=np.float32).reshape(3, 4))
    seen, tensor = np.from_dlpack(x), torch.from_dlpack(x)
    assert seen.tolist() == tensor.tolist() == x.values().tolist()
    x.write(0, np.full(12, 7, np.float32))
    machine.synchronize()
    assert (seen == 7).all()
    assert (tensor == 7).all()
    for name, form in FORMATS.items():
        kind = torch.from_dlpack(empty(machine, (2, 3), form.dtype)).dtype
        assert str(kind) == f"torch.{form.dtype.name}", name


def test_what_dlpack_cannot_say_or_we_do_not_do_is_a_buffer_error(session):
    x = put(session, FIRST)
    device = x.__dlpack_device__()
    assert device == ((1, 0) if session.machine.number < 0 else (2, 0))
    for wrong in ({"copy": True}, {"dl_device": (2, 5)}, {"stream": 0}):
        with pytest.raises(BufferError):
            x.__dlpack__(**wrong)
    assert x.__dlpack__(copy=False, dl_device=device)
    with pytest.raises(BufferError, match="DLPack has no type for >f4"):
        put(session, FIRST.astype(">f4")).__dlpack__()
    fixed = Resident(session.machine, x.memory, (6,), x.dtype, is_read_only=True)
    with pytest.raises(BufferError):
        fixed.__dlpack__()
    assert dlpack._opened(fixed.__dlpack__(max_version=(1, 0)))[1] & 1


def test_a_capsule_is_ready_on_the_stream_of_who_asks():
    machine = NumberedMachine()
    noted = []
    machine.follow = lambda stream: noted.append((machine.stream, stream))
    machine.use_stream(500)
    x = resident(machine, FIRST)
    machine.use_stream(900)
    for stream in (None, 77, 500, -1, 1):
        x.__dlpack__(stream=stream)
    assert noted == [(1, 500), (77, 500), (1, 500)]
    assert machine.stream == 900


def test_an_object_with_both_is_seen_by_cuda_s_interface(session):
    x = put(session, FIRST)
    both = type("Both", (SimpleNamespace,), {"__dlpack__": None, "__cuda_array_interface__": 1})(
        dtype=x.dtype
    )
    type(both).__cuda_array_interface__ = x.__cuda_array_interface__
    session.run(ADD, [both, x], [x])
    assert x.values().tolist() == (2 * FIRST).tolist()
