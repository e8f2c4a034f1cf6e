"""The place of a run: a GPU, or this computer's processor as a stand-in.

A place gives our side its arrays, returns results as tensors, and measures times. On a GPU both
sides have the same tensors. The stand-in runs every row through the same code: our kernels on the
emulated device, and the peers by PyTorch on the processor. This finds mistakes before a run on a
GPU. Its times have no meaning as speed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from samebits.backends.cuda.arrays.resident import Resident, empty, resident
from samebits.backends.cuda.compiling.presence import one_line
from samebits.backends.cuda.session import CudaSession
from samebits.benchmarks.gpu import with_cupy
from samebits.benchmarks.gpu.operands import torch_dtype
from samebits.benchmarks.peers import BenchmarkError, torch_module
from samebits.spec.formats import get_format

Run = Callable[[], object]

MOST_RESERVED = 24 << 30
"""The bytes that PyTorch or CuPy may keep in reserve before they must release them."""


class Place(Protocol):
    """The interface of a place, as a row needs it.

    `device` is PyTorch's name for it. If CuPy is no peer, `cupy` is None, and `no_cupy` is the
    reason.
    """

    session: CudaSession
    torch: Any
    device: str
    cupy: with_cupy.Cupy | None
    no_cupy: str

    @property
    def is_gpu(self) -> bool:
        """Return whether times are meaningful as speed."""

    @property
    def cache(self) -> int:
        """Return a number of bytes that is larger than every cache of the device."""

    def ours(self, tensor: Any, label: str) -> Any:
        """Return a tensor of a format in the form of our session; a view stays a view."""

    def fresh(self, shape: tuple[int, ...], label: str) -> Any:
        """Return an array for one of our results."""

    def fetched(self, array: Any, label: str) -> Any:
        """Return one of our results as a tensor, after its computation."""

    def synchronize(self) -> None:
        """Wait for all work. Raises its errors."""

    def timed(self, run: Run, repeats: int) -> float:
        """Return the seconds of one run, from `repeats` consecutive runs."""

    def release(self, *, everything: bool) -> None:
        """Release reserve memory: if there is much of it, or all of it with `everything`."""


def host_seconds(place: Place, run: Run, seconds: float) -> float:
    """Return the seconds until a call returns, while earlier work may still be running.

    It is the median of 3 to 64 calls, about a hundredth of a second of work that takes `seconds`
    each. There are no waits for the device between calls, except in the call itself.
    """
    place.synchronize()
    times = []
    for _ in range(max(3, min(64, int(0.01 / max(seconds, 1e-9))))):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    place.synchronize()
    return statistics.median(times)


class Gpu:
    """A GPU, by its number; our session, PyTorch and CuPy share PyTorch's current stream.

    In a process that has not chosen a stream, this is the default stream.
    """

    is_gpu = True
    cache = 256 << 20

    def __init__(self, session: CudaSession, index: int) -> None:
        self.session = session
        self.torch = torch_module(1)
        if not self.torch.cuda.is_available():
            raise BenchmarkError("PyTorch sees no GPU: install one with CUDA, or --device emulated")
        self.device = f"cuda:{index}"
        self.torch.cuda.set_device(index)
        session.configure(stream=self.torch.cuda.current_stream().cuda_stream)
        self.cupy, self.no_cupy = _load_cupy(index)

    def ours(self, tensor: Any, label: str) -> Any:
        """Return the tensor itself."""
        return tensor

    def fresh(self, shape: tuple[int, ...], label: str) -> Any:
        """Return a tensor."""
        return self.torch.empty(shape, dtype=torch_dtype(self.torch, label), device=self.device)

    def fetched(self, array: Any, label: str) -> Any:
        """Return the tensor itself, because its readers run later on the same stream."""
        return array

    def synchronize(self) -> None:
        """Wait for the GPU."""
        self.torch.cuda.synchronize()

    def timed(self, run: Run, repeats: int) -> float:
        """Measure by events on the stream around the runs."""
        events = self.torch.cuda.Event
        start, end = events(enable_timing=True), events(enable_timing=True)
        start.record()
        for _ in range(repeats):
            run()
        end.record()
        end.synchronize()
        return float(start.elapsed_time(end)) / 1e3 / repeats

    def release(self, *, everything: bool) -> None:
        """Empty the memory pools of PyTorch and CuPy, because neither uses the other's reserve."""
        most = -1 if everything else MOST_RESERVED
        if self.torch.cuda.memory_reserved() > most:
            self.torch.cuda.empty_cache()
        if self.cupy is not None:
            pool = self.cupy.xp.get_default_memory_pool()
            if pool.total_bytes() > most:
                pool.free_all_blocks()


class StandIn:
    """The emulated device for our side, tensors on the processor for the peers, a wall clock."""

    is_gpu = False
    cache = 1 << 14  # small, so that arrays take turns here too

    def __init__(self, session: CudaSession) -> None:
        self.session = session
        self.torch = torch_module(1)
        self.device = "cpu"
        self.cupy: with_cupy.Cupy | None = None
        self.no_cupy = "CuPy needs a GPU"

    def ours(self, tensor: Any, label: str) -> Any:
        """Copy the tensor's whole storage to the device, and return the same view of the copy."""
        storage = self.torch.empty(0, dtype=self.torch.uint8).set_(tensor.untyped_storage())
        held = resident(self.session.machine, storage.numpy())
        dtype = get_format(label).dtype
        size = dtype.itemsize
        strides = tuple(size * step for step in tensor.stride())
        return held.view(tuple(tensor.shape), strides, size * tensor.storage_offset(), dtype)

    def fresh(self, shape: tuple[int, ...], label: str) -> Any:
        """Return an array on the emulated device."""
        return empty(self.session.machine, shape, get_format(label).dtype)

    def fetched(self, array: Resident, label: str) -> Any:
        """Return the elements, copied to the CPU."""
        flat = self.torch.from_numpy(np.ascontiguousarray(array.read()).view(np.uint8))
        return flat.view(torch_dtype(self.torch, label)).reshape(array.shape)

    def synchronize(self) -> None:
        """Run the pending work of the emulated device."""
        self.session.machine.synchronize()

    def timed(self, run: Run, repeats: int) -> float:
        """Measure by this computer's clock, until all work is done."""
        start = time.perf_counter()
        for _ in range(repeats):
            run()
        self.synchronize()
        return (time.perf_counter() - start) / repeats

    def release(self, *, everything: bool) -> None:
        """Do nothing, because there is no reserve here."""


def _load_cupy(index: int) -> tuple[with_cupy.Cupy | None, str]:
    """Return CuPy on the GPU, or None with the reason; both use the default stream."""
    try:
        found = with_cupy.load()
        found.xp.cuda.Device(index).use()
    except Exception as error:  # A missing peer never ends a run.
        return None, f"CuPy cannot be used: {type(error).__name__}: {one_line(error)}"
    return found, ""
