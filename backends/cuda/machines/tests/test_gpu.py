"""Tests of messages about a missing GPU or a failure on a GPU: each is one clear line.

A small fake replaces CuPy, so these messages are tested without a GPU.
"""

import ctypes
import sys
from contextlib import contextmanager, nullcontext
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends.cuda.compiling import nvrtc, presence
from samebits.backends.cuda.launching import walks
from samebits.backends.cuda.machines import gpu
from samebits.backends.cuda.machines.protocol import DeviceMemoryError
from samebits.backends.cuda.machines.tests.cuda_runtime import (
    CUDARuntimeError,
    OutOfMemoryError,
    failing,
    runtime_with,
)
from samebits.backends.cuda.session import CudaSession
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op


@pytest.fixture
def cupy(monkeypatch):
    """Return a function that replaces CuPy by a fake."""

    def put(runtime, alloc=None):
        @contextmanager
        def device(_):
            yield

        current = SimpleNamespace(null=nullcontext(), from_external=lambda _: nullcontext())
        cuda = SimpleNamespace(runtime=runtime, alloc=alloc, Device=device, Stream=current)
        module = SimpleNamespace(cuda=cuda, __version__="0")
        monkeypatch.setitem(sys.modules, "cupy", module)
        monkeypatch.setattr(presence, "missing_nvrtc", lambda: "")
        return module

    return put


def test_without_cupy_the_line_says_what_to_install(monkeypatch):
    monkeypatch.setattr(presence, "find_spec", lambda _: None)
    reason = gpu.missing_device()
    assert "CuPy is not installed" in reason
    assert "pip install cupy-cuda13x" in reason
    assert "\n" not in reason


def test_without_a_driver_the_line_says_so(cupy):
    cupy(runtime_with(0, 0, "cudaErrorInsufficientDriver: CUDA driver version is insufficient"))
    assert gpu.missing_device() == (
        "no NVIDIA driver was found; install one, or use the device `emulated`"
    )


def test_a_driver_that_is_too_old_is_named_with_what_is_needed(cupy):
    cupy(runtime_with(12040, 0, "cudaErrorInsufficientDriver: CUDA driver version is insufficient"))
    reason = gpu.missing_device()
    assert "the NVIDIA driver is too old: it offers CUDA 12.4, CuPy needs 13.2" in reason
    assert "install cupy-cuda12x" in reason


@pytest.mark.parametrize("error", [None, "cudaErrorNoDevice: no CUDA-capable device is detected"])
def test_a_driver_without_a_gpu_is_told_from_no_driver(cupy, error):
    cupy(runtime_with(13020, 0, error))
    assert gpu.missing_device().startswith("the driver finds no GPU")


def test_a_gpu_without_memory_says_how_much_is_free_and_what_to_do(cupy):
    def alloc(size):
        raise OutOfMemoryError(f"Out of memory allocating {size} bytes")

    cupy(runtime_with(13020, 1), alloc)
    with pytest.raises(DeviceMemoryError) as caught:
        gpu.GpuMachine(0).allocate(1 << 40)
    message = str(caught.value)
    assert message.startswith("GPU 0 is out of memory: could not allocate 1099511627776 bytes")
    assert "1 of 1024 MiB are free" in message
    assert "use smaller arrays" in message
    assert "\n" not in message


def test_memory_that_is_lent_is_taken_for_the_stream_and_returned(cupy):
    cupy(runtime_with(13020, 1))
    machine, asked, returned = gpu.GpuMachine(0), [], []

    def allocate(size, stream):
        asked.append((size, stream))
        if size > 1 << 30:
            raise type("OutOfMemoryError", (RuntimeError,), {})("CUDA out of memory")
        return 4096 * len(asked)

    machine.borrow(allocate, returned.append, lambda: returned.append("trimmed"))
    first = machine.allocate(100)
    machine.use_stream(77)
    second = machine.allocate(200)
    assert asked == [(100, 0), (200, 77)]
    assert (first.address, first.size, second.address) == (4096, 100, 8192)
    del first
    assert returned == [4096]
    with pytest.raises(DeviceMemoryError, match="could not allocate 2147483648 bytes"):
        machine.allocate(2 << 30)
    assert not machine.lost
    machine._cupy.get_default_memory_pool = lambda: SimpleNamespace(free_all_blocks=lambda: None)
    machine.free_memory()
    assert returned[-1] == "trimmed"


