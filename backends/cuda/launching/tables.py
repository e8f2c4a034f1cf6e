"""Look-up tables for functions of one 16-bit or 8-bit operand (src/support/table.cu).

A table has all results of a function. The function's own kernel fills it, once for each session and
each set of attributes, so the bits are the same. The kernel itself issues 60 to 220 warp
instructions for 32 elements. A look-up issues about 4, and about 4 accesses of shared memory. This
takes less time than reading the elements from device memory.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import numpy as np

from samebits.backends.cuda.arrays.views import View, new
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.headers import found, reached
from samebits.backends.cuda.compiling.units import Kernel, Unit, unit
from samebits.backends.cuda.launching.walks import launch, packs_of, walk
from samebits.backends.cuda.machines.protocol import Launch, Machine, Memory
from samebits.spec.formats import FORMATS
from samebits.spec.language.declare import Signature

_SOURCE = "support/table.cu"
_COSTLY = "elementwise/function.cuh"
_FULL, _USUAL, _PACKS = constants(_SOURCE, "SB_TABLE_FULL", "SB_TABLE_USUAL", "SB_TABLE_PACKS")
_BLOCKS_FOR_EACH = 64  # the largest number of blocks per multiprocessor
_SHARED, _CACHED = "shared", "cached"
_PLACES = {8: (_SHARED,), 16: (_SHARED, _CACHED)}
"""The kinds of memory from which kernels can read a table, by element size in bits."""

_Tabled = structure(_SOURCE, "sb_tabled")

LEAST, LEAST_COPIED = 1 << 10, 1 << 14
"""The number of elements per multiprocessor above which a table is faster.

The second value is for tables of 128 KiB, which are copied to the shared memory of each
multiprocessor. If all multiprocessors copy, each receives about 27 bytes per clock cycle from L2
(sm_90), so the copy takes 4900 cycles. A look-up saves at least 0.3 cycles per element, so 16 Ki
elements are enough. (For exp of bf16, the kernel takes 0.66 cycles per element, and look-ups at the
speed of memory take 0.24.) The first value is for all other tables. With fewer elements a call
takes as long as an empty launch, so a table does not help.
"""


def units(path: str, signatures: Iterable[Signature]) -> Iterator[Unit]:
    """Yield the units that look up results of this file's kernels, for these signatures."""
    found = {bits for inputs, outputs in signatures if (bits := _bits((*inputs, *outputs)))}
    for bits in sorted(found) if _is_costly(path) else ():
        yield from (_unit(bits, place) for place in _PLACES[bits])


def look_up(
    machine: Machine, kernel: Kernel, views: Sequence[View], parameters: Sequence[float]
) -> bool:
    """Launch a look-up of a kernel's results, or return False if the kernel itself is faster.

    Correctly rounded functions (elementwise/function.cuh) of one operand are looked up, because
    their kernels are slow. Operand and result must have the same format of 16 or 8 bits, and must
    be long, contiguous and aligned to 16 bytes.
    """
    place = _place(machine, kernel, views)
    if not place:
        return False
    name, item = views[0].format, views[0].item
    bits = 8 * item

    def fill(maker: Machine, table: Memory) -> None:
        patterns = new(maker, (1 << bits,), name)
        every = np.arange(1 << bits, dtype=f"u{item}")
        maker.upload(patterns.memory, 0, every.view(np.uint8))
        results = View(table, table.address, patterns.shape, patterns.strides, name)
        launch(maker, kernel, (patterns, results), parameters)

    key = (kernel, struct.pack(f"{len(parameters)}d", *parameters))
    table = machine.lasting(key, item << bits, fill)
    if table is None:
        return False
    arguments = _Tabled(
        count=views[0].count, x=views[0].address, y=views[1].address, results=table.address
    )
    is_full = _is_copied(place, bits)
    block = _FULL if is_full else _USUAL
    most = machine.multiprocessors * (1 if is_full else _BLOCKS_FOR_EACH)
    blocks = min(-(-packs_of(views) // (block * _PACKS)), most)
    shape = Launch((blocks, 1, 1), (block, 1, 1), item << bits if place == _SHARED else 0)
    machine.launch(Kernel(_unit(bits, place), f"sb_table_{place}_{bits}"), shape, (arguments,))
    return True


def _place(machine: Machine, kernel: Kernel, views: Sequence[View]) -> str:
    """Return the kind of memory for the table of a kernel, or "" if no table is used."""
    bits = _bits([view.format for view in views])
    if not bits:
        return ""
    place = _SHARED if bits // 8 << bits <= machine.shared_memory else _CACHED
    least = LEAST_COPIED if _is_copied(place, bits) else LEAST
    is_long = views[0].count >= least * machine.multiprocessors
    if place not in _PLACES[bits] or not is_long or not _is_costly(kernel.unit.path):
        return ""
    return place if walk(kernel, views).plain else ""


def _bits(formats: Sequence[str]) -> int:
    """Return the size in bits of a format for tables, which operand and result share.

    Otherwise 0.
    """
    bits = FORMATS[formats[0]].bits
    return bits if len(formats) == 2 and formats[0] == formats[1] and bits in _PLACES else 0


def _is_copied(place: str, bits: int) -> bool:
    """Return whether the table is so large that only one block fits on a multiprocessor."""
    return place == _SHARED and bits == 16


def _unit(bits: int, place: str) -> Unit:
    return unit(_SOURCE, SB_BITS=str(bits), SB_PLACE=place)


@cache
def _is_costly(path: str) -> bool:
    return found(_COSTLY) in reached(path)
