"""The interfaces of machines: for families that run kernels, and for sessions of a device.

Memory is a block of bytes with an address as kernels see it. Memory that is freed while a launch
still needs it stays until the launch is over. Launches, uploads and downloads of one thread happen
in order, on the stream that the thread has chosen. `download` waits for earlier work. Streams are
named by CUDA's numbers: 1 is the default stream, 2 is the thread's stream, others are handles of
the runtime.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from samebits.backends.cuda.compiling.units import Kernel
from samebits.backends.protocol import BackendError

Bytes = np.ndarray[Any, np.dtype[np.uint8]]
Argument = Any
"""An object of ctypes, a number or a structure, that a kernel takes by value."""

DEFAULT_STREAM = 1

NO_GPU = -1

ALIGNMENT = 256
"""The alignment of every allocation, in bytes."""


class DeviceMemoryError(BackendError):
    """An allocation that exceeds the free memory of a device."""


class Memory(Protocol):
    """A block of device memory; freed after the last reference is gone."""

    @property
    def address(self) -> int:
        """Return where it starts, as kernels see it: a multiple of ALIGNMENT."""

    @property
    def size(self) -> int:
        """Return its length in bytes."""


@dataclass(frozen=True, slots=True)
class Launch:
    """The shape of a launch: blocks in x, y and z, threads of a block, dynamic shared memory.

    `shared` is in bytes.
    """

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: int = 0


Read = Callable[[int, int], bytes]
"""A function from a size and an address of the device to bytes, for error messages."""

Refuse = Callable[[int, Read], None]
"""A function that raises BackendError for a finding, an unsigned 64-bit number."""

Keep = Callable[["Memory"], None]
"""A function that launches a copy of the finding and its number to a record of RECORD bytes.

The record allows refusing the call later. A record that already has a finding is not changed.
"""

Fill = Callable[["Machine", "Memory"], None]
"""A function that requests work that fills the memory, and does not read it back."""

RECORD = 16
"""The size of a record in bytes.

A record contains NO_FINDING, or two 64-bit integers: the finding, and the number that the finding
is about, such as an index out of range.
"""

NO_FINDING = 2**64 - 1
"""The finding of a kernel that found no error."""


class Machine(Protocol):
    """The requests that the host side of a family may make (see `plans.Tape`).

    No method returns an element of an array. The requests of a family depend only on the call and
    on the layout of its operands, so that they can be recorded and repeated on others.
    """

    @property
    def multiprocessors(self) -> int:
        """Return the number of blocks of 1024 threads that keep it busy, for the size of grids."""

    @property
    def capability(self) -> int:
        """Return the compute capability times ten, by which kernels are chosen."""

    @property
    def shared_memory(self) -> int:
        """Return the bytes of shared memory that one block may request."""

    def allocate(self, size: int) -> Memory:
        """Return new memory with undefined contents."""

    def upload(self, memory: Memory, offset: int, data: Bytes) -> None:
        """Copy a contiguous array of bytes to `offset` of memory that was allocated."""

    def launch(self, kernel: Kernel, shape: Launch, arguments: Sequence[Argument]) -> None:
        """Run a kernel; pointers in the arguments are of the type c_void_p."""

    def lasting(self, key: Hashable, size: int, fill: Fill) -> Memory | None:
        """Return memory that all calls with this key read, filled once, or None (lasting.py)."""

    def verify(self, finding: Memory, refuse: Refuse, keep: Keep) -> None:
        """After all launches, call `refuse` with the number at `finding`, if it is a finding.

        `refuse` may read the number that the finding is about. If findings are checked later,
        `keep` is called at once, and `refuse` then reads the kept record.
        """


class Driver(Protocol):
    """One device, for any number of threads, each with a stream of its own choice.

    Every failure raises BackendError with one clear line.
    """

    @property
    def multiprocessors(self) -> int:
        """Return the same as `Machine.multiprocessors`."""

    @property
    def capability(self) -> int:
        """Return the same as `Machine.capability`."""

    @property
    def shared_memory(self) -> int:
        """Return the same as `Machine.shared_memory`."""

    @property
    def number(self) -> int:
        """Return the GPU's number as CUDA counts them, or NO_GPU."""

    @property
    def lost(self) -> bool:
        """Check whether a fatal error has made the device unusable for this process."""

    def free_memory(self) -> int:
        """Return about how many bytes are available, after unused memory has been returned."""

    def selected(self) -> AbstractContextManager[None]:
        """Return a context in which the device is current for the thread, as all methods need."""

    def allocate(self, size: int) -> Memory:
        """Return new memory with undefined contents. Raises DeviceMemoryError."""

    def upload(self, memory: Memory, offset: int, data: Bytes) -> None:
        """Copy a contiguous array of bytes to `offset`.

        The array may be reused on return, or after `synchronize` if its memory is page-locked.
        """

    def download(self, memory: Memory, offset: int, into: Bytes) -> None:
        """Copy from `offset` into a contiguous array, after all earlier work."""

    def prepare(self, kernel: Kernel, shape: Launch, sizes: Sequence[int]) -> Any:
        """Return the first argument of `start`: the kernel loaded, with arguments of these sizes.

        Raises BackendError if the device cannot launch it.
        """

    def start(self, prepared: Any, arguments: int) -> None:
        """Run a kernel on the thread's stream, without waiting.

        `arguments` is the address of the arguments' addresses; all may be reused on return.
        """

    @property
    def stream(self) -> int:
        """Return the stream that this thread has chosen, by default DEFAULT_STREAM."""

    def use_stream(self, stream: int) -> None:
        """Use a stream for this thread's later work; 0 is the default stream too."""

    def follow(self, stream: int) -> None:
        """Make this thread's later work wait for all earlier work of `stream`.

        The host does not wait, here and in `precede`.
        """

    def precede(self, stream: int) -> None:
        """Make later work of `stream` wait for this thread's earlier work."""

    def is_capturing(self, stream: int) -> bool:
        """Check whether work of `stream` is being captured in a graph instead of executed."""

    def misplaced(self, address: int) -> str:
        """Return why kernels cannot use an address, such as `lies on ...`, or ""."""

    def synchronize(self) -> None:
        """Wait for the thread's stream. Raises BackendError for errors in a kernel."""

    def environment(self) -> Mapping[str, str]:
        """Return facts for a report: compiler, flags, driver, device, compute capability."""

    def condition(self) -> Mapping[str, str]:
        """Return the current condition of the device: clocks, power limit, memory errors."""

    def close(self) -> None:
        """Release everything; the machine cannot be used afterwards."""


def elsewhere(number: int, own: int) -> str:
    """Return the error text for an array on the GPU with this number, in another session."""
    here = "the emulated device" if own == NO_GPU else f"GPU {own}"
    return f"lies on GPU {number}, this session uses {here}; copy it there first"
