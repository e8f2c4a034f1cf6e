"""Plans: recorded requests of a family, with which a call can be repeated on other arrays.

A family runs once for a call and a layout of its operands. Its launches are recorded on a tape and
not executed. Operands and new memory have made-up addresses. Their high bits are the number of the
memory, so every pointer in an argument shows which memory it points into. To run a plan means to
allocate memory, to replace the made-up addresses by real ones, and to launch.

A plan has no references to arrays and never changes, so any number of threads may run it
simultaneously.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays.addresses import FARTHEST, MOST_MEMORIES, made_up, pointed
from samebits.backends.cuda.compiling.units import Kernel
from samebits.backends.cuda.machines.protocol import (
    NO_FINDING,
    RECORD,
    Argument,
    Bytes,
    Driver,
    Fill,
    Keep,
    Launch,
    Memory,
    Refuse,
)
from samebits.backends.cuda.machines.shapes import require_shape
from samebits.backends.protocol import BackendError

UPLOADS = "copies numbers from the host"

WORD = 8
_ALIGNED = 2  # the alignment of an argument in words
_ARGUMENTS = 0  # the number of the memory that holds the arguments themselves

Lasts = Callable[[Hashable, int, Fill], Memory | None]
"""A function that returns memory that outlives calls; see `Machine.lasting`."""

Pointer = tuple[int, int, int]
"""A pointer: its index in the argument words, the number of its memory, the offset in bytes."""


@dataclass(frozen=True, slots=True)
class Region:
    """Device memory at an address, whose lifetime the caller manages."""

    address: int
    size: int


@dataclass(frozen=True, slots=True)
class Step:
    """A launch, or an upload of `data` to the target of the step's only pointer.

    `new` has the number and size of each memory that is allocated before this step. `done` has the
    numbers of the memory that is freed after the step.
    """

    new: tuple[tuple[int, int], ...]
    pointers: tuple[Pointer, ...]
    prepared: Any
    arguments: int
    data: Bytes | None
    done: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps of a call, the arguments of all launches, and the checks at the end.

    `words` are the arguments. The checks in `later` are deferred: steps write their findings to
    records. The address of the records follows the addresses of the operands.
    """

    words: array[int]
    steps: tuple[Step, ...]
    findings: tuple[tuple[int, Refuse], ...]
    memories: int
    later: tuple[Refuse, ...] = ()

    @property
    def needs(self) -> str:
        """Return why the call cannot be captured in a graph, or "" if it only has launches."""
        if self.findings:
            return "looks at its operands"
        if self.uploads:
            return UPLOADS
        if any(step.new for step in self.steps):
            return "needs memory besides its operands"
        return ""

    @property
    def uploads(self) -> bool:
        """Return whether the plan copies data from the CPU."""
        return any(step.data is not None for step in self.steps)

    def run(self, driver: Driver, operands: Sequence[int]) -> None:
        """Run all steps on operands at these real addresses, which are multiples of GRAIN.

        Raises BackendError if a step fails, or if there is a finding.
        """
        words = self.words[:]
        start = words.buffer_info()[0]
        bases = [start, *operands, *[0] * (self.memories - len(operands))]
        held: dict[int, Memory] = {}
        for step in self.steps:
            for number, size in step.new:
                held[number] = driver.allocate(size)
                bases[number] = held[number].address
            for at, number, offset in step.pointers:
                words[at] = bases[number] + offset
            if step.data is None:
                driver.start(step.prepared, start + step.arguments)
            else:
                place = words[step.arguments // WORD]
                driver.upload(Region(place, step.data.size), 0, step.data)
            for number in step.done:
                del held[number]
        for number, refuse in self.findings:
            self._look(driver, bases, number, refuse)

    @property
    def scratch(self) -> int:
        """Return the peak size in bytes of the new memory that a run uses."""
        held: dict[int, int] = {}
        most = 0
        for step in self.steps:
            held.update(step.new)
            most = max(most, sum(held.values()))
            for number in step.done:
                del held[number]
        return most

    def _look(self, driver: Driver, bases: Sequence[int], number: int, refuse: Refuse) -> None:
        def read(address: int, size: int) -> bytes:
            place, offset = pointed(address)
            there: Bytes = np.empty(size, np.uint8)
            driver.download(Region(bases[place] + offset, size), 0, there)
            return there.tobytes()

        found = int.from_bytes(read(made_up(number), WORD), "little")
        if found != NO_FINDING:
            refuse(found, read)


@dataclass(slots=True)
class _Noted:
    """A step during recording. `uses` has the numbers of the new memory that the step uses."""

    pointers: list[Pointer]
    prepared: Any = None
    arguments: int = 0
    data: Bytes | None = None
    uses: set[int] = field(default_factory=set)


class Tape:
    """A Machine (machines/protocol.py) that records a plan.

    Operand i has an address at or near `made_up(i + 1)`. With `is_deferred`, findings are written
    to records, which are passed like an additional operand. `lasts` returns memory that outlives
    calls; the plan contains its real addresses.
    """

    def __init__(
        self,
        driver: Driver,
        operands: int,
        *,
        is_deferred: bool = False,
        lasts: Lasts = lambda *_: None,
    ) -> None:
        self.multiprocessors = driver.multiprocessors
        self.capability = driver.capability
        self.shared_memory = driver.shared_memory
        self._driver = driver
        self._lasts = lasts
        self._true: dict[int, int] = {}
        self._words = array("Q")
        self._steps: list[_Noted] = []
        self._memories = operands + is_deferred
        self._records = made_up(self._memories) if is_deferred else 0
        self._later: list[Refuse] = []
        self._sizes: dict[int, int] = {}
        self._findings: list[tuple[int, Refuse]] = []
        self._kept: set[int] = set()

    def allocate(self, size: int) -> Memory:
        """Return new memory with its own made-up address; raise BackendError if it is too large."""
        if size >= FARTHEST:
            raise BackendError(
                f"this call needs a block of {size} bytes in addition to its operands, but a block "
                f"must have less than {FARTHEST} bytes; split the call into smaller calls"
            )
        number = self._number()
        self._sizes[number] = size
        return Region(made_up(number), size)

    def lasting(self, key: Hashable, size: int, fill: Fill) -> Memory | None:
        """Return memory that outlives calls, at a made-up address, or None if it cannot be made."""
        there = self._lasts(key, size, fill)
        if there is None:
            return None
        number = self._number()
        self._true[number] = there.address
        return Region(made_up(number), size)

    def upload(self, memory: Memory, offset: int, data: Bytes) -> None:
        """Record an upload of a copy of the bytes."""
        at = self._room((WORD,))[0]
        self._words[at] = memory.address + offset
        self._note(_Noted(self._pointers((at,)), arguments=at * WORD, data=data.copy()))

    def launch(self, kernel: Kernel, shape: Launch, arguments: Sequence[Argument]) -> None:
        """Record a launch, and load its kernel; raise BackendError for an invalid launch."""
        require_shape(kernel.entry, shape, self.shared_memory)
        sizes = [ctypes.sizeof(argument) for argument in arguments]
        *places, table = self._room((*sizes, WORD * len(arguments)))
        pointers = []
        for i, (argument, place) in enumerate(zip(arguments, places, strict=True)):
            words = array("Q", bytes(argument).ljust(-(-sizes[i] // WORD) * WORD, b"\0"))
            self._words[place : place + len(words)] = words
            pointers.append((table + i, _ARGUMENTS, place * WORD))
            kind: Any = type(argument)
            inside = [place + offset // WORD for offset in _pointers_of(kind)]
            pointers += self._pointers(at for at in inside if self._words[at])
        prepared = self._driver.prepare(kernel, shape, sizes)
        self._note(_Noted(pointers, prepared, table * WORD))

    def verify(self, finding: Memory, refuse: Refuse, keep: Keep) -> None:
        """Record a check of a finding at the end of the call.

        All memory of the call is freed after the check. If findings are deferred, the finding is
        copied to a record instead.
        """
        if self._records:
            keep(Region(self._records + len(self._later) * RECORD, RECORD))
            self._later.append(refuse)
            return
        self._findings.append((pointed(finding.address)[0], refuse))
        self._kept.update(self._sizes)

    def plan(self) -> Plan:
        """Return the recorded plan.

        Memory is allocated before the first step that uses it, and freed after the last such step.
        """
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        for i, noted in enumerate(self._steps):
            for number in noted.uses:
                first.setdefault(number, i)
                last[number] = i
        steps = tuple(
            Step(
                tuple((n, self._sizes[n]) for n in sorted(noted.uses) if first[n] == i),
                tuple(noted.pointers),
                noted.prepared,
                noted.arguments,
                noted.data,
                tuple(n for n in sorted(noted.uses - self._kept) if last[n] == i),
            )
            for i, noted in enumerate(self._steps)
        )
        return Plan(self._words, steps, tuple(self._findings), self._memories, tuple(self._later))

    def _number(self) -> int:
        if self._memories >= MOST_MEMORIES:
            raise BackendError(
                f"this call needs more than {MOST_MEMORIES} blocks of memory; split it into "
                "smaller calls"
            )
        self._memories += 1
        return self._memories

    def _room(self, sizes: Iterable[int]) -> list[int]:
        """Append words for arguments of these sizes in bytes.

        Return the first word of each argument.
        """
        places = []
        for size in sizes:
            places.append(len(self._words))
            words = -(-size // (WORD * _ALIGNED)) * _ALIGNED
            self._words.extend([0] * words)
        return places

    def _pointers(self, places: Iterable[int]) -> list[Pointer]:
        """Return the pointers at these indices of words.

        Words that point to lasting memory immediately get their real addresses.
        """
        found = []
        for at in places:
            number, offset = pointed(self._words[at])
            if not 0 < number <= self._memories:
                raise ValueError(
                    f"{self._words[at]:#x} points to no memory of this call; families must take "
                    "addresses from their operands and from allocate()"
                )
            if number in self._true:
                self._words[at] = self._true[number] + offset
            else:
                found.append((at, number, offset))
        return found

    def _note(self, noted: _Noted) -> None:
        numbers = {number for _, number, _ in noted.pointers}
        noted.uses = {number for number in numbers if number in self._sizes}
        self._steps.append(noted)


@cache
def _pointers_of(kind: Any) -> tuple[int, ...]:
    """Return the offsets of all pointers in a ctypes type, in bytes from its start."""
    if kind is ctypes.c_void_p:
        return (0,)
    if hasattr(kind, "_length_"):
        inner, step = _pointers_of(kind._type_), ctypes.sizeof(kind._type_)
        return tuple(i * step + at for i in range(kind._length_) for at in inner)
    fields = getattr(kind, "_fields_", ())
    starts = [(getattr(kind, name).offset, part) for name, part, *_ in fields]
    return tuple(start + at for start, part in starts for at in _pointers_of(part))
