"""A cache of the plans of a session. The least recently used plans are removed first.

There are many plans, one for each layout of a call's arrays. Some are large, because data that a
call uploads is part of its plan. Therefore both their number and their memory are limited.
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
"""The largest number of plans in the cache of a session."""

MOST_BYTES = 128 << 20
"""The largest amount of CPU memory for plans, in bytes. Sizes of plans are approximate."""

_MOST_CALLS = 8
"""The largest number of Call objects that share one plan in the cache."""

_KEPT = 7 / 8
"""The fraction of both limits that remains after a removal, so that removals are rare."""

Key = tuple[object, ...]


@dataclass(slots=True)
class Entry:
    """A plan in the cache.

    `turn` is the time of its last use. `equal` is the key that equal calls share, and `size` the
    size in bytes. `calls` keeps Call objects alive, because keys contain their ids.
    """

    planned: Planned
    equal: Key
    size: int
    turn: int = 0
    calls: dict[Key, Call] = field(default_factory=dict)


class PlanCache:
    """Plans by the id of a Call object, and by a key that equal Call objects share.

    A hit is one dictionary look-up without a lock. Any number of threads may use the cache
    simultaneously.
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
        """Return the plan of an equal call, or None.

        The plan is then registered for this call, too.
        """
        with self._changing:
            entry = self._equal.get(equal)
            if entry is not None:
                self._note(entry, key, call)
        return None if entry is None else entry.planned

    def put(self, key: Key, equal: Key, call: Call, planned: Planned) -> Planned:
        """Store a plan and return it. If another thread has already stored one, return its plan."""
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
        """Remove all plans."""
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
        # This must come first: as long as the key can be found, the object with its id must be
        # alive.
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
    """Return the approximate CPU memory of a plan in bytes, without data that plans share."""
    size = sys.getsizeof(thing, 0)
    if isinstance(thing, np.ndarray):
        return size if thing.base is None else size + int(thing.nbytes)
    if isinstance(thing, (tuple, list)):
        return size + sum(map(bytes_of, thing))
    if isinstance(thing, (Planned, Plan, Step, Reach, Pair)):
        return size + sum(bytes_of(getattr(thing, f.name)) for f in fields(thing))
    return size