def test_free_memory_is_what_the_driver_has_once_the_pool_gave_back_its_blocks(cupy):
    module, given_back = cupy(runtime_with(13020, 1)), []
    module.cuda.runtime.memGetInfo = lambda: (sum(given_back, 5 << 30), 9 << 30)
    pool = SimpleNamespace(free_all_blocks=lambda: given_back.append(3 << 30))
    module.get_default_memory_pool = lambda: pool
    assert gpu.GpuMachine(0).free_memory() == 8 << 30


def test_memory_of_the_driver_itself_that_runs_out_is_told_as_that_of_the_pool(cupy, monkeypatch):
    """When separate allocations, kernels or stacks exhaust memory, no MemoryError is raised."""

    def fail(*_):
        error = CUDARuntimeError("cudaErrorMemoryAllocation: out of memory")
        error.status = 2
        raise error

    module = cupy(runtime_with(13020, 1))
    module.cuda.Memory, module.cuda.MemoryPointer = fail, None
    monkeypatch.setenv(gpu.PLAIN_MEMORY, "0")
    machine = gpu.GpuMachine(0)
    with pytest.raises(DeviceMemoryError, match="GPU 0 is out of memory: could not allocate 8 by"):
        machine.allocate(8)
    assert not machine.lost


def test_a_gpu_whose_place_on_the_bus_is_not_told_goes_by_its_number(cupy):
    runtime = runtime_with(13020, 1)
    runtime.deviceGetPCIBusId = failing
    cupy(runtime)
    assert gpu.bus_address(3) == "3"


def test_an_error_of_the_driver_says_what_was_being_done(cupy):
    cupy(runtime_with(13020, 1))
    machine = gpu.GpuMachine(0)
    memory = SimpleNamespace(address=256, size=8)
    said = "GPU 0 could not copy to the device: cudaErrorIllegalAddress"
    with pytest.raises(BackendError, match=said):
        machine.upload(memory, 0, np.zeros(8, np.uint8))
    assert machine.lost
    machine.close()  # this must not raise another error


@pytest.mark.parametrize(("status", "lost"), [(1, False), (220, True), (226, True), (721, True)])
def test_errors_that_end_the_process_are_told_from_others(cupy, status, lost):
    runtime = runtime_with(13020, 1)

    def fail(*_):
        error = CUDARuntimeError("cudaErrorSome: something is wrong")
        error.status = status
        raise error

    runtime.streamSynchronize = fail
    cupy(runtime)
    machine = gpu.GpuMachine(0)
    with pytest.raises(BackendError, match="GPU 0 could not run the kernels: cudaErrorSome"):
        machine.synchronize()
    assert machine.lost == lost


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((2, 0, 4096), ""),
        ((2, 1, 4096), "lies on GPU 1, this session uses GPU 0; copy it there first"),
        ((3, 1, 4096), ""),
        ((1, 0, 4096), ""),
        ((1, 0, 8192), "lies on the host, where the GPU cannot reach it"),
        ((1, 0, 0), "lies on the host, where the GPU cannot reach it"),
        ((0, -2, 0), "lies on the host, where the GPU cannot reach it; give it as an array of Nu"),
    ],
)
def test_where_an_address_lies_is_asked_of_the_driver(cupy, found, said):
    """Test device, managed, page-locked and other memory, as the runtime reports it."""
    runtime = runtime_with(13020, 1)
    kind, device, pointer = found
    runtime.pointerGetAttributes = lambda _: SimpleNamespace(
        type=kind, device=device, devicePointer=pointer
    )
    cupy(runtime)
    assert gpu.GpuMachine(0).misplaced(4096)[: len(said) or None] == said


