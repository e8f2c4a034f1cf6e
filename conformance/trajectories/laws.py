"""Laws about networks: relations between runs of one network, without a recorded root (G20).

Each law is a module of the folder `network_laws` that defines `LAW`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.backends.executor import execute
from samebits.backends.hosting.session import RemoteSession
from samebits.common.modules import modules_of
from samebits.conformance.calls.subject import Subject
from samebits.conformance.trajectories import network_laws
from samebits.spec.formats import bits_of, format_of
from samebits.spec.language.call import Call
from samebits.spec.language.graph_steps import RunNode
from samebits.spec.trajectories.trajectory import Trajectory

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Sides:
    """A difference of two sides: the name of the value, the sides, and the first wrong element."""

    where: str
    one: str
    other: str
    format: str
    index: int
    base: int
    found: int
    wrong: int


@dataclass(frozen=True, slots=True)
class NetworkLaw:
    """A law about networks: its name, statement, rules, check, and the trajectories it is for.

    `check` gets the trajectory and the bench, and returns the first difference, or None.
    """

    name: str
    says: str
    rules: tuple[str, ...]
    applies: Callable[[Trajectory], bool]
    check: Callable[[Trajectory, Bench], Sides | None]


@dataclass(slots=True)
class Bench:
    """A session for laws. `elements` is the number of compared elements."""

    subject: Subject
    elements: int = 0

    def run(self, call: Call, inputs: Sequence[Array]) -> Sequence[Array]:
        """Run a call in the session and return its results."""
        return execute(self.subject.session, call, inputs)

    def elsewhere(self) -> RunNode:
        """Return a function that runs a call in a session that has made no earlier call."""
        if isinstance(self.subject.session, RemoteSession):
            self.subject.session.restart()
            return self.run
        session = self.subject.backend.open(self.subject.device.name)
        return lambda call, inputs: execute(session, call, inputs)

    def differs(self, where: str, one: str, base: Array, other: str, found: Array) -> Sides | None:
        """Return the first difference of two arrays of the same shape, or None."""
        self.elements += base.size
        a, b = bits_of(base).reshape(-1), bits_of(found).reshape(-1)
        if a.shape != b.shape:
            raise ValueError(f"{where}: {base.shape} and {found.shape} cannot be compared")
        wrong = np.flatnonzero(a != b)
        if not wrong.size:
            return None
        at, name = int(wrong[0]), format_of(base).name
        return Sides(where, one, other, name, at, int(a[at]), int(b[at]), wrong.size)


@cache
def all_laws() -> Mapping[str, NetworkLaw]:
    """Return every law, sorted by name."""
    found = [load().LAW for _, load in modules_of(network_laws)]
    return MappingProxyType({law.name: law for law in found})
