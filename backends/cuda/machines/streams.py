"""Streams of a GPU: the stream that each thread has chosen, and the order between two streams.

Streams have CUDA's numbers, as in the CUDA array interface: 1 is the default stream, 2 is the
per-thread stream, and others are handles of the runtime.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Any

from samebits.backends.cuda.machines.protocol import DEFAULT_STREAM


class _Handle:
    """A foreign stream, in CUDA's protocol for streams."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __cuda_stream__(self) -> tuple[int, int]:
        return 0, self._handle


class Chosen(threading.local):
    """The choice of a thread: the runtime's handle of a stream, and CuPy's object for the stream.

    Without a choice, a thread is on the default stream.
    """

    def __init__(self, null: Any) -> None:
        self.handle = 0
        self.current = null


class Streams:
    """The streams of one GPU, for any number of threads. Errors of CuPy are not converted.

    The device must be selected in all methods except `use`.
    """

    def __init__(self, cupy: Any) -> None:
        self._cuda = cupy.cuda
        self.chosen = Chosen(cupy.cuda.Stream.null)
        self._events: deque[int] = deque()

    def use(self, stream: int) -> None:
        """Choose a stream for this thread. 0 also means the default stream."""
        streams = self._cuda.Stream
        if stream in (0, DEFAULT_STREAM):
            self.chosen.current, stream = streams.null, 0
        elif hasattr(streams, "from_external"):
            self.chosen.current = streams.from_external(_Handle(stream))
        else:  # CuPy 13
            self.chosen.current = self._cuda.ExternalStream(stream)
        self.chosen.handle = stream

    def order(self, first: int, then: int) -> None:
        """Make later work of the stream `then` wait for earlier work of `first`.

        The CPU does not wait. An event may be recorded again immediately: streams that wait already
        refer to the earlier record.
        """
        runtime = self._cuda.runtime
        try:
            event = self._events.pop()
        except IndexError:
            event = int(runtime.eventCreateWithFlags(runtime.eventDisableTiming))
        try:
            runtime.eventRecord(event, first)
            runtime.streamWaitEvent(then, event)
        finally:
            self._events.append(event)

    def is_capturing(self, stream: int) -> bool:
        """Return whether a graph is being captured from a stream; False for the default stream."""
        return stream != DEFAULT_STREAM and bool(self._cuda.runtime.streamIsCapturing(stream))

    def close(self) -> None:
        """Destroy the events."""
        while self._events:
            self._cuda.runtime.eventDestroy(self._events.pop())
