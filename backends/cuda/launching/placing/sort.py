"""Stable sorts of rows of items by integer keys: the launches of src/order/radix.cuh.

An item has a key and a position. If both fit in 32 bits, the item is a 64-bit integer with the key
in its high half. Otherwise it is two 64-bit integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from samebits.backends.cuda.arrays.views import View, new
from samebits.backends.cuda.compiling.arguments import Arguments
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit, unit
from samebits.backends.cuda.launching.placing.walk import BLOCKS_FOR_EACH
from samebits.backends.cuda.machines.protocol import Launch, Machine

_SOURCE = "order/radix.cuh"
_DIGIT_BITS, _THREADS, _MOST_THREADS = constants(
    _SOURCE, "SB_DIGIT_BITS", "SB_TILE_THREADS", "SB_SUM_THREADS"
)
_EACH = constants(_SOURCE, "SB_EACH", "SB_KEYED_EACH")
"""The number of items per thread: for items of one integer, and for items of two."""

_SHARED = constants(_SOURCE, "SB_SHARED", "SB_KEYED_SHARED")
"""The shared memory, in bytes, of a block that sorts a tile: for both kinds of items."""


_Pass = structure(_SOURCE, "sb_radix_pass")


@dataclass(frozen=True, slots=True)
class Items:
    """Rows of items in device memory, one after another.

    If `keyed` is true, an item is two integers.
    """

    view: View
    rows: int
    length: int
    keyed: bool

    @property
    def address(self) -> int:
        """Return the address of the first item."""
        return self.view.address


def new_items(machine: Machine, rows: int, length: int, key_bits: int) -> Items:
    """Return memory for items with keys of `key_bits` bits and positions below `length`."""
    keyed = key_bits > 32 or length > 2**32
    return Items(new(machine, (rows * length * (1 + keyed),), "i64"), rows, length, keyed)


def sort_units() -> Iterable[Unit]:
    """Return the units for both kinds of items."""
    return (_unit(False), _unit(True))


def sort(machine: Machine, items: Items, key_bits: int) -> Items:
    """Sort each row stably by the low `key_bits` bits of the keys. `items` may be overwritten."""
    passes = -(-key_bits // _DIGIT_BITS)
    if not passes or items.length <= 1 or not items.rows:
        return items
    argument = _Pass(rows=items.rows, length=items.length, passes=passes)
    argument.bits = -(-key_bits // passes)
    tile = _EACH[items.keyed] * _THREADS
    if items.length <= tile:
        return _sort_short(machine, items, argument)
    argument.tiles = -(-items.length // tile)
    lines = items.rows << argument.bits
    counts, totals = new(machine, (lines, argument.tiles), "i64"), new(machine, (lines,), "i64")
    argument.counts, argument.totals = counts.address, totals.address
    spare = Items(new(machine, items.view.shape, "i64"), items.rows, items.length, items.keyed)
    for number in range(passes):
        argument.source, argument.target = items.address, spare.address
        argument.shift = number * argument.bits
        _launch(machine, items.keyed, "count", items.rows * argument.tiles, _THREADS, argument)
        summing = min(max(32, 1 << (argument.tiles - 1).bit_length()), _MOST_THREADS)
        _launch(machine, items.keyed, "sums", lines, summing, argument)
        _launch(machine, items.keyed, "move", items.rows * argument.tiles, _THREADS, argument)
        items, spare = spare, items
    return items


def _sort_short(machine: Machine, items: Items, argument: Arguments) -> Items:
    """Sort rows that fit in a tile. Each row is sorted by one block with enough threads."""
    argument.source = argument.target = items.address
    threads = min(max(32, -(-items.length // 256) * 32), _THREADS)
    threads = 1 << (threads - 1).bit_length()
    _launch(machine, items.keyed, "rows", items.rows, threads, argument)
    return items


def _launch(
    machine: Machine, keyed: bool, entry: str, blocks: int, threads: int, argument: Arguments
) -> None:
    limit = machine.multiprocessors * BLOCKS_FOR_EACH
    shared = _SHARED[keyed] if entry in ("move", "rows") else 0
    launch = Launch((min(blocks, limit), 1, 1), (threads, 1, 1), shared)
    machine.launch(Kernel(_unit(keyed), f"sb_radix_{entry}"), launch, (argument,))


def _unit(keyed: bool) -> Unit:
    return unit("support/radix.cu", SB_KEYED=str(int(keyed)))
