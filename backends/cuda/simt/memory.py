"""Global memory of the emulated machine, and streams: queues of what is still to be done."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field


class Dropped(deque[int]):
    """Addresses of blocks to which nothing refers, until what waits at that time is done.

    Once its machine is closed nothing waits, and a block is released when it is dropped.
    """

    release: Callable[[int], None] | None = None

    def append(self, address: int) -> None:
        """Take an address, in whatever thread a block has ended."""
        if self.release is None:
            super().append(address)
        else:
            self.release(address)


class Block:
    """A block of memory; when nothing refers to it any more, its address goes to `dropped`."""

    __slots__ = ("_dropped", "address", "size")

    def __init__(self, address: int, size: int, dropped: Dropped) -> None:
        self.address = address
        self.size = size
        self._dropped = dropped

    def __del__(self) -> None:
        self._dropped.append(self.address)


Action = Callable[[], None]


@dataclass(slots=True)
class Streams:
    """What was asked for on each stream, in order, until that stream is waited for.

    A GPU may run different streams in any order; here, nothing of a stream happens before it, or a
    stream that was told to follow it, is waited for, so that work on a wrong stream shows as work
    that was not done.
    """

    _waiting: dict[int, deque[tuple[int, Action]]] = field(default_factory=dict)
    _number: int = 0

    def put(self, stream: int, action: Action) -> None:
        """Do it later, on a stream."""
        self._number += 1
        self._waiting.setdefault(stream, deque()).append((self._number, action))

    def order(self, first: int, then: int) -> None:
        """Do what was put on `first` until now before what is put on `then` from now on."""
        last = self._number
        self.put(then, lambda: self.run(first, last))

    def length(self, stream: int) -> int:
        """How many actions wait on a stream."""
        return len(self._waiting.get(stream, ()))

    @property
    def number(self) -> int:
        """How many actions there have been; what is freed now is free when they are done."""
        return self._number

    def first_waiting(self) -> int:
        """The number of the oldest action that waits on any stream; beyond all when none does."""
        firsts = [queue[0][0] for queue in self._waiting.values() if queue]
        return min(firsts, default=self._number + 1)

    def run(self, stream: int, last: int | None = None) -> None:
        """Do a stream's actions, up to number `last`; what follows a failure is dropped.

        An action may run others, of this stream too: those that were put there before it are done,
        and it stays the first until it is.
        """
        queue = self._waiting.get(stream, deque())
        try:
            while queue and (last is None or queue[0][0] <= last):
                queue[0][1]()
                queue.popleft()
        except BaseException:
            queue.clear()
            raise

    def drop(self) -> None:
        """Forget everything on all streams."""
        self._waiting.clear()
