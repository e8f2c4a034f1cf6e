"""Walks of arrays by row-major number, as in src/moves/walk.cuh, and the words that they move.

A word is the unit that one instruction moves. `words` treats arrays whose elements move together as
the widest words that their lengths, strides and addresses allow: 16 bytes if whole rows are copied,
single bytes if an array has an odd address.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from samebits.backends.cuda.arrays.views import Shape, collapsed
from samebits.backends.cuda.compiling.arguments import Arguments
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.machines.protocol import Launch, Machine
from samebits.backends.protocol import BackendError

_SOURCE = "moves/walk.cuh"
(MAX_RANK,) = constants(_SOURCE, "SB_WALK_RANK")
WORDS = (16, 8, 4, 2, 1)
"""Sizes of words in bytes."""

BLOCKS_FOR_EACH = 32
"""Blocks for each multiprocessor, beyond which threads take several turns."""

Strides = Sequence[tuple[int, ...]]


Length = structure("lengths.cuh", "sb_length")
"""A length and its inverse."""


def length_of(value: int) -> Arguments:
    """Return a length of at least 1, as a divisor."""
    return Length(value, (2**64 - 1) // value)


def set_walk(walk: Arguments, shape: Shape, strides: Strides, op: str) -> None:
    """Fill the structure for a walk over the shape, on as few axes as possible.

    Raises BackendError for more than MAX_RANK axes that cannot be merged.
    """
    lengths, steps = collapsed(shape, strides)
    if len(lengths) > MAX_RANK:
        raise BackendError(f"{op}: {len(lengths)} axes; at most {MAX_RANK} can be walked")
    walk.count, walk.rank = prod(shape), len(lengths)
    for i, length in enumerate(lengths):
        walk.shape[i] = length_of(max(length, 1))
    for i, mine in enumerate(steps):
        walk.strides[i][: len(mine)] = mine


def words(
    shape: Shape, strides: Strides, moved: Sequence[bool], item: int, places: Sequence[int]
) -> tuple[int, Shape, list[tuple[int, ...]]]:
    """Return the size of a word, and the walk over words instead of elements of `item` bytes.

    `moved` says which arrays hold the moving elements; the others have one position for a whole
    word. `places` are addresses and strides outside the walk that words must be aligned to.
    """
    lengths, steps = collapsed(
        (*shape, item), [(*s, int(m)) for s, m in zip(strides, moved, strict=True)]
    )
    if not lengths:
        return 1, lengths, steps
    fixed = list(places)
    for mine, moves in zip(steps, moved, strict=True):
        fixed += mine[:-1] if moves else ()
    together = all(mine[-1] == int(moves) for mine, moves in zip(steps, moved, strict=True))
    size = next(
        (w for w in WORDS if together and not lengths[-1] % w and not any(v % w for v in fixed)), 1
    )
    lengths = (*lengths[:-1], lengths[-1] // size)
    return size, lengths, [(*s[:-1], s[-1] * size) for s in steps]


def spread(machine: Machine, count: int, block: int, each: int = 1) -> Launch:
    """Return a launch of 1-D blocks in which a thread takes `each` of `count` at a time."""
    blocks = -(-count // (block * each))
    return Launch(
        (max(min(blocks, machine.multiprocessors * BLOCKS_FOR_EACH), 1), 1, 1), (block, 1, 1)
    )
