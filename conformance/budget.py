"""Time limit of a diagnosis, and the error that ends its search.

A search over the nodes of a long graph has thousands of models, each as slow as the graph. The
limit is checked before each model and each node, so one slow node may exceed it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

SECONDS = 10.0
"""Default time limit of the diagnosis of one case, in seconds of wall time."""

Clock = Callable[[], float]
"""A function that returns the time in seconds."""

_limit: ContextVar[tuple[float, Clock]] = ContextVar("limit", default=(SECONDS, time.monotonic))
_end: ContextVar[float | None] = ContextVar("end", default=None)


class GivenUpError(Exception):
    """The error that ends a search when the time limit of a diagnosis is exceeded."""


@contextmanager
def limited(seconds: float, clock: Clock = time.monotonic) -> Iterator[None]:
    """Limit each diagnosis within the block to `seconds`; 0 means no limit."""
    token = _limit.set((seconds, clock))
    try:
        yield
    finally:
        _limit.reset(token)


@contextmanager
def started() -> Iterator[float]:
    """Start the time limit for `check` within the block, and yield the limit in seconds."""
    seconds, clock = _limit.get()
    token = _end.set(clock() + seconds if seconds else None)
    try:
        yield seconds
    finally:
        _end.reset(token)


def check() -> None:
    """Raise GivenUpError if the time of the current diagnosis is over."""
    end = _end.get()
    if end is not None and _limit.get()[1]() >= end:
        raise GivenUpError
