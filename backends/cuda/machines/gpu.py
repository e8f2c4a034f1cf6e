"""A GPU of this computer, through CuPy: its memory pool, its streams, its driver.

Units are compiled by NVRTC for the GPU's own architecture (nvrtc.py) and loaded once for each
device. `selected` makes the device current and restores the previous one. So a program can use
several devices, and the caller's choice of device and stream does not change.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from samebits.backends.cuda.compiling import nvrtc, presence
from samebits.backends.cuda.compiling.options import OPTIONS
from samebits.backends.cuda.compiling.units import Kernel, sources_digest
from samebits.backends.cuda.machines.condition import condition, driver_version
from samebits.backends.cuda.machines.functions import Functions
from samebits.backends.cuda.machines.protocol import (
    DEFAULT_STREAM,
    Bytes,
    DeviceMemoryError,
    Launch,
    Memory,
    elsewhere,
)
from samebits.backends.cuda.machines.streams import Streams
from samebits.backends.protocol import BackendError

Allocate = Callable[[int, int], int]
"""A function from a size in bytes and a stream's handle (0: the default) to an address."""

Release = Callable[[int], None]
"""A function that frees an address, for reuse by later work on its stream."""

_TO_DEVICE, _TO_HOST = 1, 2  # cudaMemcpyKind
_UNKNOWN, _HOST, _DEVICE = 0, 1, 2  # cudaMemoryType

_NO_MEMORY = 2  # cudaErrorMemoryAllocation, CUDA_ERROR_OUT_OF_MEMORY

_FATAL = frozenset((214, 220, 226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721, 999))
"""Error codes (CUresult) after which the process cannot use this GPU any more.

214 and 220 are uncorrected errors of memory and of NVLink; 226 is an error that is limited to the
process.
"""

PLAIN_MEMORY = "SAMEBITS_CUDA_POOL"
"""An environment variable. With `0`, every block is a separate allocation of exactly its size.

So compute-sanitizer knows the end of each block. CuPy's pool would round the size up and reuse the
block.
"""


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of CuPy's pool.

    Deleting the last reference to `pointer` returns the block to the pool.
    """

    address: int
    size: int
    pointer: Any


class _Borrowed:
    """A block of a different library's allocator. Deleting the last reference returns it."""

    __slots__ = ("_release", "address", "size")

    def __init__(self, address: int, size: int, release: Release) -> None:
        self.address = address
        self.size = size
        self._release = release

    def __del__(self) -> None:
        self._release(self.address)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A kernel, and the driver's arguments of a launch that precede the stream."""

    kernel: Kernel
    launch: tuple[int, ...]


def missing_device() -> str:
    """Return why no GPU can be used and what to do, in one line, or "" if there is one."""
    reason = presence.missing_nvrtc()
    if reason:
        return reason
    runtime = importlib.import_module("cupy").cuda.runtime
    try:
        return "" if runtime.getDeviceCount() else "the driver finds no GPU on this computer"
    except runtime.CUDARuntimeError as error:
        return _no_device(runtime, error)


def device_count() -> int:
    """Return the number of GPUs. Call it only if `missing_device` returns ""."""
    return int(importlib.import_module("cupy").cuda.runtime.getDeviceCount())


def device_name(index: int) -> str:
    """Return the name of the GPU."""
    found = importlib.import_module("cupy").cuda.runtime.getDeviceProperties(index)["name"]
    return str(found.decode() if isinstance(found, bytes) else found)


def compute_capability(index: int) -> int:
    """Return the compute capability of GPU `index`, times ten."""
    found = importlib.import_module("cupy").cuda.runtime.getDeviceProperties(index)
    return 10 * int(found["major"]) + int(found["minor"])


def bus_address(index: int) -> str:
    """Return the GPU's address on the PCI bus in the form of nvidia-smi ("0000:19:00.0").

    If the runtime does not report it, return the GPU's number, which nvidia-smi accepts, too.
    """
    runtime = importlib.import_module("cupy").cuda.runtime
    try:
        return str(runtime.deviceGetPCIBusId(index)).strip("\0 ")
    except runtime.CUDARuntimeError:  # the address is not needed for computation
        return str(index)


