"""Global memory of the emulated machine, and streams, which are queues of pending work."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field


class Dropped(deque[int]):
    """The addresses of unreferenced blocks. They stay until the work that was pending is done.

    A closed machine has no pending work, so its blocks are released immediately.
    """

    release: Callable[[int], None] | None = None

    def append(self, address: int) -> None:
        """Append an address; called in the thread that drops the last reference to a block."""
        if self.release is None:
            super().append(address)
        else:
            self.release(address)


class Block:
    """A block of memory. When its last reference is dropped, its address goes to `dropped`."""

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
    """The requests on each stream, in order, until the program waits for the stream.

    A GPU may run different streams in any order. Here a stream does nothing until a wait for it, or
    for a stream that must follow it. So work on a wrong stream shows as work that has not been
    done.
    """

    _waiting: dict[int, deque[tuple[int, Action]]] = field(default_factory=dict)
    _number: int = 0

    def put(self, stream: int, action: Action) -> None:
        """Add an action to a stream. It runs at a later wait."""
        self._number += 1
        self._waiting.setdefault(stream, deque()).append((self._number, action))

    def order(self, first: int, then: int) -> None:
        """Run the current actions of `first` before all later actions of `then`."""
        last = self._number
        self.put(then, lambda: self.run(first, last))

    def length(self, stream: int) -> int:
        """Return the number of actions that are waiting on a stream."""
        return len(self._waiting.get(stream, ()))

    @property
    def number(self) -> int:
        """Return the number of actions so far.

        Memory that is freed now can be reused after them.
        """
        return self._number

    def first_waiting(self) -> int:
        """Return the number of the oldest waiting action, or the next number if no action waits."""
        firsts = [queue[0][0] for queue in self._waiting.values() if queue]
        return min(firsts, default=self._number + 1)

    def run(self, stream: int, last: int | None = None) -> None:
        """Run a stream's actions up to number `last`. After a failure, drop the remaining actions.

        An action may itself run actions, even of the same stream. Earlier actions of the stream are
        done by then, and the action remains the first until it is done.
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
