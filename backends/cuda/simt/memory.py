"""Global memory of the emulated machine, and streams: queues of pending work."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field


class Dropped(deque[int]):
    """The addresses of unreferenced blocks, kept until the work pending at that time is done.

    A closed machine has no pending work, so a block is released when it is dropped.
    """

    release: Callable[[int], None] | None = None

    def append(self, address: int) -> None:
        """Append an address, in any thread in which a block ends."""
        if self.release is None:
            super().append(address)
        else:
            self.release(address)


class Block:
    """A block of memory; its address goes to `dropped` when the last reference to it ends."""

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
    """The requests on each stream, in order, until the stream is waited for.

    A GPU may run different streams in any order. Here a stream does nothing until a wait for it, or
    for a stream that must follow it. Work on a wrong stream is then visible as work that is not
    done.
    """

    _waiting: dict[int, deque[tuple[int, Action]]] = field(default_factory=dict)
    _number: int = 0

    def put(self, stream: int, action: Action) -> None:
        """Add an action to a stream; it runs later."""
        self._number += 1
        self._waiting.setdefault(stream, deque()).append((self._number, action))

    def order(self, first: int, then: int) -> None:
        """Run the current actions of `first` before all later actions of `then`."""
        last = self._number
        self.put(then, lambda: self.run(first, last))

    def length(self, stream: int) -> int:
        """Return the number of actions that wait on a stream."""
        return len(self._waiting.get(stream, ()))

    @property
    def number(self) -> int:
        """Return the number of actions so far; memory freed now is free when they are done."""
        return self._number

    def first_waiting(self) -> int:
        """Return the number of the oldest action that waits on any stream, else the next number."""
        firsts = [queue[0][0] for queue in self._waiting.values() if queue]
        return min(firsts, default=self._number + 1)

    def run(self, stream: int, last: int | None = None) -> None:
        """Run a stream's actions up to number `last`; after a failure, drop the rest.

        An action may run other actions, also of this stream. Earlier actions of the stream are then
        already done, and the action stays the first until it is done.
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
        """Drop all actions on all streams."""
        self._waiting.clear()
