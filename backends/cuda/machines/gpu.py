"""A GPU of this computer, through CuPy: its memory pool, its streams, its driver.

Units are compiled by NVRTC for the GPU's own architecture (nvrtc.py) and loaded once for each
device. `selected` makes the device current and gives back what was, so that several devices, and
a caller's own choice of device and stream, stay as they are.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from samebits.backends.cuda import nvrtc, presence
from samebits.backends.cuda.machines.protocol import Bytes, DeviceMemoryError, Launch, Memory
from samebits.backends.cuda.options import OPTIONS
from samebits.backends.cuda.units import Kernel, Unit, sources_digest
from samebits.backends.protocol import BackendError

_TO_DEVICE, _TO_HOST = 1, 2  # cudaMemcpyKind
_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
_CARVEOUT = 9  # CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, in percent
_USUAL_SHARED = 48 * 1024

_DEFAULT_STREAM = 1  # as the interface of arrays numbers it

_FATAL = frozenset((214, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721, 999))
"""Error codes after which the process can compute nothing more on this GPU."""

PLAIN_MEMORY = "SAMEBITS_CUDA_POOL"
"""An environment variable; `0`: every block is an allocation of its own, of exactly its size, so
that compute-sanitizer sees where it ends. CuPy's pool would round it up and use it again."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of CuPy's pool; `pointer` returns it there when nothing refers to it."""

    address: int
    size: int
    pointer: Any


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A kernel, and the driver's arguments of a launch up to the stream."""

    kernel: Kernel
    launch: tuple[int, ...]


def missing_device() -> str:
    """Why no GPU can be used, in one line that says what to do; empty if there is one."""
    reason = presence.missing_nvrtc()
    if reason:
        return reason
    runtime = importlib.import_module("cupy").cuda.runtime
    try:
        return "" if runtime.getDeviceCount() else "the driver finds no GPU on this computer"
    except runtime.CUDARuntimeError as error:
        return _no_device(runtime, error)


def device_count() -> int:
    """How many GPUs there are, where `missing_device` is empty."""
    return int(importlib.import_module("cupy").cuda.runtime.getDeviceCount())


def device_name(index: int) -> str:
    """What the GPU is called."""
    found = importlib.import_module("cupy").cuda.runtime.getDeviceProperties(index)["name"]
    return str(found.decode() if isinstance(found, bytes) else found)


def driver_version(index: int) -> str:
    """The driver's own version, as nvidia-smi tells it; "unknown" where that is not to be had."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return "unknown"
    asked = (tool, "--query-gpu=driver_version", "--format=csv,noheader", f"--id={index}")
    try:
        ended = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    return ended.stdout.strip() if ended.returncode == 0 and ended.stdout.strip() else "unknown"


class _Handle:
    """A stream of somebody else's, by CUDA's protocol for streams."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __cuda_stream__(self) -> tuple[int, int]:
        return 0, self._handle


