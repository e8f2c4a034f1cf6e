"""Global memory of the emulated machine, and streams: queues of what is still to be done."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field


class Block:
    """A block of memory; when nothing refers to it any more, its address goes to `dropped`."""

    __slots__ = ("_dropped", "address", "size")

    def __init__(self, address: int, size: int, dropped: deque[int]) -> None:
        self.address = address
        self.size = size
        self._dropped = dropped

    def __del__(self) -> None:
        self._dropped.append(self.address)


@dataclass(slots=True)
class Streams:
    """What was asked for on each stream, in order, until that stream is waited for.

    A GPU may run different streams in any order; here, nothing of a stream happens before it is
    waited for, so that work on a wrong stream shows as work that was not done.
    """

    current: int = 0
    _waiting: dict[int, deque[tuple[int, Callable[[], None]]]] = field(default_factory=dict)
    _number: int = 0

    def put(self, action: Callable[[], None]) -> None:
        """Do it later, on the current stream."""
        self._number += 1
        queue = self._waiting.setdefault(self.current, deque())
        queue.append((self._number, action))

    @property
    def length(self) -> int:
        """How many actions wait on the current stream."""
        return len(self._waiting.get(self.current, ()))

    @property
    def number(self) -> int:
        """How many actions there have been; what is freed now is free when they are done."""
        return self._number

    def first_waiting(self) -> int:
        """The number of the oldest action that waits on any stream; beyond all when none does."""
        firsts = [queue[0][0] for queue in self._waiting.values() if queue]
        return min(firsts, default=self._number + 1)

    def run(self) -> None:
        """Do everything of the current stream; what follows a failure is dropped."""
        queue = self._waiting.pop(self.current, deque())
        try:
            while queue:
                queue[0][1]()
                queue.popleft()
        finally:
            queue.clear()

    def drop(self) -> None:
        """Forget everything on all streams."""
        self._waiting.clear()
