"""The plans of a session, kept for as long as they are used: those used longest ago go first.

Plans are many (one for each layout of a call's arrays) and some are large (a table that a call
uploads is part of its plan), so both their number and their memory are bounded.
"""

from __future__ import annotations

import sys
import threading
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any

import numpy as np

from samebits.backends.cuda.planning import Pair, Planned
from samebits.backends.cuda.plans import Plan, Step
from samebits.backends.cuda.views import Reach
from samebits.spec.language.call import Call

MOST_PLANS = 2048
"""Plans that a session keeps."""

MOST_BYTES = 128 << 20
"""Bytes of the host that they may take, about."""

_MOST_CALLS = 8
"""Call objects by which one plan is found, before those that were noted first are forgotten."""

_KEPT = 7 / 8
"""What is left of the number and of the bytes once too much was there, so that this is rare."""

Key = tuple[object, ...]


@dataclass(slots=True)
class Entry:
    """A plan; `turn` is when it was used last, `calls` keeps alive the objects whose ids are keys.

    `equal` is its key by the call's own key, `size` the bytes that it takes.
    """

    planned: Planned
    equal: Key
    size: int
    turn: int = 0
    calls: dict[Key, Call] = field(default_factory=dict)


class PlanCache:
    """Plans by the identity of a call, and by its key where an equal call was made anew.

    A hit is one look into a dictionary and takes no lock; any number of threads may ask at once.
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
        """The plan for a key that begins with the id of a call."""
        entry = self._found.get(key)
        if entry is None:
            return None
        entry.turn = self._turn()
        return entry.planned

    def equal(self, key: Key, equal: Key, call: Call) -> Planned | None:
        """The plan of an equal call, from now on that of this one too."""
        with self._changing:
            entry = self._equal.get(equal)
            if entry is not None:
                self._note(entry, key, call)
        return None if entry is None else entry.planned

    def put(self, key: Key, equal: Key, call: Call, planned: Planned) -> Planned:
        """Keep a plan; the one to use is what another thread has put meanwhile, if it has."""
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
        entry.calls[key] = call  # before the key can be found: its id is that of a living object
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
    """Bytes of the host that a plan takes, about: its own, not those of what all plans share."""
    size = sys.getsizeof(thing, 0)
    if isinstance(thing, np.ndarray):
        return size if thing.base is None else size + int(thing.nbytes)
    if isinstance(thing, (tuple, list)):
        return size + sum(map(bytes_of, thing))
    if isinstance(thing, (Planned, Plan, Step, Reach, Pair)):
        return size + sum(bytes_of(getattr(thing, f.name)) for f in fields(thing))
    return size