class GpuMachine:
    """One GPU (see `samebits.backends.cuda.machines.protocol.Driver`)."""

    def __init__(self, index: int) -> None:
        self._cupy: Any = importlib.import_module("cupy")
        self._runtime: Any = self._cupy.cuda.runtime
        self.number = index
        self.lost = False
        self._streams = Streams(self._cupy)
        self._chosen = self._streams.chosen
        self._plain = os.environ.get(PLAIN_MEMORY) == "0"
        self._lender: tuple[Allocate, Release] | None = None
        self._trim: Callable[[], None] = _nothing
        try:
            self._properties = self._runtime.getDeviceProperties(index)
            with self.selected():
                self._runtime.memGetInfo()  # this creates the context, or reports why it cannot
        except BackendError:
            raise
        except Exception as error:
            raise self._failure("open the device", error) from error
        self._capability = 10 * int(self._properties["major"]) + int(self._properties["minor"])
        self._functions = Functions(self._cupy, self._capability, self.shared_memory)

    @property
    def multiprocessors(self) -> int:
        """Return the number of streaming multiprocessors of the GPU."""
        return int(self._properties["multiProcessorCount"])

    @property
    def capability(self) -> int:
        """Return the compute capability of the GPU, times ten."""
        return self._capability

    @property
    def shared_memory(self) -> int:
        """Return the largest shared memory, in bytes, that a block may request."""
        return int(self._properties["sharedMemPerBlockOptin"])

    @contextmanager
    def selected(self) -> Iterator[None]:
        """Make the device current in this thread, and our stream CuPy's current stream.

        CuPy's pool gives a freed block to the next caller on the same stream, so the stream must be
        known.
        """
        is_done = False
        try:
            with self._cupy.cuda.Device(self.number):
                # Device() creates no context in a thread that has not used a GPU yet.
                self._runtime.setDevice(self.number)
                with self._chosen.current:
                    is_done = True
                    yield
        except Exception as error:
            if is_done:  # an error of the caller's own work on the device
                raise
            raise self._failure("select the device", error) from error

    def free_memory(self) -> int:
        """Return how many bytes are free in the driver, after pools have returned unused memory."""
        with self.selected():
            self.synchronize()
            self._cupy.get_default_memory_pool().free_all_blocks()
            self._trim()
        return self._free()[0]

    def borrow(self, allocate: Allocate, release: Release, trim: Callable[[], None]) -> None:
        """Allocate later memory by these functions, for example PyTorch's, not from CuPy's pool.

        Two pools would each hold memory that the other could use. `trim` returns the allocator's
        unused memory to the driver.
        """
        self._lender = allocate, release
        self._trim = trim

    def allocate(self, size: int) -> Memory:
        """Return memory of CuPy's pool, or of the borrowed allocator, ordered by the stream."""
        cuda = self._cupy.cuda
        try:
            if self._lender is not None:
                allocate, release = self._lender
                return _Borrowed(allocate(size, self._chosen.handle), size, release)
            pointer = cuda.MemoryPointer(cuda.Memory(size), 0) if self._plain else cuda.alloc(size)
            return _Block(int(pointer.ptr), size, pointer)
        except Exception as error:
            raise self._failure(f"allocate {size} bytes", error) from error

    def upload(self, memory: Memory, offset: int, data: Bytes) -> None:
        """Copy from CPU memory. Pageable memory is staged before the call returns."""
        place = memory.address + offset
        try:
            self._runtime.memcpyAsync(
                place, data.ctypes.data, data.nbytes, _TO_DEVICE, self._chosen.handle
            )
        except Exception as error:
            raise self._failure("copy to the device", error) from error

    def download(self, memory: Memory, offset: int, into: Bytes) -> None:
        """Copy to CPU memory, and wait."""
        place = memory.address + offset
        try:
            stream = self._chosen.handle
            self._runtime.memcpyAsync(into.ctypes.data, place, into.nbytes, _TO_HOST, stream)
            self._runtime.streamSynchronize(stream)
        except Exception as error:
            raise self._failure("copy from the device", error) from error

    def prepare(self, kernel: Kernel, shape: Launch, sizes: Sequence[int]) -> _Prepared:
        """Return the kernel's function and launch shape. A function is loaded when first needed."""
        try:
            function = self._functions.get(kernel, shape.shared)
        except BackendError:
            raise
        except Exception as error:
            raise self._failure(f"load {kernel.entry} of {kernel.unit}", error) from error
        return _Prepared(kernel, (function, *shape.grid, *shape.block, shape.shared))

    def start(self, prepared: _Prepared, arguments: int) -> None:
        """Launch. The driver copies the arguments, and refuses invalid launches."""
        try:
            stream = self._chosen.handle
            self._cupy.cuda.driver.launchKernel(*prepared.launch, stream, arguments, 0)
        except Exception as error:
            kernel = prepared.kernel
            raise self._failure(f"launch {kernel.entry} of {kernel.unit}", error) from error

    @property
    def stream(self) -> int:
        """Return the handle of the stream that this thread has chosen."""
        return self._chosen.handle or DEFAULT_STREAM

    def use_stream(self, stream: int) -> None:
        """Use the stream with this handle for this thread's work; 0 and 1 are the default."""
        self._streams.use(stream)

    def follow(self, stream: int) -> None:
        """Make the thread's stream wait for `stream`. The CPU does not wait."""
        self._order(stream, self.stream)

    def precede(self, stream: int) -> None:
        """Make `stream` wait for the thread's stream. The CPU does not wait."""
        self._order(self.stream, stream)

    def is_capturing(self, stream: int) -> bool:
        """Return whether a graph is being captured from a stream."""
        try:
            return self._streams.is_capturing(stream)
        except Exception as error:
            raise self._failure("find out whether a stream is captured", error) from error

    def misplaced(self, address: int) -> str:
        """Return why kernels cannot use an address, in the driver's view, or ""."""
        try:
            found = self._runtime.pointerGetAttributes(address)
        except Exception as error:
            raise self._failure("find out where an array is", error) from error
        if found.type == _DEVICE and found.device != self.number:
            return elsewhere(found.device, self.number)
        if found.type == _UNKNOWN or (found.type == _HOST and found.devicePointer != address):
            return "lies on the host, where the GPU cannot reach it; give it as an array of NumPy"
        return ""

    def synchronize(self) -> None:
        """Wait for the thread's stream."""
        try:
            self._runtime.streamSynchronize(self._chosen.handle)
        except Exception as error:
            raise self._failure("run the kernels", error) from error

    def environment(self) -> Mapping[str, str]:
        """Return facts about the GPU, its driver, the compiler and its options."""
        offered = f"CUDA {_dotted(int(self._cupy.cuda.runtime.driverGetVersion()))}"
        return {
            "device": device_name(self.number),
            "compute capability": f"{self._capability // 10}.{self._capability % 10}",
            "driver": f"{driver_version(bus_address(self.number))} ({offered})",
            "CUDA runtime": _dotted(int(self._runtime.runtimeGetVersion())),
            "device memory": f"{int(self._properties['totalGlobalMem']) >> 20} MiB",
            "cupy": str(self._cupy.__version__),
            "compiler": "NVRTC {}.{}".format(*nvrtc.version()),
            "flags": " ".join((f"--gpu-architecture=sm_{self._capability}", *OPTIONS)),
            "source_digest": sources_digest(),
        }

    def condition(self) -> Mapping[str, str]:
        """Return clocks, power, temperature and ECC, as nvidia-smi reports them now."""
        return condition(bus_address(self.number))

    def close(self) -> None:
        """Unload the modules, unless the device has become unusable."""
        if self.lost:
            return
        with self.selected():
            try:  # waits for every thread's stream
                self._runtime.deviceSynchronize()
            except Exception as error:
                raise self._failure("close the device", error) from error
            self._streams.close()
            self._functions.unload()

    def _order(self, first: int, then: int) -> None:
        try:
            self._streams.order(first, then)
        except Exception as error:
            raise self._failure("order two streams", error) from error

    def _failure(self, doing: str, error: Exception) -> BackendError:
        """Return an error with one line that names the failed action."""
        # CuPy's pool raises MemoryError, and PyTorch's pool has its own error. Errors of the
        # driver's allocations and launches have a status.
        is_memory = isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError"
        if is_memory or getattr(error, "status", 0) == _NO_MEMORY:
            free, total = self._free()
            return DeviceMemoryError(
                f"GPU {self.number} is out of memory: could not {doing}; "
                f"{free >> 20} of {total >> 20} MiB are free; use smaller arrays, or end other jobs"
            )
        self.lost |= getattr(error, "status", 0) in _FATAL
        return BackendError(f"GPU {self.number} could not {doing}: {presence.one_line(error)}")

    def _free(self) -> tuple[int, int]:
        try:
            with self._cupy.cuda.Device(self.number):
                free, total = self._cupy.cuda.runtime.memGetInfo()
            return int(free), int(total)
        except Exception:  # the message is about a different error
            return 0, 0


def _nothing() -> None:
    """Do nothing: CuPy's pool is the only pool."""


def _no_device(runtime: Any, error: BaseException) -> str:
    """Return why CuPy finds no device: the driver is missing, or older than CuPy's CUDA."""
    text = presence.one_line(error)
    driver = int(runtime.driverGetVersion())
    if not driver:
        return "no NVIDIA driver was found; install one, or use the device `emulated`"
    if "insufficient" in text.lower():
        needed = int(runtime.runtimeGetVersion())
        return (
            f"the NVIDIA driver is too old: it offers CUDA {_dotted(driver)}, CuPy needs "
            f"{_dotted(needed)}; update the driver, or install cupy-cuda12x instead of cupy-cuda13x"
        )
    return f"the driver finds no GPU: {text}"


def _dotted(version: int) -> str:
    return f"{version // 1000}.{version % 1000 // 10}"
