"""What results must hold, in pieces: by the C backend, its sums put together on the tree T1.

A piece is a power of two of elements, so that it is a subtree of every sum that it is part of (T1),
and pieces of one length are the leaves of a tree of the same form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, TypeVar

import numpy as np

from samebits.backends.c import backend
from samebits.backends.executor import execute
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import format_of

_MOST_WORKERS = 12  # with some arrays of a piece each, they stay below 8 GiB
_LONGEST = 1 << 23  # elements of a piece
_PIECES = 250  # at least, so that a small trial has many too

Piece = tuple[int, int]
T = TypeVar("T")


def piece_length(elements: int) -> int:
    """Elements of a piece of arrays of about so many: a power of two."""
    return min(1 << max(elements // _PIECES, 16).bit_length(), _LONGEST)


class Reference:
    """The best instruction set of the C backend on some threads; a call runs on one of them.

    Raises BackendError where no library of the C backend can be used.
    """

    def __init__(self, piece: int, workers: int) -> None:
        self.piece = piece
        self.workers = min(workers, _MOST_WORKERS)
        usable = [device.name for device in backend.devices() if device.available]
        if not usable:
            reasons = "; ".join(f"{d.name}: {d.reason}" for d in backend.devices())
            raise BackendError(f"the C backend, to compare with, cannot be used: {reasons}")
        self.session = backend.open(usable[-1])
        self.session.configure(threads=1)
        self.pool = ThreadPoolExecutor(self.workers)

    def __enter__(self) -> Reference:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.pool.shutdown(cancel_futures=True)

    def run(self, op: str, *arrays: Array, to: str | None = None, **attributes: Any) -> Array:
        """The result of an op; its format is `to` where the operands do not determine it."""
        formats = [format_of(x).name for x in arrays]
        call = get_op(op).call(formats, (to,) if to else None, **attributes)
        return execute(self.session, call, arrays)[0]

    def pieces(self, stop: int, width: int = 1) -> Iterator[Piece]:
        """The aligned pieces of 0 .. stop - 1; the last one may be shorter.

        What is cut are rows of `width` elements, a power of two.
        """
        length = self.piece // width
        return ((at, min(at + length, stop)) for at in range(0, stop, length))

    def each(self, work: Callable[[int, int], T], pieces: Sequence[Piece]) -> list[T]:
        """What `work` makes of every piece, in order; several at a time."""
        return list(self.pool.map(lambda piece: work(*piece), pieces))

    def tree(
        self, op: str, terms: Callable[[int, int], Array], count: int, width: int = 1
    ) -> Array:
        """`op`, a tree T1 or an extreme, over the first axis of an array of `count` rows.

        `terms(start, stop)` are rows in the compute format, and so is the result, an axis less.
        A row has `width` elements, a power of two.
        """
        parts = self.each(
            lambda a, b: self.run(op, terms(a, b), axes=(0,)), list(self.pieces(count, width))
        )
        return self.run(op, np.stack(parts), axes=(0,))


def parts_of_rows(start: int, stop: int, width: int) -> Iterator[tuple[int, int, int]]:
    """The rows of `width` elements that `start` to `stop` lie in: row, first and end in it."""
    for row in range(start // width, -(-stop // width)):
        yield row, max(start - row * width, 0), min(stop - row * width, width)


def by_rows(start: int, stop: int, width: int, rows: Callable[[int, int], Array]) -> Array:
    """Elements `start` to `stop` of a matrix of `width` columns; `rows(a, b)` gives its rows."""
    first, last = start // width, -(-stop // width)
    flat: Array = np.ascontiguousarray(rows(first, last)).reshape(-1)
    return flat[start - first * width : stop - first * width]
