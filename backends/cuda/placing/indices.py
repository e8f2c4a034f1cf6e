"""The check of index tensors (clauses S2, T7), before anything is written."""

from __future__ import annotations

import ctypes

import numpy as np

from samebits.backends.cuda.machines.protocol import Bytes, Machine
from samebits.backends.cuda.placing.walk import set_walk, spread, walk_type
from samebits.backends.cuda.units import Kernel, Unit, unit
from samebits.backends.cuda.views import View, new
from samebits.backends.cuda.walks import contiguous
from samebits.backends.protocol import BackendError

_BLOCK = 256
_NONE = 2**64 - 1


class _Check(ctypes.Structure):
    """As `sb_index_check` in src/support/index_check.cu."""

    _fields_ = (
        ("index", ctypes.c_void_p),
        ("limit", ctypes.c_int64),
        ("found", ctypes.c_void_p),
        ("walk", walk_type(1)),
    )


def check_unit(form: str) -> Unit:
    """The unit that checks indices of a format."""
    return unit("support/index_check.cu", SB_B=form)


def aligned(machine: Machine, index: View) -> View:
    """The index itself, or an aligned copy of one at odd addresses."""
    return index if index.is_aligned else contiguous(machine, index)


def check(machine: Machine, op: str, index: View, limit: int) -> None:
    """Raise BackendError naming the first index in row-major order outside 0 .. limit - 1.

    The index must be aligned. A broadcast axis is looked at once: the first that is out of range
    stands where its coordinate is 0.
    """
    if not index.count:
        return
    shape = tuple(n if s else 1 for n, s in zip(index.shape, index.strides, strict=True))
    argument = _Check(index=index.address, limit=limit)
    set_walk(argument.walk, shape, [index.strides], op)
    launch = spread(machine, argument.walk.count, _BLOCK, 8)
    found = new(machine, (launch.grid[0],), "i64")
    argument.found = found.address
    machine.launch(
        Kernel(check_unit(index.format), f"sb_index_check_{index.format}"), launch, (argument,)
    )
    refuse_first(machine, op, index, shape, found, limit)


def refuse_first(
    machine: Machine, op: str, index: View, shape: tuple[int, ...], found: View, limit: int
) -> None:
    """Raise BackendError for the least of the positions that blocks found, if there is one.

    Positions are row-major in `shape`, which is that of the index with broadcast axes cut to 1.
    """
    positions = np.empty(found.count, np.uint64)
    machine.download(found.memory, 0, positions.view(np.uint8))
    if (first := int(positions.min())) != _NONE:
        _refuse(machine, op, index, shape, first, limit)


def _refuse(
    machine: Machine, op: str, index: View, shape: tuple[int, ...], position: int, limit: int
) -> None:
    """Raise BackendError for the index at a position."""
    offset, whole, block = 0, 0, 1
    for length, n, step in reversed(list(zip(shape, index.shape, index.strides, strict=True))):
        position, digit = divmod(position, length)
        offset += digit * step
        whole += digit * block
        block *= n
    value: Bytes = np.empty(index.item, np.uint8)
    machine.download(index.memory, index.address + offset - index.memory.address, value)
    number = int.from_bytes(value.tobytes(), "little", signed=True)
    raise BackendError(
        f"{op}: index {number} at row-major position {whole} is out of range for size {limit}"
    )
