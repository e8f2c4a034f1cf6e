"""The cut of a product into items: tiles of the result times slices of the sum.

A slice is a subtree of T1: 2^j blocks of 256 terms of one contraction, or 2^j whole contractions.
So the cut changes no bit. It is chosen for speed, by a model of the load of the multiprocessors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from samebits.backends.cuda.compiling.declared import constants

BLOCK, _AT_ONCE = constants("conv/join.cuh", "SB_BLOCK", "SB_AT_ONCE")
"""Terms of a block (clause T4), and slices that are joined at once."""

_FMA = 128  # per cycle and multiprocessor
_BYTES = 16  # of device memory, per cycle and multiprocessor
_JOIN = 4000  # cycles of an additional launch
_WAIT = 700  # latency of memory, in cycles
_PARTS = 1 << 28  # bytes of unjoined slices


@dataclass(frozen=True, slots=True)
class Tile:
    """A kernel's tile: its name, its size, and the resident blocks of a multiprocessor."""

    name: str
    rows: int
    columns: int
    threads: int
    sums: int
    resident: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Blocks and contractions of a slice, powers of two, and the number of slices."""

    tile: Tile
    blocks: int
    outers: int
    slices_inside: int
    slices: int
    items: int
    cycles: float


@dataclass(frozen=True, slots=True)
class Work:
    """A product to cut: groups, rows, columns, terms, contractions, and bytes of a number."""

    groups: int
    rows: int
    columns: int
    terms: int
    outers: int
    item: int

    @property
    def results(self) -> int:
        """Return the number of elements of the result."""
        return self.groups * self.rows * self.columns


def best_cut(work: Work, tiles: Sequence[Tile], multiprocessors: int) -> Cut:
    """Return the cut with the shortest predicted time."""
    return min(all_cuts(work, tiles, multiprocessors), key=lambda cut: (cut.cycles, cut.slices))


def all_cuts(work: Work, tiles: Sequence[Tile], multiprocessors: int) -> Iterator[Cut]:
    """Yield every considered cut, from one slice to many, for each tile."""
    return (_cut(work, tile, *s, multiprocessors) for tile in tiles for s in _slices(work))


def _slices(work: Work) -> Iterator[tuple[int, int]]:
    """Yield blocks and contractions of a slice: everything, then ever smaller parts."""
    blocks, outers = _power(-(-work.terms // BLOCK)), _power(work.outers)
    whole = blocks
    while True:
        yield blocks, outers
        if outers > 1:
            outers //= 2
        elif blocks > 1:
            blocks //= 2
        else:
            return
        count = -(-work.outers // outers) * (whole // blocks)
        if count * work.results * work.item > _PARTS:
            return


def _cut(work: Work, tile: Tile, blocks: int, outers: int, multiprocessors: int) -> Cut:
    inside = max(1, -(-work.terms // (BLOCK * blocks)))
    slices = inside * max(1, -(-work.outers // outers))
    across = -(-work.columns // tile.columns)
    items = -(-work.rows // tile.rows) * across * work.groups * slices
    terms = min(work.terms, BLOCK * blocks) * min(work.outers, outers)
    each = -(-items // multiprocessors)  # items of the busiest multiprocessor
    busy = min(1.0, 0.4 + 0.6 * each / tile.resident)
    cycles = each * tile.rows * tile.columns * terms * (work.item / 4) / (_FMA * busy)
    if slices > 1:
        moved = (2 * slices + 1) * work.results * work.item
        contractions = slices // inside
        rounds = -(-inside // _AT_ONCE) * contractions if inside > 1 else -(-slices // _AT_ONCE)
        cycles += _JOIN + max(_WAIT * rounds, moved / (_BYTES * multiprocessors))
    return Cut(tile, blocks, outers, inside, slices, items, cycles)


def _power(n: int) -> int:
    """Return the least power of two that is not below n."""
    return 1 << max(n - 1, 0).bit_length()


def levels(count: int) -> int:
    """Return the levels that a binary counter over `count` subtrees needs."""
    return max(count - 1, 0).bit_length()
