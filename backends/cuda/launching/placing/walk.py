"""Walks over arrays in row-major order (src/moves/walk.cuh), and the words that they move.

A word is the data that one instruction moves. `words` selects the widest word that the lengths,
strides and addresses of the arrays allow: 16 bytes if whole rows are copied, or one byte if an
array has an odd address.
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
"""The sizes of words in bytes."""

BLOCKS_FOR_EACH = 32
"""The largest number of blocks per multiprocessor. If there is more work, threads loop over it."""

Strides = Sequence[tuple[int, ...]]


Length = structure("lengths.cuh", "sb_length")
"""A length, with the constant that replaces a division by it."""


def length_of(value: int) -> Arguments:
    """Return the structure for a length of at least 1."""
    return Length(value, (2**64 - 1) // value)


def set_walk(walk: Arguments, shape: Shape, strides: Strides, op: str) -> None:
    """Fill the structure for a walk over a shape. Axes are merged if strides allow it.

    Raises BackendError if more than MAX_RANK axes remain.
    """
    lengths, steps = collapsed(shape, strides)
    if len(lengths) > MAX_RANK:
        raise BackendError(
            f"{op}: the arrays have {len(lengths)} axes after merging, but the limit is "
            f"{MAX_RANK}; use contiguous arrays"
        )
    walk.count, walk.rank = prod(shape), len(lengths)
    for i, length in enumerate(lengths):
        walk.shape[i] = length_of(max(length, 1))
    for i, mine in enumerate(steps):
        walk.strides[i][: len(mine)] = mine


def words(
    shape: Shape, strides: Strides, moved: Sequence[bool], item: int, places: Sequence[int]
) -> tuple[int, Shape, list[tuple[int, ...]]]:
    """Return the size of a word, and the shape and strides of a walk over words.

    `item` is the size of an element in bytes. `moved` has a bool for each array: whether its
    elements are moved. Other arrays, such as an index, have one element for a whole word. `places`
    are additional addresses and strides that must be multiples of the word.
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
    """Return a 1-D launch for `count` elements. A thread takes `each` elements in one step."""
    blocks = -(-count // (block * each))
    return Launch(
        (max(min(blocks, machine.multiprocessors * BLOCKS_FOR_EACH), 1), 1, 1), (block, 1, 1)
    )
