"""A device that executes machine code: the emulated device with the instructions of a GPU."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

import numpy as np

from samebits.backends.cuda.compiling import nvrtc, presence
from samebits.backends.cuda.compiling.units import Kernel, Unit
from samebits.backends.cuda.machines.protocol import Launch
from samebits.backends.cuda.machines.shapes import require_shape
from samebits.backends.cuda.sass import listing
from samebits.backends.cuda.sass.block import Counted, Program
from samebits.backends.cuda.sass.image import Cubin, KernelFacts
from samebits.backends.cuda.sass.state import LOCAL_WINDOW, SHARED_WINDOW, State
from samebits.backends.cuda.simt import emulated
from samebits.backends.protocol import BackendError

CAPABILITIES = (80, 90, 100, 120)
"""The architectures whose instructions can be executed: compute capabilities, times ten."""

_SHARED = {80: 163, 90: 227, 100: 227, 120: 99}
"""The largest shared memory of a block in KiB, by architecture."""

_RESERVED_SHARED = 1024  # the system reserves the beginning of a block's shared memory


@dataclass(frozen=True, slots=True)
class _Places:
    """The offsets, in bytes, at which code finds facts about its launch in constant bank 0.

    The numbers of threads and of blocks each take three adjacent words, for x, y and z. A window is
    a 64-bit address.
    """

    threads: int
    blocks: int
    stack: int
    shared_window: int | None
    local_window: int | None


_PLACES = {
    0x160: _Places(0x0, 0xC, 0x28, 0x18, 0x20),
    0x210: _Places(0x0, 0xC, 0x28, None, 0x20),
    0x380: _Places(0x360, 0x370, 0x37C, None, None),
}
"""The offsets by the start of the arguments: for sm_80, for sm_90, and for sm_100 and later."""

Observe = Callable[[Kernel, Launch, tuple[int, int, int], "Loaded", Counted], None]
"""A function that is called after each block: with kernel, launch, block index, code and counts."""


def unavailable_reason() -> str:
    """Return why machine code cannot be executed here, or "" if it can."""
    tools = emulated.unavailable_reason() or presence.missing_nvrtc()
    return tools or ("" if listing.disassembler() else listing.MISSING)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A kernel of a unit, what its file states about it, and the addresses of its globals."""

    program: Program
    facts: KernelFacts
    banks: Mapping[int, bytes]
    kept: tuple[np.ndarray[tuple[int], np.dtype[np.uint8]], ...]


@cache
def load(unit: Unit, capability: int) -> dict[str, Loaded]:
    """Return the kernels of a unit by entry; raise BackendError if a tool is missing."""
    image = nvrtc.image(unit, capability)
    if image.target != f"sm_{capability}":
        raise BackendError(f"this version of NVRTC cannot compile machine code for sm_{capability}")
    cubin = Cubin(image.data)
    found = {}
    for listed in listing.disassemble(image.data):
        facts = cubin.facts(listed.entry)
        places = {
            name: np.frombuffer(bytearray(data), np.uint8)
            for name, (data, _) in facts.globals.items()
        }
        banks = {number: bytearray(data) for number, data in facts.banks.items()}
        for bank, offset, section, within in facts.addresses:
            place = places[section].ctypes.data + within
            banks[bank][offset : offset + 8] = place.to_bytes(8, "little")
        fixed = {number: bytes(data) for number, data in banks.items()}
        found[listed.entry] = Loaded(Program(listed), facts, fixed, tuple(places.values()))
    return found


