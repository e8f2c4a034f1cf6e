"""The check of index tensors (clauses S2, T7; src/moves/index.cuh).

The kernel that checks the indices writes a finding to device memory. Kernels that write results
read the finding, and do nothing if an index was out of range. The finding is downloaded at the end
of the call.
"""

from __future__ import annotations

import ctypes

from samebits.backends.cuda.arrays.views import Shape, View
from samebits.backends.cuda.compiling.arguments import integer
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit, unit
from samebits.backends.cuda.launching.placing.walk import set_walk, spread
from samebits.backends.cuda.launching.walks import contiguous
from samebits.backends.cuda.machines.protocol import Launch, Machine, Memory, Read
from samebits.backends.protocol import CallError

_SOURCE = "support/index_check.cu"
_NOTE = "support/index_note.cu"
(_BLOCK,) = constants(_SOURCE, "SB_INDEX_BLOCK")
_WORD = 8  # bytes of a finding


_Check = structure(_SOURCE, "sb_index_check")
_Note = structure(_NOTE, "sb_index_note")


def check_unit(form: str) -> Unit:
    """Return the unit that checks indices of a format and combines the findings of its blocks."""
    return unit(_SOURCE, SB_B=form)


def check_units(form: str) -> tuple[Unit, Unit]:
    """Return two units: one checks indices of a format, the other records a deferred finding."""
    return check_unit(form), _note_unit(form)


def _note_unit(form: str) -> Unit:
    return unit(_NOTE, SB_B=form)


def aligned(machine: Machine, index: View) -> View:
    """Return the index itself if it is aligned, else an aligned copy."""
    return index if index.is_aligned else contiguous(machine, index)


def check(machine: Machine, op: str, index: View, limit: int) -> Memory | None:
    """Launch the check of an aligned index. Return the finding, or None if the index is empty.

    The call is refused for the first index, in row-major order, outside 0 to limit - 1. A broadcast
    axis is checked only at coordinate 0.
    """
    if not index.count:
        return None
    shape = tuple(n if s else 1 for n, s in zip(index.shape, index.strides, strict=True))
    argument = _Check(index=index.address, limit=limit)
    set_walk(argument.walk, shape, [index.strides], op)
    launch = spread(machine, argument.walk.count, _BLOCK, 8)
    finding = new_finding(machine, launch)
    argument.finding = finding.address
    kernel = Kernel(check_unit(index.format), f"sb_index_check_{index.format}")
    machine.launch(kernel, launch, (argument,))
    settle(machine, op, index, shape, limit, finding, launch)
    return finding


def new_finding(machine: Machine, launch: Launch) -> Memory:
    """Allocate memory for the finding of a launch, and for the findings of its blocks."""
    return machine.allocate(_WORD * (1 + launch.grid[0]))


def settle(
    machine: Machine,
    op: str,
    index: View,
    shape: Shape,
    limit: int,
    finding: Memory,
    launch: Launch,
) -> None:
    """Combine the findings of a launch's blocks, and have the finding read at the end of the call.

    Positions are row-major in `shape`: the shape of the index, in which broadcast axes have length
    1.
    """
    blocks = launch.grid[0]
    if blocks > 1:
        arguments = (ctypes.c_void_p(finding.address), integer("blocks", blocks))
        one = Launch((1, 1, 1), (_BLOCK, 1, 1))
        kernel = Kernel(check_unit(index.format), f"sb_index_verdict_{index.format}")
        machine.launch(kernel, one, arguments)

    def refuse(position: int, read: Read) -> None:
        _refuse(read, op, index, shape, position, limit)

    def keep(record: Memory) -> None:
        note = _Note(finding=finding.address, record=record.address, index=index.address)
        set_walk(note.walk, shape, [index.strides], op)
        kernel = Kernel(_note_unit(index.format), f"sb_index_note_{index.format}")
        machine.launch(kernel, Launch((1, 1, 1), (1, 1, 1)), (note,))

    machine.verify(finding, refuse, keep)


def _refuse(read: Read, op: str, index: View, shape: Shape, position: int, limit: int) -> None:
    """Raise CallError for the index at a position, which is out of range."""
    offset, whole, block = 0, 0, 1
    for length, n, step in reversed(list(zip(shape, index.shape, index.strides, strict=True))):
        position, digit = divmod(position, length)
        offset += digit * step
        whole += digit * block
        block *= n
    number = int.from_bytes(read(index.address + offset, index.item), "little", signed=True)
    raise CallError(
        f"{op}: index {number} at row-major position {whole} is out of range for size {limit}"
    )
