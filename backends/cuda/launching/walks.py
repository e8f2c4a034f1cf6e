"""Elementwise launches with the argument of src/elementwise/elementwise.cuh, and copies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from samebits.backends.cuda.arrays.views import Shape, View, collapsed, contiguous_strides, new
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit, unit
from samebits.backends.cuda.launching.placing.walk import length_of
from samebits.backends.cuda.machines.protocol import Argument, Launch, Machine
from samebits.backends.protocol import BackendError

_SOURCE = "elementwise/elementwise.cuh"
_BLOCK, _MAX_RANK, _TILE_ROWS, _TILE_PACKS = constants(
    _SOURCE, "SB_ELEMENTWISE_BLOCK", "SB_MAX_RANK", "SB_TILE_ROWS", "SB_TILE_PACKS"
)
_BLOCKS_FOR_EACH = 64  # largest number of blocks per multiprocessor; with more packs, threads loop
_PACK = 16  # bytes

_COPIED_AS = {1: "u8", 2: "i16", 4: "u32", 8: "i64"}  # by element size in bytes


_Walk = structure(_SOURCE, "sb_elementwise")


def launch(
    machine: Machine,
    kernel: Kernel,
    views: Sequence[View],
    parameters: Sequence[float] = (),
    more: Sequence[Argument] = (),
) -> None:
    """Launch an elementwise kernel. `views` are operands followed by the result, all of one shape.

    `more` are additional arguments of the kernel. Raises BackendError if more than _MAX_RANK axes
    remain after merging.
    """
    if not views[-1].count:
        return
    start(machine, kernel, views, (walk(kernel, views, parameters), *more))


def start(
    machine: Machine, kernel: Kernel, views: Sequence[View], arguments: Sequence[Argument]
) -> None:
    """Launch a kernel whose threads loop over the packs of the arrays."""
    packs = packs_of(views)
    block = min(_BLOCK, -(-packs // 32) * 32)
    blocks = min(-(-packs // block), machine.multiprocessors * _BLOCKS_FOR_EACH)
    machine.launch(kernel, Launch((blocks, 1, 1), (block, 1, 1)), arguments)


def packs_of(views: Sequence[View]) -> int:
    """Return the number of packs. A pack has 16 bytes of the array with the widest format."""
    return -(-views[-1].count * max(v.item for v in views) // _PACK)


def walk(kernel: Kernel, views: Sequence[View], parameters: Sequence[float] = ()) -> Argument:
    """Return the argument of an elementwise kernel for these operands and result.

    Raises BackendError as `launch` does.
    """
    made = _Walk()
    place(kernel, views, made)
    for i, number in enumerate(parameters):
        made.parameters[i] = number
    return made


def place(kernel: Kernel, views: Sequence[View], made: Any) -> None:
    """Write the layouts of arrays, and the number of elements, to a structure that `sb_take` reads.

    Raises BackendError as `launch` does.
    """
    result = views[-1]
    shape, strides = collapsed(result.shape, [v.strides for v in views])
    if len(shape) > _MAX_RANK:
        raise BackendError(
            f"{kernel.entry}: the arrays have {len(shape)} axes after merging, but the limit is "
            f"{_MAX_RANK}; use contiguous arrays"
        )
    made.count, made.rank = result.count, len(shape)
    for axis, length in enumerate(reversed(shape)):
        made.shape[axis] = length_of(length)
    elements = _PACK // max(view.item for view in views)
    holds_packs = bool(shape) and shape[-1] % elements == 0
    for i, (view, steps) in enumerate(zip(views, strides, strict=True)):
        size = elements * view.item
        made.data[i] = view.address
        made.aligned |= view.is_aligned << i
        made.strides[i][: len(steps)] = steps[::-1]
        is_flat = steps == contiguous_strides(shape, view.item) and view.address % _PACK == 0
        is_lined = holds_packs and view.is_aligned
        lies_together = is_lined and steps[-1] == view.item and view.address % size == 0
        made.flat |= is_flat << i
        made.single |= (not any(steps)) << i
        made.lined |= is_lined << i
        made.packed |= (lies_together and not any(step % size for step in steps[:-1])) << i
    made.plain = made.flat == (1 << len(views)) - 1
    _set_tiles(
        made, shape, elements, [(v.item, steps) for v, steps in zip(views, strides, strict=True)]
    )


def _set_tiles(
    made: Any, shape: Shape, elements: int, steps: Sequence[tuple[int, tuple[int, ...]]]
) -> None:
    """Let warps process two-dimensional tiles if an array is contiguous along axis -2."""
    if len(shape) < 2 or shape[-2] % _TILE_ROWS or shape[-1] % (elements * _TILE_PACKS):
        return
    made.tiled = any(each[-2] == item and each[-1] not in (0, item) for item, each in steps)
    made.tiles = length_of(shape[-1] // (elements * _TILE_PACKS))


def copy_unit(item: int) -> Unit:
    """Return the unit that copies elements of `item` bytes."""
    name = _COPIED_AS[item]
    return unit("support/copy.cu", SB_A=name, SB_R=name)


def units() -> tuple[Unit, ...]:
    """Return every unit that this module launches."""
    return tuple(copy_unit(item) for item in _COPIED_AS)


def copy(machine: Machine, source: View, target: View) -> None:
    """Copy bits between two arrays with the same shape and element size."""
    kernel = Kernel(copy_unit(source.item), f"sb_copy_{_COPIED_AS[source.item]}")
    launch(machine, kernel, (source, target))


def contiguous(machine: Machine, view: View, alignment: int = _PACK) -> View:
    """Return the view itself if it is contiguous and aligned, else a copy."""
    if view.is_contiguous and view.address % alignment == 0:
        return view
    fresh = new(machine, view.shape, view.format)
    copy(machine, view, fresh)
    return fresh


def permuted(view: View, order: Sequence[int]) -> View:
    """Return the view with its axes in the given order."""
    return View(
        view.memory,
        view.address,
        tuple(view.shape[i] for i in order),
        tuple(view.strides[i] for i in order),
        view.format,
    )