def test_streams_that_cannot_be_ordered_are_one_line(cupy):
    runtime = runtime_with(13020, 1)
    runtime.eventDisableTiming = 2
    runtime.eventCreateWithFlags = failing
    runtime.streamIsCapturing = failing
    runtime.pointerGetAttributes = failing
    cupy(runtime)
    machine = gpu.GpuMachine(0)
    for ask, doing in (
        (machine.follow, "order two streams"),
        (machine.precede, "order two streams"),
        (machine.is_capturing, "find out whether a stream is captured"),
        (machine.misplaced, "find out where an array is"),
    ):
        with pytest.raises(BackendError, match=f"GPU 0 could not {doing}: cudaErrorIllegalAddr"):
            ask(77)


def test_all_streams_are_waited_for_before_modules_are_unloaded(cupy):
    runtime, noted = runtime_with(13020, 1), []
    runtime.deviceSynchronize = lambda: noted.append("wait")
    cupy(runtime)
    machine = gpu.GpuMachine(0)
    machine._functions = SimpleNamespace(unload=lambda: noted.append("unload"))
    machine.close()
    assert noted == ["wait", "unload"]


def test_a_call_is_launched_on_the_addresses_of_its_arrays(cupy, monkeypatch):
    """One plan serves all calls. An array is read while the caller's stream is current."""
    selected, launched, loaded = [], [], []

    class Stream:
        def __enter__(self):
            selected.append(self)

        def __exit__(self, *_):
            selected.pop()

    class Array:
        def __init__(self, address):
            self.address = address

        @property
        def __cuda_array_interface__(self):
            assert not selected
            return {"shape": (3, 5), "typestr": "<f4", "data": (self.address, False), "version": 3}

    def launch(function, *rest):
        assert selected
        *_, stream, arguments, _ = rest
        place = ctypes.c_void_p.from_address(arguments).value
        walk = walks._Walk.from_buffer_copy(ctypes.string_at(place, ctypes.sizeof(walks._Walk)))
        launched.append((function, stream, walk.count, walk.plain, *walk.data))

    runtime = runtime_with(13020, 1)
    runtime.setDevice = lambda _: None
    module = cupy(runtime)
    module.cuda.Stream = SimpleNamespace(null=Stream(), from_external=lambda _: Stream())
    module.cuda.driver = SimpleNamespace(
        launchKernel=launch,
        moduleLoadData=lambda _: loaded.append(1) or 1,
        moduleGetFunction=lambda *_: 40,
        moduleUnload=lambda _: loaded.pop(),
        funcGetAttribute=lambda *_: 0,
        funcSetAttribute=lambda *_: None,
    )
    monkeypatch.setattr(nvrtc, "image", lambda *_: SimpleNamespace(data=b""))
    call = get_op("add").call(["f32", "f32"])
    with CudaSession("gpu0", gpu.GpuMachine(0)) as session:
        session.run(call, [Array(0x1000), Array(0x2000)], [Array(0x3000)])
        session.configure(stream=9)
        session.run(call, [Array(0x5000), Array(0x4000)], [Array(0x6000)])
        session.run(call, [Array(0x1004), Array(0x2000)], [Array(0x3000)])
        assert loaded == [1]
    assert launched == [
        (40, 0, 15, 1, 0x1000, 0x2000, 0x3000, None),
        (40, 9, 15, 1, 0x5000, 0x4000, 0x6000, None),
        (40, 9, 15, 0, 0x1004, 0x2000, 0x3000, None),
    ]
    assert not loaded