class GpuMachine:
    """One GPU (see `samebits.backends.cuda.machines.protocol.Driver`)."""

    def __init__(self, index: int) -> None:
        self._cupy: Any = importlib.import_module("cupy")
        self._runtime: Any = self._cupy.cuda.runtime
        self._index = index
        self.lost = False
        self._stream = 0
        self._plain = os.environ.get(PLAIN_MEMORY) == "0"
        self._modules: dict[Unit, int] = {}
        self._functions: dict[Kernel, int] = {}
        self._loading = threading.Lock()
        self.use_stream(0)
        try:
            self._properties = self._runtime.getDeviceProperties(index)
            with self.selected():
                self._runtime.memGetInfo()  # creates the context, or says why it cannot
        except BackendError:
            raise
        except Exception as error:
            raise self._failure("open the device", error) from error
        self._capability = 10 * self._properties["major"] + self._properties["minor"]

    @property
    def multiprocessors(self) -> int:
        """Streaming multiprocessors of the GPU."""
        return int(self._properties["multiProcessorCount"])

    @property
    def shared_memory(self) -> int:
        """What a block may ask for."""
        return int(self._properties["sharedMemPerBlockOptin"])

    @contextmanager
    def selected(self) -> Iterator[None]:
        """The device current in this thread, and our stream CuPy's current one.

        CuPy's pool hands a block that was freed to the next who asks on the same stream.
        """
        is_done = False
        try:
            with self._cupy.cuda.Device(self._index):
                # Device() leaves a thread that has used no GPU yet without a context.
                self._runtime.setDevice(self._index)
                with self._current:
                    is_done = True
                    yield
        except Exception as error:
            if is_done:  # the error of what is done on the device
                raise
            raise self._failure("select the device", error) from error

    def free_memory(self) -> int:
        """What the driver has free once CuPy's pool has given back what nobody uses."""
        with self.selected():
            self._synchronize(self._stream, "wait for the kernels")
            self._cupy.get_default_memory_pool().free_all_blocks()
        return self._free()[0]

    def allocate(self, size: int) -> Memory:
        """Memory of CuPy's pool, ordered by the stream."""
        cuda = self._cupy.cuda
        try:
            pointer = cuda.MemoryPointer(cuda.Memory(size), 0) if self._plain else cuda.alloc(size)
            return _Block(int(pointer.ptr), size, pointer)
        except Exception as error:
            raise self._failure(f"allocate {size} bytes", error) from error

    def upload(self, memory: Memory, offset: int, data: Bytes) -> None:
        """Copy from the host; pageable memory is staged before the call returns."""
        place = memory.address + offset
        try:
            self._runtime.memcpyAsync(
                place, data.ctypes.data, data.nbytes, _TO_DEVICE, self._stream
            )
        except Exception as error:
            raise self._failure("copy to the device", error) from error

    def download(self, memory: Memory, offset: int, into: Bytes) -> None:
        """Copy to the host and wait."""
        place = memory.address + offset
        try:
            self._runtime.memcpyAsync(into.ctypes.data, place, into.nbytes, _TO_HOST, self._stream)
            self._runtime.streamSynchronize(self._stream)
        except Exception as error:
            raise self._failure("copy from the device", error) from error

    def prepare(self, kernel: Kernel, shape: Launch, sizes: Sequence[int]) -> _Prepared:
        """The kernel's function, loaded when it is first needed."""
        try:
            function = self._function(kernel, shape.shared)
        except BackendError:
            raise
        except Exception as error:
            raise self._failure(f"load {kernel.entry} of {kernel.unit}", error) from error
        return _Prepared(kernel, (function, *shape.grid, *shape.block, shape.shared))

    def start(self, prepared: _Prepared, arguments: int) -> None:
        """Launch; the driver copies the arguments, and refuses what the GPU cannot do."""
        try:
            self._cupy.cuda.driver.launchKernel(*prepared.launch, self._stream, arguments, 0)
        except Exception as error:
            kernel = prepared.kernel
            raise self._failure(f"launch {kernel.entry} of {kernel.unit}", error) from error

    def use_stream(self, stream: int) -> None:
        """Use the stream with this handle of the CUDA runtime; 0 is the default stream."""
        self._stream = stream
        streams = self._cupy.cuda.Stream
        if not stream:
            self._current = streams.null
        elif hasattr(streams, "from_external"):
            self._current = streams.from_external(_Handle(stream))
        else:  # CuPy 13
            self._current = self._cupy.cuda.ExternalStream(stream)

    def wait_for(self, stream: int) -> None:
        """Wait for the stream of whoever made an operand, unless it is ours."""
        if stream != (self._stream or _DEFAULT_STREAM):
            with self.selected():
                self._synchronize(stream, "wait for a stream")

    def synchronize(self) -> None:
        """Wait for the stream."""
        self._synchronize(self._stream, "run the kernels")

    def environment(self) -> Mapping[str, str]:
        """The GPU, its driver, the compiler and its options."""
        offered = f"CUDA {_dotted(int(self._cupy.cuda.runtime.driverGetVersion()))}"
        return {
            "device": device_name(self._index),
            "compute capability": f"{self._capability // 10}.{self._capability % 10}",
            "driver": f"{driver_version(self._index)} ({offered})",
            "cupy": str(self._cupy.__version__),
            "compiler": "NVRTC {}.{}".format(*nvrtc.version()),
            "flags": " ".join((f"--gpu-architecture=sm_{self._capability}", *OPTIONS)),
            "source_digest": sources_digest(),
        }

    def close(self) -> None:
        """Unload the modules, unless nothing can be done on the device any more."""
        if self.lost:
            return
        with self.selected():
            self._synchronize(self._stream, "close the device")
            for module in self._modules.values():
                self._cupy.cuda.driver.moduleUnload(module)
        self._modules, self._functions = {}, {}

    def _synchronize(self, stream: int, doing: str) -> None:
        try:
            self._runtime.streamSynchronize(stream)
        except Exception as error:
            raise self._failure(doing, error) from error

    def _function(self, kernel: Kernel, shared: int) -> int:
        driver = self._cupy.cuda.driver
        with self._loading:
            function = self._functions.get(kernel)
            if function is None:
                module = self._modules.get(kernel.unit)
                if module is None:
                    image = nvrtc.image(kernel.unit, self._capability).data
                    module = self._modules[kernel.unit] = int(driver.moduleLoadData(image))
                function = int(driver.moduleGetFunction(module, kernel.entry))
                driver.funcSetAttribute(function, _DYNAMIC_SHARED, self._dynamic(function))
                if shared:  # so that as many blocks as can fit a multiprocessor
                    driver.funcSetAttribute(function, _CARVEOUT, 100)
                self._functions[kernel] = function
        return function

    def _dynamic(self, function: int) -> int:
        """The most dynamic shared memory that may go with the function's own."""
        own = int(self._cupy.cuda.driver.funcGetAttribute(1, function))  # SHARED_SIZE_BYTES
        return max(self.shared_memory - own, 0) if own <= _USUAL_SHARED else 0

    def _failure(self, doing: str, error: Exception) -> BackendError:
        """One line that says what was being done."""
        if isinstance(error, MemoryError):
            free, total = self._free()
            return DeviceMemoryError(
                f"GPU {self._index} is out of memory: could not {doing}; "
                f"{free >> 20} of {total >> 20} MiB are free; use smaller arrays, or end other jobs"
            )
        self.lost |= getattr(error, "status", 0) in _FATAL
        return BackendError(f"GPU {self._index} could not {doing}: {presence.one_line(error)}")

    def _free(self) -> tuple[int, int]:
        try:
            with self._cupy.cuda.Device(self._index):
                free, total = self._cupy.cuda.runtime.memGetInfo()
            return int(free), int(total)
        except Exception:  # the message is about something else
            return 0, 0


def _no_device(runtime: Any, error: BaseException) -> str:
    """Why CuPy finds no device: no driver at all, or one that is older than CuPy's CUDA."""
    text = presence.one_line(error)
    driver = int(runtime.driverGetVersion())
    if not driver:
        return "no NVIDIA driver was found; install one, or use the device `emulated`"
    if "insufficient" in text.lower():
        needed = int(runtime.runtimeGetVersion())
        return (
            f"the NVIDIA driver is too old: it offers CUDA {_dotted(driver)}, CuPy needs "
            f"{_dotted(needed)}; update the driver, or install 'samebits[cuda12]'"
        )
    return f"the driver finds no GPU: {text}"


def _dotted(version: int) -> str:
    return f"{version // 1000}.{version % 1000 // 10}"
