"""What a family asks of whatever runs its kernels, and what a session asks of a device.

Memory is a block of bytes with an address as kernels see it; what is freed while a launch still
needs it stays until the launch is over. Launches, uploads and downloads of one thread happen in
the order in which they were asked for, on the stream that it has chosen; `download` waits for what
came before it. Streams are named by CUDA's numbers: 1 is the default stream, 2 that of the thread,
others are handles of the runtime.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from samebits.backends.cuda.units import Kernel
from samebits.backends.protocol import BackendError

Bytes = np.ndarray[Any, np.dtype[np.uint8]]
Argument = Any
"""An object of ctypes, a number or a structure, that a kernel takes by value."""

DEFAULT_STREAM = 1

NO_GPU = -1

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

Keep = Callable[["Memory"], None]
"""Launches what leaves the finding, and the number it is about, in a record of RECORD bytes.

So the call can be refused later. A record that holds a finding keeps it.
"""

Fill = Callable[["Machine", "Memory"], None]
"""Asks a machine for what fills the memory, and for nothing that looks at it."""

RECORD = 16
"""Bytes of a record: NO_FINDING, or the finding and the bytes of the number, each 64 bits."""

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
    def capability(self) -> int:
        """The compute capability times ten, by which kernels are chosen for their instructions."""

    @property
    def shared_memory(self) -> int:
        """Bytes of shared memory that one block may ask for."""

    def allocate(self, size: int) -> Memory:
        """New memory with undefined contents."""

    def upload(self, memory: Memory, offset: int, data: Bytes) -> None:
        """Copy a contiguous array of bytes to `offset` of memory that was allocated."""

    def launch(self, kernel: Kernel, shape: Launch, arguments: Sequence[Argument]) -> None:
        """Run a kernel; pointers in the arguments are of the type c_void_p."""

    def lasting(self, key: Hashable, size: int, fill: Fill) -> Memory | None:
        """Memory that all calls with this key read, filled once; None: do without (lasting.py)."""

    def verify(self, finding: Memory, refuse: Refuse, keep: Keep) -> None:
        """After all launches: give the number where `finding` begins to `refuse`, if it is one.

        `refuse` may read the number that the finding is about. Where findings are looked at later,
        `keep` is called at once, and `refuse` then reads what it has kept.
        """


class Driver(Protocol):
    """One device, for any number of threads, each with a stream of its own choice.

    Raises BackendError with one clear line wherever something fails.
    """

    @property
    def multiprocessors(self) -> int:
        """As of a Machine."""

    @property
    def capability(self) -> int:
        """As of a Machine."""

    @property
    def shared_memory(self) -> int:
        """As of a Machine."""

    @property
    def number(self) -> int:
        """The GPU's number as CUDA counts them; NO_GPU where it is none."""

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
        """Run a kernel on the thread's stream; nothing waits for it.

        `arguments` is the address of the arguments' addresses; all may be used again on return.
        """

    @property
    def stream(self) -> int:
        """The stream that this thread has chosen; DEFAULT_STREAM where it has chosen none."""

    def use_stream(self, stream: int) -> None:
        """Put what this thread asks for from now on on a stream; 0 is the default one too."""

    def follow(self, stream: int) -> None:
        """Let what this thread asks for from now on happen after all that `stream` was asked for.

        Nobody waits on the host, here and in `precede`.
        """

    def precede(self, stream: int) -> None:
        """Let what `stream` is asked for from now on happen after what this thread asked for."""

    def is_capturing(self, stream: int) -> bool:
        """Whether what `stream` is asked for is not done, but kept in a graph."""

    def misplaced(self, address: int) -> str:
        """Why kernels cannot use what lies at an address, as `lies on ...`; empty if they can."""

    def synchronize(self) -> None:
        """Wait for the thread's stream; raises BackendError for what went wrong in a kernel."""

    def environment(self) -> Mapping[str, str]:
        """Facts for a report: compiler, flags, driver, device, compute capability."""

    def condition(self) -> Mapping[str, str]:
        """How the device is at this moment: clocks, power limit, memory errors."""

    def close(self) -> None:
        """Give everything back; the machine cannot be used afterwards."""


def elsewhere(number: int, own: int) -> str:
    """What is said of an array on the GPU with this number, in a session of another device."""
    here = "the emulated device" if own == NO_GPU else f"GPU {own}"
    return f"lies on GPU {number}, this session uses {here}; copy it there first"
