"""The place of a run: a GPU, or the emulated device on this computer's processor.

A place makes arrays for our side, returns results as tensors, and measures times. On a GPU both
sides have the same tensors. Without a GPU, every row runs through the same code, with our kernels
on the emulated device and the peers in PyTorch on the processor. This finds mistakes before a run
on a GPU, but its times are not a measure of speed.
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
"""The number of bytes that PyTorch or CuPy may reserve before they must release them."""


class Place(Protocol):
    """The interface between a place and the measurement of a row.

    `device` is PyTorch's name of the device. If CuPy cannot be used, `cupy` is None, and `no_cupy`
    is the reason.
    """

    session: CudaSession
    torch: Any
    device: str
    cupy: with_cupy.Cupy | None
    no_cupy: str

    @property
    def is_gpu(self) -> bool:
        """Return whether the device is a GPU, so that times are a measure of speed."""

    @property
    def cache(self) -> int:
        """Return a number of bytes that exceeds every cache of the device."""

    def ours(self, tensor: Any, label: str) -> Any:
        """Return a tensor as an array for our session. A view stays a view."""

    def fresh(self, shape: tuple[int, ...], label: str) -> Any:
        """Return a new array for a result of our backend."""

    def fetched(self, array: Any, label: str) -> Any:
        """Return a result of our backend as a tensor, after its computation has finished."""

    def synchronize(self) -> None:
        """Wait until all work is done, and raise its errors."""

    def timed(self, run: Run, repeats: int) -> float:
        """Return the time of one run in seconds, measured over `repeats` consecutive runs."""

    def release(self, *, everything: bool) -> None:
        """Release reserved memory: all of it if `everything` is set, else only if it is large."""


def host_seconds(place: Place, run: Run, seconds: float) -> float:
    """Return the CPU time in seconds until a call returns, while earlier work may still be running.

    It is the median of 3 to 64 calls, as many as take about 10 ms if each takes `seconds`. Between
    the calls there is no wait for the device, unless the call itself waits.
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
    """GPU `index`. Our session, PyTorch and CuPy use PyTorch's current stream.

    If the process has not chosen a stream, it is the default stream.
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
        """Return a new tensor."""
        return self.torch.empty(shape, dtype=torch_dtype(self.torch, label), device=self.device)

    def fetched(self, array: Any, label: str) -> Any:
        """Return the tensor itself, because later work on the same stream reads it."""
        return array

    def synchronize(self) -> None:
        """Wait for the GPU."""
        self.torch.cuda.synchronize()

    def timed(self, run: Run, repeats: int) -> float:
        """Measure with two events on the stream, before and after the runs."""
        events = self.torch.cuda.Event
        start, end = events(enable_timing=True), events(enable_timing=True)
        start.record()
        for _ in range(repeats):
            run()
        end.record()
        end.synchronize()
        return float(start.elapsed_time(end)) / 1e3 / repeats

    def release(self, *, everything: bool) -> None:
        """Empty the memory pools of PyTorch and CuPy.

        Neither library can use the memory that the other has reserved.
        """
        most = -1 if everything else MOST_RESERVED
        if self.torch.cuda.memory_reserved() > most:
            self.torch.cuda.empty_cache()
        if self.cupy is not None:
            pool = self.cupy.xp.get_default_memory_pool()
            if pool.total_bytes() > most:
                pool.free_all_blocks()


class StandIn:
    """The emulated device for our side, and PyTorch on the processor for the peers."""

    is_gpu = False
    cache = 1 << 14  # small, so that arrays are used in turn here too

    def __init__(self, session: CudaSession) -> None:
        self.session = session
        self.torch = torch_module(1)
        self.device = "cpu"
        self.cupy: with_cupy.Cupy | None = None
        self.no_cupy = "CuPy needs a GPU"

    def ours(self, tensor: Any, label: str) -> Any:
        """Copy the tensor's whole storage to the emulated device, and return the same view."""
        storage = self.torch.empty(0, dtype=self.torch.uint8).set_(tensor.untyped_storage())
        held = resident(self.session.machine, storage.numpy())
        dtype = get_format(label).dtype
        size = dtype.itemsize
        strides = tuple(size * step for step in tensor.stride())
        return held.view(tuple(tensor.shape), strides, size * tensor.storage_offset(), dtype)

    def fresh(self, shape: tuple[int, ...], label: str) -> Any:
        """Return a new array on the emulated device."""
        return empty(self.session.machine, shape, get_format(label).dtype)

    def fetched(self, array: Resident, label: str) -> Any:
        """Return a tensor with the elements, copied to the CPU."""
        flat = self.torch.from_numpy(np.ascontiguousarray(array.read()).view(np.uint8))
        return flat.view(torch_dtype(self.torch, label)).reshape(array.shape)

    def synchronize(self) -> None:
        """Run the pending work of the emulated device."""
        self.session.machine.synchronize()

    def timed(self, run: Run, repeats: int) -> float:
        """Measure with a wall clock until all work is done."""
        start = time.perf_counter()
        for _ in range(repeats):
            run()
        self.synchronize()
        return (time.perf_counter() - start) / repeats

    def release(self, *, everything: bool) -> None:
        """Do nothing, because no memory is reserved here."""


def _load_cupy(index: int) -> tuple[with_cupy.Cupy | None, str]:
    """Return CuPy on the GPU, or None with the reason. PyTorch and CuPy use the default stream."""
    try:
        found = with_cupy.load()
        found.xp.cuda.Device(index).use()
    except Exception as error:  # a missing peer must not end a run
        return None, f"CuPy cannot be used: {type(error).__name__}: {one_line(error)}"
    return found, ""
