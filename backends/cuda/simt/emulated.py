"""The CPU as a replacement for a GPU: kernels compiled as C++, with one fiber for each thread.

The fast build detects deadlocks, divergent barriers, wrong masks and writes beyond the end of
memory. The checking build also detects races, accesses out of bounds and reads of uninitialised
memory, and names the source line. Bits that differ from a GPU's mean that a clause is violated.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from samebits.backends.cuda.compiling.units import Kernel, sources_digest
from samebits.backends.cuda.machines.protocol import (
    DEFAULT_STREAM,
    NO_GPU,
    Bytes,
    DeviceMemoryError,
    Launch,
    Memory,
)
from samebits.backends.cuda.simt import launching, library, runtime
from samebits.backends.cuda.simt.memory import Block, Dropped, Streams
from samebits.backends.cuda.simt.toolchain import EXACT, toolchain, unavailable_reason
from samebits.backends.protocol import BackendError

__all__ = ["EmulatedMachine", "unavailable_reason"]

_Prepared = tuple[Kernel, library.Library, Launch, Sequence[int]]

_NOTHING = nullcontext()

_MOST_WAITING = 256  # the number of waiting actions at which a stream is run


class _Chosen(threading.local):
    """The stream that a thread has chosen."""

    stream = DEFAULT_STREAM


class EmulatedMachine:
    """A Driver (machines/protocol.py) that runs kernels on the CPU.

    `schedule` is the order in which threads run: forward, reverse, or random from `seed`. The size
    of grids depends on `multiprocessors`, and the choice of kernels on `capability`, a compute
    capability times ten. Kernels are compiled for 90 (simt/include/simt.h), which includes the
    features of older GPUs. `checked` selects the checking build. Raises BackendError if there is no
    compiler (`toolchain.unavailable_reason`).
    """

    def __init__(
        self,
        schedule: str = "forward",
        seed: int = 1,
        *,
        checked: bool = False,
        multiprocessors: int = 2,
        capability: int = 90,
    ) -> None:
        if schedule not in runtime.SCHEDULES:
            listed = ", ".join(runtime.SCHEDULES)
            raise BackendError(f"unknown schedule {schedule!r}; choose one of {listed}")
        self._tools = toolchain()
        self._runtime = runtime.load(self._tools)
        self._schedule = schedule
        self._seed = seed
        self._checked = checked
        self._multiprocessors = multiprocessors
        self._capability = capability
        self._streams = Streams()
        self._chosen = _Chosen()
        self._one = threading.RLock()  # calls may come from several threads, but queues are shared
        self._dropped = Dropped()
        self._leaving: deque[tuple[int, int]] = deque()
        self._is_open = True

    @property
    def multiprocessors(self) -> int:
        """Return how many blocks of 1024 threads keep the device busy; grid sizes depend on it."""
        return self._multiprocessors

    @property
    def capability(self) -> int:
        """Return the compute capability times ten. The choice of kernels depends on it."""
        return self._capability

    @property
    def number(self) -> int:
        """Return NO_GPU."""
        return NO_GPU

    @property
    def lost(self) -> bool:
        """Return False: an error of a kernel only ends its launch."""
        return False

    @property
    def shared_memory(self) -> int:
        """Return the largest shared memory, in bytes, that one block may request."""
        return 227 * 1024

    def free_memory(self) -> int:
        """Return the size of this computer's free memory in bytes."""
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")

    def selected(self) -> AbstractContextManager[None]:
        """Return a context manager that does nothing: threads have no current device here."""
        return _NOTHING

    def allocate(self, size: int) -> Memory:
        """Return new memory with every bit set: floats are NaN, and integers are -1.

        Raises BackendError if the allocation fails.
        """
        self._require_open()
        with self._one:
            self._free_dropped()
        with runtime.LOCK:
            address = self._runtime.simt_allocate(max(size, 1), self._checked)
        if not address:
            raise DeviceMemoryError(f"the emulated machine has no memory for {size} bytes")
        return Block(address, max(size, 1), self._dropped)

    def upload(self, memory: Memory, offset: int, data: Bytes) -> None:
        """Copy a contiguous array of bytes to `offset` of memory.

        The array may be reused on return.
        """
        size = data.nbytes
        address = self._place(memory, offset, size)
        if not data.flags.c_contiguous:
            raise BackendError("an upload needs a contiguous array as its source")
        kept = data.tobytes()

        def copy() -> None:
            ctypes.memmove(address, kept, size)
            self._written(address, size)

        self._later(copy)

    def download(self, memory: Memory, offset: int, into: Bytes) -> None:
        """Copy from `offset` of memory to a contiguous array, after all earlier work."""
        size = into.nbytes
        address = self._place(memory, offset, size)
        if not into.flags.c_contiguous or not into.flags.writeable:
            raise BackendError("a download needs a contiguous, writable array as its target")
        with self._one:
            self.synchronize()
            ctypes.memmove(into.ctypes.data, address, size)

    def prepare(self, kernel: Kernel, shape: Launch, sizes: Sequence[int]) -> _Prepared:
        """Return the kernel, compiled if necessary. `start` raises errors of the launch."""
        return kernel, library.load(kernel.unit, self._checked, self._tools), shape, sizes

    def start(self, prepared: _Prepared, arguments: int) -> None:
        """Run a kernel on the thread's stream, without waiting.

        Raises BackendError for a shape or for arguments that a GPU would refuse. Errors inside a
        kernel are raised by the next call that waits for it.
        """
        self._require_open()
        kernel, loaded, shape, sizes = prepared
        places = (ctypes.c_void_p * len(sizes)).from_address(arguments)
        given = [
            (ctypes.c_char * size).from_address(place or 0)
            for place, size in zip(places, sizes, strict=True)
        ]
        ready = launching.prepare(kernel, loaded, shape, given, self.shared_memory)
        number = runtime.SCHEDULES.index(self._schedule)
        self._later(
            lambda: launching.run(self._runtime, ready, number, self._seed, checked=self._checked)
        )

    @property
    def stream(self) -> int:
        """Return the stream that this thread has chosen."""
        return self._chosen.stream

    def use_stream(self, stream: int) -> None:
        """Use a stream for this thread's later work. 0 and 1 are the default stream."""
        self._chosen.stream = stream or DEFAULT_STREAM

    def follow(self, stream: int) -> None:
        """Make the thread's stream wait for all earlier work of `stream`."""
        self._order(stream, self.stream)

    def precede(self, stream: int) -> None:
        """Make `stream` wait for all earlier work of the thread's stream."""
        self._order(self.stream, stream)

    def is_capturing(self, stream: int) -> bool:
        """Return False: graphs cannot be captured here."""
        return False

    def misplaced(self, address: int) -> str:
        """Return "": a kernel that accesses missing memory reports it."""
        return ""

    def synchronize(self) -> None:
        """Wait for the thread's stream; raise BackendError for errors in a kernel."""
        self._require_open()
        with self._one:
            try:
                self._streams.run(self.stream)
            finally:
                self._free_dropped()

    def environment(self) -> Mapping[str, str]:
        """Return facts for a report: compiler, flags, schedule."""
        return {
            "machine": "emulated, checking build" if self._checked else "emulated",
            "compiler": self._tools.version,
            "flags": " ".join(library.options(self._tools, checked=self._checked)),
            "exact flags": " ".join(EXACT),
            "schedule": f"{self._schedule}, seed {self._seed}"
            if self._schedule == "random"
            else self._schedule,
            "emulator": runtime.sources_digest()[:16],
            "source_digest": sources_digest(),
            "multiprocessors": str(self._multiprocessors),
        }

    def condition(self) -> Mapping[str, str]:
        """Return an empty mapping: the clocks of this CPU do not describe the speed of a GPU."""
        return {}

    def close(self) -> None:
        """Drop waiting work. The machine cannot be used afterwards."""
        with self._one:
            self._streams.drop()
            self._dropped.release = self._release
            self._free_dropped()
            self._is_open = False

    def _later(self, action: Callable[[], None]) -> None:
        self._require_open()
        with self._one:
            self._streams.put(self.stream, action)
            if self._streams.length(self.stream) >= _MOST_WAITING:
                self.synchronize()

    def _order(self, first: int, then: int) -> None:
        self._require_open()
        with self._one:
            self._streams.order(first, then)

    def _written(self, address: int, size: int) -> None:
        if self._checked:
            with runtime.LOCK:
                self._runtime.simt_written(address, size)

    def _free_dropped(self) -> None:
        """Free each unreferenced block if the work is done that was waiting when it was dropped."""
        while self._dropped:
            self._leaving.append((self._streams.number, self._dropped.popleft()))
        first = self._streams.first_waiting()
        while self._leaving and self._leaving[0][0] < first:
            self._release(self._leaving.popleft()[1])

    def _release(self, address: int) -> None:
        with runtime.LOCK:
            self._runtime.simt_release(address)

    def _place(self, memory: Memory, offset: int, size: int) -> int:
        if offset < 0 or size < 0 or offset + size > memory.size:
            raise BackendError(
                f"bytes {offset} to {offset + size} are not within a block of {memory.size} bytes"
            )
        return memory.address + offset

    def _require_open(self) -> None:
        if not self._is_open:
            raise BackendError("the emulated machine is closed; open another one")
