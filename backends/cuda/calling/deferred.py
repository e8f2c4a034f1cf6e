"""Findings of index ops that are checked when the caller chooses, not at the end of each call.

A finding is, for example, an index out of range. A call writes its finding to a record on the
device, and `Findings.check` downloads all records together. Memory for captured calls comes from a
block that lives as long as the findings do, so a graph with these calls can be launched repeatedly.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import numpy as np

from samebits.backends.cuda.calling.allowance import Allowance
from samebits.backends.cuda.machines.protocol import (
    ALIGNMENT,
    NO_FINDING,
    RECORD,
    Driver,
    Memory,
    Refuse,
)
from samebits.backends.cuda.planning.plans import UPLOADS, Plan, Region
from samebits.backends.protocol import BackendError, CallError
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

_RECORDS = 4096  # in each slab


class Blocks(threading.local):
    """The `deferred_findings` blocks that the current thread has entered, the innermost last."""

    def __init__(self) -> None:
        self.around: list[Findings] = []


class _Held:
    """Device memory that findings use. Deleting the object returns its bytes to the allowance."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.address = memory.address
        self.size = memory.size


@dataclass(slots=True)
class _Note:
    """A record of a call on the device, and the function that raises its error.

    `number` is the position of the call in the block, and `place` the offset of the record in the
    slab, in bytes. `is_asked` is true after the call has been launched.
    """

    number: int
    call: Call
    refuse: Refuse
    slab: Memory
    place: int
    is_asked: bool = False


@dataclass(slots=True)
class _Records:
    """Records in slabs of device memory, each used once; `used` counts records in the last slab."""

    slabs: list[Memory] = field(default_factory=list)
    used: int = 0
    notes: list[_Note] = field(default_factory=list)