def test_a_call_on_a_stream_of_others_is_fenced_by_events_and_on_ours_by_none(cupy, monkeypatch):
    noted = []

    class Array:
        stream = 1

        @property
        def __cuda_array_interface__(self):
            return {
                "shape": (3,),
                "typestr": "<f4",
                "data": (0x1000, False),
                "version": 3,
                "stream": self.stream,
            }

    runtime = runtime_with(13020, 1)
    runtime.streamSynchronize = lambda stream: noted.append(("host", stream))
    runtime.eventDisableTiming = 2
    runtime.eventCreateWithFlags = lambda _: noted.append(("create",)) or 5
    runtime.eventRecord = lambda event, stream: noted.append(("record", event, stream))
    runtime.streamWaitEvent = lambda stream, event: noted.append(("wait", event, stream))
    runtime.eventDestroy = lambda _: None
    module = cupy(runtime)
    module.cuda.driver = SimpleNamespace(
        launchKernel=lambda *given: noted.append(("launch", given[-3])),
        moduleLoadData=lambda _: 1,
        moduleGetFunction=lambda *_: 40,
        moduleUnload=lambda _: None,
        funcGetAttribute=lambda *_: 0,
        funcSetAttribute=lambda *_: None,
    )
    monkeypatch.setattr(nvrtc, "image", lambda *_: SimpleNamespace(data=b""))
    call = get_op("add").call(["f32", "f32"])
    x, y = Array(), Array()
    with CudaSession("gpu0", gpu.GpuMachine(0)) as session:
        session.run(call, [x, x], [y])
        assert noted == [("launch", 0)]
        for _ in range(2):
            noted.clear()
            y.stream = 7
            session.run(call, [x, x], [y])
        fenced = [("record", 5, 7), ("wait", 5, 1), ("launch", 0), ("record", 5, 1), ("wait", 5, 7)]
        assert noted == fenced  # events are reused
        noted.clear()
        session.configure(stream=7)
        session.run(call, [y, y], [y])
        assert noted == [("launch", 7)]


def test_a_device_that_cannot_be_selected_is_named_and_what_is_done_on_it_is_not(cupy):
    runtime = runtime_with(13020, 1)
    cupy(runtime)
    machine = gpu.GpuMachine(0)
    with pytest.raises(KeyError), machine.selected():
        raise KeyError
    runtime.setDevice = failing
    with (
        pytest.raises(BackendError, match="GPU 0 could not select the device: cudaErrorIllegal"),
        machine.selected(),
    ):
        pass


def test_a_gpu_is_named_and_counted(cupy):
    cupy(runtime_with(13020, 2))
    assert gpu.missing_device() == ""
    assert (gpu.device_count(), gpu.device_name(0)) == (2, "Some GPU")


def test_a_report_names_what_can_be_told_of_a_gpu(cupy, monkeypatch):
    runtime = runtime_with(13020, 1)
    named = runtime.getDeviceProperties(0)
    runtime.getDeviceProperties = lambda _: {**named, "totalGlobalMem": 141 << 30}
    runtime.deviceGetPCIBusId = lambda index: f"0000:{index:02x}:00.0\0"
    cupy(runtime)
    monkeypatch.setattr(nvrtc, "version", lambda: (13, 0))
    monkeypatch.setattr(gpu, "driver_version", lambda address: f"driver at {address}")
    monkeypatch.setattr(gpu, "condition", lambda address: {"asked": address})
    machine = gpu.GpuMachine(3)
    told = machine.environment()
    assert told["device"] == "Some GPU"
    assert told["compute capability"] == "9.0"
    assert told["driver"] == "driver at 0000:03:00.0 (CUDA 13.2)"
    assert told["CUDA runtime"] == "13.2"
    assert told["device memory"] == "144384 MiB"
    assert told["compiler"] == "NVRTC 13.0"
    assert machine.condition() == {"asked": "0000:03:00.0"}
    assert CudaSession("gpu3", machine).condition() == {"asked": "0000:03:00.0"}
