"""What a family asks of whatever runs its kernels, and what a session asks of a device.

Memory is a block of bytes with an address as kernels see it; what is freed while a launch still
needs it stays until the launch is over. Launches, uploads and downloads of one device happen in
the order in which they were asked for, on its stream; `download` waits for what came before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from samebits.backends.cuda.units import Kernel
from samebits.backends.protocol import BackendError

Bytes = np.ndarray[Any, np.dtype[np.uint8]]
Argument = Any
"""An object of ctypes, a number or a structure, that a kernel takes by value."""

ALIGNMENT = 256
"""Every allocation starts at a multiple of so many bytes."""


class DeviceMemoryError(BackendError):
    """A device has not as much memory as was asked for."""


class Memory(Protocol):
    """A block of device memory; freed when nothing refers to it any more."""

    @property
    def address(self) -> int:
        """Where it starts, as kernels see it: a multiple of ALIGNMENT."""

    @property
    def size(self) -> int:
        """Its length in bytes."""


@dataclass(frozen=True, slots=True)
class Launch:
    """The shape of a launch: blocks in x, y and z, threads of a block, dynamic shared memory.

    `shared` is in bytes. `name` names what is being computed, for messages.
    """

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: int = 0


Read = Callable[[int, int], bytes]
"""Brings so many bytes from an address of the device, while a call is refused."""

Refuse = Callable[[int, Read], None]
"""Raises BackendError for a finding, an unsigned number of 64 bits that says what is wrong."""

NO_FINDING = 2**64 - 1
"""The finding of a kernel that found nothing wrong."""


class Machine(Protocol):
    """What the host side of a family may ask for: see `samebits.backends.cuda.plans.Tape`.

    Nothing here returns an element of an array: what a family asks for follows from the call and
    from the layout of its operands, so that it can be kept and done again on others.
    """

    @property
    def multiprocessors(self) -> int:
        """How many blocks of 1024 threads make it busy; grids are sized by it."""

    @property
    def shared_memory(self) -> int:
        """Bytes of shared memory that one block may ask for."""

    def allocate(self, size: int) -> Memory:
        """New memory with undefined contents."""

    def upload(self, memory: Memory, offset: int, data: Bytes) -> None:
        """Copy a contiguous array of bytes to `offset` of memory that was allocated."""

    def launch(self, kernel: Kernel, shape: Launch, arguments: Sequence[Argument]) -> None:
        """Run a kernel; pointers in the arguments are of the type c_void_p."""

    def verify(self, finding: Memory, refuse: Refuse) -> None:
        """After all launches: give the number where `finding` begins to `refuse`, if it is one.

        `refuse` may read from any address that the family has seen.
        """


class Driver(Protocol):
    """One device. Raises BackendError with one clear line wherever something fails."""

    @property
    def multiprocessors(self) -> int:
        """As of a Machine."""

    @property
    def shared_memory(self) -> int:
        """As of a Machine."""

    @property
    def lost(self) -> bool:
        """Whether this process can compute nothing any more on the device, after a fatal error."""

    def free_memory(self) -> int:
        """Bytes that can be had now, about; memory that is kept for reuse is given back first."""

    def selected(self) -> AbstractContextManager[None]:
        """The device made the current one of the thread, as all that follows needs."""

    def allocate(self, size: int) -> Memory:
        """New memory with undefined contents. Raises DeviceMemoryError."""

    def upload(self, memory: Memory, offset: int, data: Bytes) -> None:
        """Copy a contiguous array of bytes to `offset`.

        It may be used again on return, unless its memory is page-locked: then after `synchronize`.
        """

    def download(self, memory: Memory, offset: int, into: Bytes) -> None:
        """Copy from `offset` into a contiguous array, after everything asked for before."""

    def prepare(self, kernel: Kernel, shape: Launch, sizes: Sequence[int]) -> Any:
        """What `start` takes: the kernel loaded, with arguments of so many bytes each.

        Raises BackendError for what the device cannot launch.
        """

    def start(self, prepared: Any, arguments: int) -> None:
        """Run a kernel on the machine's stream; nothing waits for it.

        `arguments` is the address of the arguments' addresses; all may be used again on return.
        """

    def use_stream(self, stream: int) -> None:
        """Put what follows on the stream with this handle; 0 is the machine's own."""

    def wait_for(self, stream: int) -> None:
        """Let what somebody else has asked for on a stream happen first; it selects by itself.

        By CUDA's numbers: 1 is the default stream, 2 that of the thread, others are handles.
        """

    def synchronize(self) -> None:
        """Wait for everything; raises BackendError for what went wrong in a kernel."""

    def environment(self) -> Mapping[str, str]:
        """Facts for a report: compiler, flags, driver, device, compute capability."""

    def close(self) -> None:
        """Give everything back; the machine cannot be used afterwards."""
