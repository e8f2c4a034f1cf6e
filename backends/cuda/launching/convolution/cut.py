"""The division of a product into items. An item is a tile of the result and a slice of the sum.

A slice is a subtree of T1: 2^j blocks of 256 terms of one contraction, or 2^j whole contractions.
So the division changes no bit. It is chosen for speed, by a model of the multiprocessors' load.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from samebits.backends.cuda.compiling.declared import constants

BLOCK, _AT_ONCE = constants("conv/join.cuh", "SB_BLOCK", "SB_AT_ONCE")
"""The number of terms in a block (clause T4), and of slices that one launch adds."""

_FMA = 128  # fused multiply-adds per cycle and multiprocessor
_BYTES = 16  # bytes of device memory moved per cycle and multiprocessor
_JOIN = 4000  # cost of an additional launch, in cycles
_WAIT = 700  # latency of memory, in cycles
_PARTS = 1 << 28  # the most bytes of slice sums before they are added


@dataclass(frozen=True, slots=True)
class Tile:
    """A kernel's tile: its name, its size, and the number of resident blocks per multiprocessor."""

    name: str
    rows: int
    columns: int
    threads: int
    sums: int
    resident: int


@dataclass(frozen=True, slots=True)
class Cut:
    """A division: its tile, the size and number of slices, the number of items, the predicted time.

    A slice has `blocks` blocks of each of `outers` contractions; both are powers of two.
    """

    tile: Tile
    blocks: int
    outers: int
    slices_inside: int
    slices: int
    items: int
    cycles: float


@dataclass(frozen=True, slots=True)
class Work:
    """The sizes of a product: `outers` contractions of `terms` terms with `item` bytes each."""

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
    """Return the division with the shortest predicted time."""
    return min(all_cuts(work, tiles, multiprocessors), key=lambda cut: (cut.cycles, cut.slices))


def all_cuts(work: Work, tiles: Sequence[Tile], multiprocessors: int) -> Iterator[Cut]:
    """Yield the possible divisions: for each tile, from one slice to many slices."""
    return (_cut(work, tile, *s, multiprocessors) for tile in tiles for s in _slices(work))


def _slices(work: Work) -> Iterator[tuple[int, int]]:
    """Yield the possible sizes of a slice, as (blocks, contractions), the largest first.

    The first slice is the whole sum.
    """
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
    each = -(-items // multiprocessors)  # items on the busiest multiprocessor
    busy = min(1.0, 0.4 + 0.6 * each / tile.resident)
    cycles = each * tile.rows * tile.columns * terms * (work.item / 4) / (_FMA * busy)
    if slices > 1:
        moved = (2 * slices + 1) * work.results * work.item
        contractions = slices // inside
        rounds = -(-inside // _AT_ONCE) * contractions if inside > 1 else -(-slices // _AT_ONCE)
        cycles += _JOIN + max(_WAIT * rounds, moved / (_BYTES * multiprocessors))
    return Cut(tile, blocks, outers, inside, slices, items, cycles)


def _power(n: int) -> int:
    """Return the smallest power of two that is at least n."""
    return 1 << max(n - 1, 0).bit_length()


def levels(count: int) -> int:
    """Return how many levels of partial sums are needed to add `count` subtrees."""
    return max(count - 1, 0).bit_length()