class Findings:
    """A `with` block in which the thread's calls do not wait for their findings.

    `session.deferred_findings` makes it. Several threads may be in it simultaneously. At its end,
    and at `check`, the first finding is raised as an error. A call with an index out of range does
    not write its results, so later calls read the old contents.
    """

    def __init__(self, machine: Driver, blocks: Blocks, allowance: Allowance, room: int) -> None:
        self._machine = machine
        self._blocks = blocks
        self._allowance = allowance
        self._changing = threading.Lock()
        self._plain, self._captured = _Records(), _Records()
        self._streams: set[int] = set()
        self._calls = 0
        self._room: Memory | None = None
        self._taken = 0
        with machine.selected():
            for records in (self._plain, self._captured):
                self._add_slab(records)
            if room:
                self._room = self._allocate("the room of deferred findings", room)

    def __enter__(self) -> Findings:
        self._blocks.around.append(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._blocks.around.pop()
        if value is None:
            with self._machine.selected(), self._changing:
                is_captured = self._capturing()
            if not is_captured:  # captured calls have not run yet
                self.check()
            return
        with suppress(BackendError):
            try:
                self.check()
            except CallError as error:
                value.add_note(f"before it: {error}")

    def check(self) -> None:
        """Wait for all calls so far, and raise CallError for the first call that had a finding.

        The error names the op, the operand, the index, its position, and the number of the call.
        The calls include launches of a captured graph, on the stream that was captured or on a
        stream that this method waits for. All records are empty afterwards. Raises BackendError
        during graph capture.
        """
        machine = self._machine
        with machine.selected(), self._changing:
            if self._capturing():
                raise BackendError(
                    "findings cannot be read while a graph is captured; call check() after the "
                    "graph has been launched"
                )
            others = self._streams - {machine.stream}
            asked = [n for r in (self._plain, self._captured) for n in r.notes if n.is_asked]
            for stream in others:
                machine.follow(stream)
            found = self._bring(asked)
            is_empty = all(note.is_asked for note in self._plain.notes)
            self._plain.notes = [n for n in self._plain.notes if not n.is_asked]
            if found:
                for note, _, _ in found:
                    self._clear(note.slab, note.place)
                machine.synchronize()  # because calls on any stream may use the records next
            if is_empty:
                self._plain.used = 0
                del self._plain.slabs[1:]
        if found:
            _raise(*min(found, key=lambda f: f[0].number))

    def run(self, call: Call, plan: Plan, operands: Sequence[int]) -> None:
        """Run a plan with its records. During graph capture, its memory comes from the reserve.

        Raises BackendError if a captured call copies data from the CPU, or needs more memory than
        the reserve has.
        """
        machine = self._machine
        is_captured = machine.is_capturing(machine.stream)
        driver: Any = machine
        if is_captured:
            if plan.uploads:
                raise BackendError(f"{call} cannot be captured in a graph: it {UPLOADS}")
            driver = self._driver(call, plan)
        if not plan.later:
            plan.run(driver, operands)
            return
        notes = self._note(call, plan.later, self._captured if is_captured else self._plain)
        try:
            plan.run(driver, [*operands, notes[0].slab.address + notes[0].place])
        finally:
            for note in notes:
                note.is_asked = True

    def _note(self, call: Call, refuse: Sequence[Refuse], records: _Records) -> list[_Note]:
        with self._changing:
            if records.used + len(refuse) > _RECORDS:
                if records is self._captured:
                    raise BackendError(
                        f"{call} cannot be captured in a graph: all {_RECORDS} records of this "
                        "block are in use; capture in several blocks of deferred_findings()"
                    )
                self._add_slab(records)
            self._calls += 1
            self._streams.add(self._machine.stream)
            first, slab = records.used, records.slabs[-1]
            records.used += len(refuse)
            notes = [
                _Note(self._calls, call, one, slab, RECORD * (first + i))
                for i, one in enumerate(refuse)
            ]
            records.notes += notes
            return notes

    def _driver(self, call: Call, plan: Plan) -> _InRoom:
        """Reserve all memory of a plan, and return a driver that allocates from it."""
        size = sum(_whole(size) for step in plan.steps for _, size in step.new)
        have = self._room.size if self._room else 0
        with self._changing:
            if self._taken + size > have:
                raise BackendError(
                    f"{call} cannot be captured in a graph: it needs {size} bytes of memory, but "
                    f"{self._taken} of {have} bytes are in use; set deferred_findings(room=...)"
                )
            start = self._taken
            self._taken += size
        return _InRoom(self._machine, self._room.address + start if self._room else 0)

    def _bring(self, notes: Sequence[_Note]) -> list[tuple[_Note, int, int]]:
        """Return the notes that have a finding, with both values of the record on the device."""
        found = []
        for slab in dict.fromkeys(note.slab for note in notes):
            mine = [note for note in notes if note.slab is slab]
            there = np.empty(max(note.place for note in mine) + RECORD, np.uint8)
            self._machine.download(slab, 0, there)
            words = there.view(np.uint64)
            for note in mine:
                at = note.place // 8
                if int(words[at]) != NO_FINDING:
                    found.append((note, int(words[at]), int(words[at + 1])))
        return found

    def _clear(self, slab: Memory, place: int, size: int = RECORD) -> None:
        self._machine.upload(slab, place, np.full(size, 0xFF, np.uint8))

    def _add_slab(self, records: _Records) -> None:
        slab = self._allocate("records of deferred findings", _RECORDS * RECORD)
        self._clear(slab, 0, slab.size)
        self._machine.synchronize()  # because calls on any stream may use the slab next
        records.slabs.append(slab)
        records.used = 0

    def _allocate(self, what: str, size: int) -> Memory:
        self._allowance.take(what, size)
        try:
            memory = self._machine.allocate(size)
        except BaseException:
            self._allowance.give_back(size)
            raise
        held = _Held(memory)
        weakref.finalize(held, self._allowance.give_back, size)
        return held

    def _capturing(self) -> bool:
        machine = self._machine
        return any(machine.is_capturing(s) for s in {*self._streams, machine.stream})


class _InRoom:
    """A driver that allocates consecutive blocks from the reserve."""

    def __init__(self, machine: Driver, address: int) -> None:
        self.start = machine.start
        self.upload = machine.upload
        self._next = address

    def allocate(self, size: int) -> Memory:
        """Return the next `size` bytes; `_driver` has reserved enough for the plan."""
        made = Region(self._next, size)
        self._next += _whole(size)
        return made


def _whole(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT


def _raise(note: _Note, finding: int, number: int) -> None:
    """Raise the same error that the call would have raised without deferral."""
    operands = get_op(note.call.op).shape_rule.indices
    which = f"operand {operands[0]} of " if operands else ""
    try:
        note.refuse(finding, lambda _, size: number.to_bytes(8, "little")[:size])
    except BackendError as error:
        raise CallError(
            f"{error} ({which}{note.call}, call {note.number} of those with indices)"
        ) from None
