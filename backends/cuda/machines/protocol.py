"""The interfaces of machines: for families that run kernels, and for sessions of a device.

Memory is a block of bytes with an address for kernels. Memory that is freed while a launch still
needs it remains until the launch has ended. Launches, uploads and downloads of one thread happen in
order, on the stream that the thread has chosen. `download` waits for earlier work. Streams have
CUDA's numbers: 1 is the default stream, 2 is the per-thread stream, and others are handles of the
runtime.
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
"""A ctypes object, either a number or a structure, that a kernel takes by value."""

DEFAULT_STREAM = 1

NO_GPU = -1

ALIGNMENT = 256
"""The alignment of every allocation, in bytes."""


class DeviceMemoryError(BackendError):
    """An error for an allocation that exceeds the free memory of a device."""


class Memory(Protocol):
    """A block of device memory. Deleting the last reference frees it."""

    @property
    def address(self) -> int:
        """Return the address of the first byte for kernels. It is a multiple of ALIGNMENT."""

    @property
    def size(self) -> int:
        """Return the size in bytes."""


@dataclass(frozen=True, slots=True)
class Launch:
    """The shape of a launch: number of blocks in x, y and z, of threads per block in x, y and z.

    `shared` is the size of the dynamic shared memory in bytes.
    """

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: int = 0


Read = Callable[[int, int], bytes]
"""A function (address, size) -> bytes that reads device memory, for error messages."""

Refuse = Callable[[int, Read], None]
"""A function that raises BackendError for a finding, which is an unsigned 64-bit integer."""

Keep = Callable[["Memory"], None]
"""A function that launches a copy of the finding, and of its value, to a record of RECORD bytes.

With the record the call can be refused later. A record that already has a finding is not changed.
"""

Fill = Callable[["Machine", "Memory"], None]
"""A function that requests work that fills the memory. It does not read the memory back."""

RECORD = 16
"""The size of a record in bytes.

A record contains NO_FINDING, or two 64-bit integers: the finding, and the value that the finding is
about, such as an index out of range.
"""

NO_FINDING = 2**64 - 1
"""The finding of a kernel that has found no error."""


class Machine(Protocol):
    """The requests that the Python code of a family may make (see `plans.Tape`).

    No method returns an element of an array. The requests of a family depend only on the call and
    on the layout of its operands. So they can be recorded and repeated on other operands.
    """

    @property
    def multiprocessors(self) -> int:
        """Return how many blocks of 1024 threads keep the device busy; grid sizes depend on it."""

    @property
    def capability(self) -> int:
        """Return the compute capability times ten. The choice of kernels depends on it."""

    @property
    def shared_memory(self) -> int:
        """Return the largest shared memory, in bytes, that one block may request."""

    def allocate(self, size: int) -> Memory:
        """Return new memory with undefined contents."""

    def upload(self, memory: Memory, offset: int, data: Bytes) -> None:
        """Copy a contiguous array of bytes to `offset` of allocated memory."""

    def launch(self, kernel: Kernel, shape: Launch, arguments: Sequence[Argument]) -> None:
        """Run a kernel. Pointers in the arguments must have the type c_void_p."""

    def lasting(self, key: Hashable, size: int, fill: Fill) -> Memory | None:
        """Return memory that all calls with this key read, or None (lasting.py).

        `fill` fills it once.
        """

    def verify(self, finding: Memory, refuse: Refuse, keep: Keep) -> None:
        """After all launches, check whether the value at `finding` is one; if so, call `refuse`.

        `refuse` gets the finding, and may read the value that it is about. If findings are checked
        later, `keep` is called immediately, and `refuse` then reads the record.
        """


class Driver(Protocol):
    """One device for any number of threads. Each thread chooses its own stream.

    Every failure raises BackendError with a message of one line.
    """

    @property
    def multiprocessors(self) -> int:
        """Return the value of `Machine.multiprocessors`."""

    @property
    def capability(self) -> int:
        """Return the value of `Machine.capability`."""

    @property
    def shared_memory(self) -> int:
        """Return the value of `Machine.shared_memory`."""

    @property
    def number(self) -> int:
        """Return CUDA's index of the GPU, or NO_GPU."""

    @property
    def lost(self) -> bool:
        """Return whether a fatal error has made the device unusable for this process."""

    def free_memory(self) -> int:
        """Return about how many bytes are free, after unused memory has been returned."""

    def selected(self) -> AbstractContextManager[None]:
        """Return a context manager in which the device is current. All other methods need it."""

    def allocate(self, size: int) -> Memory:
        """Return new memory with undefined contents; raise DeviceMemoryError if memory is short."""

    def upload(self, memory: Memory, offset: int, data: Bytes) -> None:
        """Copy a contiguous array of bytes to `offset` of memory.

        The array may be reused when the call returns; if it is page-locked, only after
        `synchronize`.
        """

    def download(self, memory: Memory, offset: int, into: Bytes) -> None:
        """Copy from `offset` of memory to a contiguous array, after all earlier work."""

    def prepare(self, kernel: Kernel, shape: Launch, sizes: Sequence[int]) -> Any:
        """Load a kernel, with arguments of these sizes. Return the first argument of `start`.

        Raises BackendError if the device cannot launch the kernel.
        """

    def start(self, prepared: Any, arguments: int) -> None:
        """Run a kernel on the thread's stream, without waiting.

        `arguments` is the address of a table with the addresses of the arguments. All of this
        memory may be reused when the call returns.
        """

    @property
    def stream(self) -> int:
        """Return the stream that this thread has chosen; without a choice, DEFAULT_STREAM."""

    def use_stream(self, stream: int) -> None:
        """Use a stream for this thread's later work. 0 also means the default stream."""

    def follow(self, stream: int) -> None:
        """Make this thread's later work wait for all earlier work of `stream`.

        The CPU does not wait, neither here nor in `precede`.
        """

    def precede(self, stream: int) -> None:
        """Make later work of `stream` wait for this thread's earlier work."""

    def is_capturing(self, stream: int) -> bool:
        """Return whether work of `stream` is being captured in a graph instead of executed."""

    def misplaced(self, address: int) -> str:
        """Return why kernels cannot use an address, as the end of a sentence, or ""."""

    def synchronize(self) -> None:
        """Wait for the thread's stream; raise BackendError for errors in a kernel."""

    def environment(self) -> Mapping[str, str]:
        """Return facts for a report: compiler, flags, driver, device, compute capability."""

    def condition(self) -> Mapping[str, str]:
        """Return the current condition of the device: clocks, power limit, memory errors."""

    def close(self) -> None:
        """Release all resources. The machine cannot be used afterwards."""


def elsewhere(number: int, own: int) -> str:
    """Return the error text for an array on GPU `number` in a session of a different device."""
    here = "the emulated device" if own == NO_GPU else f"GPU {own}"
    return f"lies on GPU {number}, this session uses {here}; copy it there first"
