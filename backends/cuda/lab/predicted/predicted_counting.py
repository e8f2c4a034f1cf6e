"""The issues and traffic of a row's launches, counted on a few blocks and scaled to all blocks."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from samebits.backends.cuda.compiling.units import Kernel
from samebits.backends.cuda.lab.predicted import pipes
from samebits.backends.cuda.lab.predicted.model import Work, chips
from samebits.backends.cuda.machines.protocol import Launch, Memory
from samebits.backends.cuda.sass.block import Counted
from samebits.backends.cuda.sass.machine import Loaded, MachineCode
from samebits.backends.cuda.session import CudaSession
from samebits.benchmarks.gpu import operands
from samebits.benchmarks.gpu.operands import Operand
from samebits.benchmarks.gpu.places import StandIn
from samebits.benchmarks.gpu.rows import Row
from samebits.benchmarks.peers import torch_module
from samebits.spec.formats import get_format

SAMPLED = 2
"""The approximate number of executed blocks per launch."""


@dataclass(slots=True)
class _Seen:
    """The executed blocks of one launch."""

    kernel: Kernel
    shape: Launch
    loaded: Loaded
    blocks: int = 0
    issues: Counter[str] = field(default_factory=Counter)
    each: np.ndarray[tuple[int], np.dtype[np.int64]] | None = None
    sectors: int = 0
    different: int = 0
    turns: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    """A launch: names of kernel and unit, its grid, and its work."""

    kernel: str
    unit: str
    grid: tuple[int, int, int]
    work: Work


class _Counting(MachineCode):
    """A machine that counts the allocated bytes.

    New memory holds zeros, which replace the results of blocks that are not executed. On other
    machines it holds NaNs, with which kernels would take different branches.
    """

    allocated = 0

    def allocate(self, size: int) -> Memory:
        """Allocate zeroed memory, and count its size."""
        self.allocated += size
        memory = super().allocate(size)
        ctypes.memset(memory.address, 0, size)
        return memory


class _Planning(MachineCode):
    """A machine that records launches, and neither compiles nor runs kernels."""

    noted: list[str]

    def prepare(self, kernel: Kernel, shape: Launch, sizes: Sequence[int]) -> Any:
        """Record a launch: digest of the unit, kernel, and shape."""
        where = f"{shape.grid} {shape.block} {shape.shared}"
        self.noted.append(f"{kernel.unit.code_digest()} {kernel.entry} {where} {tuple(sizes)}")

    def start(self, prepared: Any, arguments: int) -> None:
        """Do nothing. Data that a session makes once for all calls therefore stays empty."""


def planned(row: Row, capability: int) -> list[str]:
    """Return one text per launch of a row, which changes whenever a counted value can change."""
    machine = _Planning(capability, None, chips()[f"sm_{capability}"].multiprocessors)
    machine.noted = []
    with CudaSession(f"sm_{capability}", machine) as session:
        session.scratch(row.call, _layouts(row))
    return machine.noted


def _layouts(row: Row) -> list[tuple[Any, ...]]:
    places = [*((x.shape, x.format, x) for x in row.operands), *((*r, None) for r in row.results)]
    return [_layout(*place) for place in places]


def _layout(shape: tuple[int, ...], label: str, operand: Operand | None) -> tuple[Any, ...]:
    """Return the fields of the layout of an array that begins at the start of its memory."""
    kind = get_format(label).dtype
    if operand is None or operand.layout == operands.CONTIGUOUS:
        return kind, shape, None, 0
    strides = operands.make(torch_module(1), operand, "meta").stride()
    return kind, shape, tuple(kind.itemsize * step for step in strides), 0


def count(row: Row, capability: int, sampled: int = SAMPLED) -> list[Counts]:
    """Return the counts of each launch of a row on an architecture.

    Raises BackendError for code that cannot be executed.
    """
    seen: list[_Seen] = []

    def observe(
        kernel: Kernel, shape: Launch, block: tuple[int, int, int], loaded: Loaded, found: Counted
    ) -> None:
        if block == (0, 0, 0):
            seen.append(_Seen(kernel, shape, loaded))
        _add(seen[-1], found)

    chip = chips()[f"sm_{capability}"]
    machine = _Counting(capability, observe, chip.multiprocessors, sampled)
    with CudaSession(f"sm_{capability}", machine) as session:
        place = StandIn(session)
        place.torch.manual_seed(1)
        inputs = [
            place.ours(operands.make(place.torch, x, place.device), x.format) for x in row.operands
        ]
        outputs = [place.fresh(shape, label) for shape, label in row.results]
        session.scratch(row.call, _layouts(row))
        seen.clear()  # remove launches that a session makes once for all calls
        machine.allocated = 0  # from here on, count the memory that the call needs in addition
        session.run(row.call, inputs, outputs)
        place.synchronize()
        del inputs, outputs
        place.synchronize()  # this frees memory without references
    return [_counts(each, row.bytes + machine.allocated) for each in seen]


def _add(seen: _Seen, found: Counted) -> None:
    instructions = seen.loaded.program.listing.instructions
    seen.blocks += 1
    for i, issues in zip(instructions, found.issues.tolist(), strict=True):
        if issues:
            seen.issues[pipes.pipe(i)] += issues
    seen.each = found.issues if seen.each is None else seen.each + found.issues
    seen.sectors += sum(found.traffic.sectors.values())
    seen.different += found.traffic.different
    seen.turns += sum(found.traffic.turns.values())


def _counts(seen: _Seen, memory: int) -> Counts:
    total = prod(seen.shape.grid)
    scale = total / seen.blocks
    facts = seen.loaded.facts
    issues = [] if seen.each is None else seen.each.tolist()
    work = Work(
        blocks=total,
        threads=prod(seen.shape.block),
        registers=facts.registers,
        shared=facts.shared + seen.shape.shared,
        issues={pipe: scale * n for pipe, n in sorted(seen.issues.items())},
        sectors=scale * seen.sectors,
        different=scale * seen.different,
        memory=memory,
        turns=scale * seen.turns,
        flying=pipes.bytes_in_flight(seen.loaded.program.listing.instructions, issues),
    )
    return Counts(seen.kernel.entry, str(seen.kernel.unit), seen.shape.grid, work)
