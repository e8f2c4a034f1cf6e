"""Why there is no GPU, and what went wrong on one, each in one clear line.

CuPy stands in here by a small double: what is tested is what the user reads, without a GPU.
"""

import ctypes
import sys
from contextlib import contextmanager, nullcontext
from types import SimpleNamespace

import numpy as np
import pytest

from samebits.backends.cuda import nvrtc, presence, walks
from samebits.backends.cuda.machines import gpu
from samebits.backends.cuda.machines.protocol import DeviceMemoryError
from samebits.backends.cuda.session import CudaSession
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op


class CUDARuntimeError(RuntimeError):
    """As CuPy's."""

    status = 700


class OutOfMemoryError(MemoryError):
    """As CuPy's."""


def failing(*_):
    raise CUDARuntimeError("cudaErrorIllegalAddress: an illegal memory access was encountered")


def runtime_with(driver, count, error=None):
    def get_device_count():
        if error:
            raise CUDARuntimeError(error)
        return count

    return SimpleNamespace(
        CUDARuntimeError=CUDARuntimeError,
        getDeviceCount=get_device_count,
        setDevice=lambda _: None,
        driverGetVersion=lambda: driver,
        runtimeGetVersion=lambda: 13020,
        getDeviceProperties=lambda _: {
            "name": b"Some GPU",
            "major": 9,
            "minor": 0,
            "multiProcessorCount": 132,
            "sharedMemPerBlockOptin": 232448,
        },
        memGetInfo=lambda: (1 << 20, 1 << 30),
        streamSynchronize=lambda _: None,
        memcpyAsync=failing,
    )


@pytest.fixture
def cupy(monkeypatch):
    """Put a double in CuPy's place."""

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
    assert "pip install 'samebits[cuda]'" in reason
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
    assert "samebits[cuda12]" in reason


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


def test_free_memory_is_what_the_driver_has_once_the_pool_gave_back_its_blocks(cupy):
    module, given_back = cupy(runtime_with(13020, 1)), []
    module.cuda.runtime.memGetInfo = lambda: (sum(given_back, 5 << 30), 9 << 30)
    pool = SimpleNamespace(free_all_blocks=lambda: given_back.append(3 << 30))
    module.get_default_memory_pool = lambda: pool
    assert gpu.GpuMachine(0).free_memory() == 8 << 30


def test_an_error_of_the_driver_says_what_was_being_done(cupy):
    cupy(runtime_with(13020, 1))
    machine = gpu.GpuMachine(0)
    memory = SimpleNamespace(address=256, size=8)
    said = "GPU 0 could not copy to the device: cudaErrorIllegalAddress"
    with pytest.raises(BackendError, match=said):
        machine.upload(memory, 0, np.zeros(8, np.uint8))
    assert machine.lost
    machine.close()  # says nothing more


def test_a_stream_of_others_is_waited_for_and_our_own_is_not(cupy):
    runtime = runtime_with(13020, 1)
    waited = []
    runtime.streamSynchronize = waited.append
    cupy(runtime)
    machine = gpu.GpuMachine(0)
    machine.wait_for(1)
    machine.wait_for(77)
    machine.use_stream(77)
    machine.wait_for(77)
    machine.wait_for(1)
    assert waited == [77, 1]


def test_a_call_is_launched_on_the_addresses_of_its_arrays(cupy, monkeypatch):
    """Again and again, by one plan; arrays show themselves while the caller's stream is current."""
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
        launched.append((function, stream, walk.count, walk.flat, *walk.data))

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


@pytest.mark.parametrize(
    ("script", "wanted"),
    [
        ("echo 580.159.03", "580.159.03"),
        ("exit 9", "unknown"),
        ("true", "unknown"),
        (None, "unknown"),
    ],
)
def test_the_version_of_the_driver_is_told_where_it_can_be_had(
    tmp_path, monkeypatch, script, wanted
):
    monkeypatch.setenv("PATH", str(tmp_path))
    if script is not None:
        tool = tmp_path / "nvidia-smi"
        tool.write_text(f"#!/bin/sh\n{script}\n")
        tool.chmod(0o755)
    assert gpu.driver_version(0) == wanted
