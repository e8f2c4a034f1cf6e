"""Expected results, in pieces: the C backend computes the pieces, and a tree joins sums (T1).

The length of a piece is a power of two. So a piece is a subtree of every sum that contains it (T1),
and pieces of equal length are the leaves of a tree of the same form.
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

_MOST_WORKERS = 12  # with a few pieces per worker, memory use stays below 8 GiB
_LONGEST = 1 << 23  # the largest number of elements in a piece
_PIECES = 250  # the smallest number of pieces, so that a small run has many pieces, too

Piece = tuple[int, int]
T = TypeVar("T")


def piece_length(elements: int) -> int:
    """Return the number of elements in a piece, a power of two, for arrays of about this size."""
    return min(1 << max(elements // _PIECES, 16).bit_length(), _LONGEST)


class Reference:
    """The C backend on its best instruction set, with several threads. Each call uses one thread.

    Raises BackendError if no library of the C backend can be used.
    """

    def __init__(self, piece: int, workers: int) -> None:
        self.piece = piece
        self.workers = min(workers, _MOST_WORKERS)
        usable = [device.name for device in backend.devices() if device.available]
        if not usable:
            reasons = "; ".join(f"{d.name}: {d.reason}" for d in backend.devices())
            raise BackendError(f"the C backend, as the reference, cannot be used: {reasons}")
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
        """Return the result of an op; its format is `to` if the operands do not determine it."""
        formats = [format_of(x).name for x in arrays]
        call = get_op(op).call(formats, (to,) if to else None, **attributes)
        return execute(self.session, call, arrays)[0]

    def pieces(self, stop: int, width: int = 1) -> Iterator[Piece]:
        """Return the aligned pieces of the range 0 to stop - 1. The last piece may be shorter.

        Indices count rows of `width` elements; `width` is a power of two.
        """
        length = self.piece // width
        return ((at, min(at + length, stop)) for at in range(0, stop, length))

    def each(self, work: Callable[[int, int], T], pieces: Sequence[Piece]) -> list[T]:
        """Return the results of `work` on every piece, in order.

        Several pieces run simultaneously.
        """
        return list(self.pool.map(lambda piece: work(*piece), pieces))

    def tree(
        self, op: str, terms: Callable[[int, int], Array], count: int, width: int = 1
    ) -> Array:
        """Return `op`, a tree (T1) or an extreme, over the first axis of an array of `count` rows.

        `terms(start, stop)` returns rows in the compute format. The result has the same format, and
        one axis less. A row has `width` elements; `width` is a power of two.
        """
        parts = self.each(
            lambda a, b: self.run(op, terms(a, b), axes=(0,)), list(self.pieces(count, width))
        )
        return self.run(op, np.stack(parts), axes=(0,))


def parts_of_rows(start: int, stop: int, width: int) -> Iterator[tuple[int, int, int]]:
    """Yield (row, first, end) for each row of `width` elements between `start` and `stop`."""
    for row in range(start // width, -(-stop // width)):
        yield row, max(start - row * width, 0), min(stop - row * width, width)


def by_rows(start: int, stop: int, width: int, rows: Callable[[int, int], Array]) -> Array:
    """Return elements `start` to `stop` of a matrix of `width` columns, from `rows(a, b)`."""
    first, last = start // width, -(-stop // width)
    flat: Array = np.ascontiguousarray(rows(first, last)).reshape(-1)
    return flat[start - first * width : stop - first * width]