class MachineCode(emulated.EmulatedMachine):
    """A Driver (machines/protocol.py) for an architecture of CAPABILITIES.

    `observe` is called with the issues of every block. With `sampled`, only this number of blocks
    per launch is executed: enough for counts, but results are incomplete.
    """

    def __init__(
        self,
        capability: int,
        observe: Observe | None = None,
        multiprocessors: int = 2,
        sampled: int | None = None,
    ) -> None:
        reason = unavailable_reason()
        if reason:
            raise BackendError(reason)
        super().__init__(multiprocessors=multiprocessors, capability=capability)
        self._observe = observe
        self._sampled = sampled

    @property
    def shared_memory(self) -> int:
        """Return the largest shared memory, in bytes, that one block may request."""
        return _SHARED[self.capability] * 1024

    def prepare(self, kernel: Kernel, shape: Launch, sizes: Sequence[int]) -> Any:
        """Return the kernel's machine code, compiled if necessary."""
        require_shape(kernel.entry, shape, self.shared_memory)
        entries = load(kernel.unit, self.capability)
        if kernel.entry not in entries:
            raise BackendError(f"{kernel.unit} has no entry {kernel.entry}")
        wanted = entries[kernel.entry].facts.parameters.sizes
        if tuple(sizes) != wanted:
            raise BackendError(
                f"{kernel.entry} takes arguments of {wanted} bytes, but is given {sizes}"
            )
        return kernel, entries[kernel.entry], shape

    def start(self, prepared: Any, arguments: int) -> None:
        """Run a kernel, block by block."""
        self._require_open()
        kernel, loaded, shape = prepared
        sizes = loaded.facts.parameters.sizes
        places = (ctypes.c_void_p * len(sizes)).from_address(arguments)
        given = [ctypes.string_at(p or 0, n) for p, n in zip(places, sizes, strict=True)]
        self._later(lambda: self._run(kernel, loaded, shape, given))

    def environment(self) -> Mapping[str, str]:
        """Return the facts for a report."""
        version = "{}.{}".format(*nvrtc.version())
        return {
            **super().environment(),
            "machine": f"machine code of sm_{self.capability}",
            "compiler": f"NVRTC {version}",
        }

    def _blocks(self, shape: Launch) -> Iterator[tuple[int, int, int]]:
        """Yield all blocks in order, or evenly spaced blocks for a sample."""
        width, height, _ = shape.grid
        count = prod(shape.grid)
        step = max(1, count // self._sampled) if self._sampled else 1
        for number in range(0, count, step):
            yield number % width, number // width % height, number // (width * height)

    def _run(self, kernel: Kernel, loaded: Loaded, shape: Launch, given: Sequence[bytes]) -> None:
        facts = loaded.facts
        bank = bytearray(loaded.banks[0])
        parameters = facts.parameters
        for offset, data in zip(parameters.offsets, given, strict=True):
            at = parameters.start + offset
            bank[at : at + len(data)] = data
        local = -(-facts.stack // 16) * 16
        _tell(bank, _PLACES[parameters.start], shape, local)
        banks = {**loaded.banks, 0: bytes(bank)}
        threads = prod(shape.block)
        for x, y, z in self._blocks(shape):
            state = State(threads, _RESERVED_SHARED + facts.shared + shape.shared, local, banks)
            _place(state, shape, (x, y, z))
            counted = loaded.program.run(state, threads)
            if self._observe is not None:
                self._observe(kernel, shape, (x, y, z), loaded, counted)


def _tell(bank: bytearray, places: _Places, shape: Launch, local: int) -> None:
    """Write the facts about a launch that code reads to constant bank 0."""
    for place, numbers in (
        (places.threads, shape.block),
        (places.blocks, shape.grid),
        (places.stack, (local,)),
    ):
        for k, number in enumerate(numbers):
            bank[place + 4 * k : place + 4 * k + 4] = number.to_bytes(4, "little")
    for window, address in (
        (places.shared_window, SHARED_WINDOW),
        (places.local_window, LOCAL_WINDOW),
    ):
        if window is not None:
            bank[window : window + 8] = address.to_bytes(8, "little")


def _place(s: State, shape: Launch, block: tuple[int, int, int]) -> None:
    """Write the indices of each thread and of the block to special registers."""
    number = np.arange(s.threads)
    width, height, _ = shape.block
    names = ("X", "Y", "Z")
    threads = (number % width, number // width % height, number // (width * height))
    for name, thread, place in zip(names, threads, block, strict=True):
        s.special[f"SR_TID.{name}"] = thread.astype(np.uint32)
        s.special[f"SR_CTAID.{name}"] = np.full(s.threads, place, np.uint32)
    s.special["SR_LANEID"] = (number % 32).astype(np.uint32)
    s.special["SR_CgaCtaId"] = np.zeros(s.threads, np.uint32)
    s.special["SR_SWINHI"] = np.full(s.threads, SHARED_WINDOW >> 32, np.uint32)
