"""A cache of the plans of a session; the least recently used plans are removed first.

There are many plans (one for each layout of a call's arrays), and some are large (a table that a
call uploads is part of its plan). So both their number and their memory are limited.
"""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any

import numpy as np

from samebits.backends.cuda.arrays.views import Reach
from samebits.backends.cuda.planning.planned_call import Pair, Planned
from samebits.backends.cuda.planning.plans import Plan, Step
from samebits.spec.language.call import Call

MOST_PLANS = 2048
"""The largest number of plans that a session keeps."""

MOST_BYTES = 128 << 20
"""The approximate largest number of bytes of the host for plans."""

_MOST_CALLS = 8
"""The number of call objects by which one plan is found, before the oldest are dropped."""

_KEPT = 7 / 8
"""The fraction of both limits that is kept once a limit is exceeded, so that this is rare."""

Key = tuple[object, ...]


@dataclass(slots=True)
class Entry:
    """A plan; `turn` is the time of its last use, `calls` keeps the objects alive for their ids.

    `equal` is its key by the call's own key, and `size` is its size in bytes.
    """

    planned: Planned
    equal: Key
    size: int
    turn: int = 0
    calls: dict[Key, Call] = field(default_factory=dict)


class PlanCache:
    """Plans by the identity of a call, and by its key in case an equal call is made again.

    A hit is one dictionary lookup without a lock; any number of threads may look up at once.
    """

    def __init__(self) -> None:
        self.bytes = 0
        self._found: dict[Key, Entry] = {}
        self._equal: dict[Key, Entry] = {}
        self._turn = count().__next__
        self._changing = threading.Lock()

    def __len__(self) -> int:
        return len(self._equal)

    def get(self, key: Key) -> Planned | None:
        """Return the plan for a key that begins with the id of a call, or None."""
        entry = self._found.get(key)
        if entry is None:
            return None
        entry.turn = self._turn()
        return entry.planned

    def equal(self, key: Key, equal: Key, call: Call) -> Planned | None:
        """Return the plan of an equal call, and register it for this call too, or return None."""
        with self._changing:
            entry = self._equal.get(equal)
            if entry is not None:
                self._note(entry, key, call)
        return None if entry is None else entry.planned

    def put(self, key: Key, equal: Key, call: Call, planned: Planned) -> Planned:
        """Keep a plan, and return it, or the plan that another thread has added meanwhile."""
        size = bytes_of(planned) + (1 + _MOST_CALLS) * bytes_of(equal)
        with self._changing:
            entry = self._equal.get(equal)
            if entry is None:
                entry = self._equal[equal] = Entry(planned, equal, size)
                self.bytes += size
            self._note(entry, key, call)
            if len(self._equal) > MOST_PLANS or self.bytes > MOST_BYTES:
                self._forget_oldest(entry)
        return entry.planned

    def clear(self) -> None:
        """Forget all plans."""
        with self._changing:
            self._found.clear()
            self._equal.clear()
            self.bytes = 0

    def _note(self, entry: Entry, key: Key, call: Call) -> None:
        entry.turn = self._turn()
        if len(entry.calls) >= _MOST_CALLS:
            first = next(iter(entry.calls))
            self._found.pop(first, None)
            del entry.calls[first]
        # before the key can be found, so that its id belongs to a living object
        entry.calls[key] = call
        self._found[key] = entry

    def _forget_oldest(self, newest: Entry) -> None:
        for entry in sorted(self._equal.values(), key=lambda e: e.turn):
            is_small = self.bytes <= _KEPT * MOST_BYTES
            if is_small and len(self._equal) <= _KEPT * MOST_PLANS:
                break
            if entry is newest:
                continue
            for key in entry.calls:
                self._found.pop(key, None)
            del self._equal[entry.equal]
            self.bytes -= entry.size


def bytes_of(thing: Any) -> int:
    """Return about how many bytes of the host a plan takes, without data shared by all plans."""
    size = sys.getsizeof(thing, 0)
    if isinstance(thing, np.ndarray):
        return size if thing.base is None else size + int(thing.nbytes)
    if isinstance(thing, (tuple, list)):
        return size + sum(map(bytes_of, thing))
    if isinstance(thing, (Planned, Plan, Step, Reach, Pair)):
        return size + sum(bytes_of(getattr(thing, f.name)) for f in fields(thing))
    return size
