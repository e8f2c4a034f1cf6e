"""The recorded roots: one for each step of each trajectory, and what they were made from.

Those of a small trajectory's first steps, as many as it calls proven, are the oracle's. All others
are what c:baseline gave: they say that devices agree, not that c:baseline is right, for which stand
the oracle's steps and the golden cases of every op. write.py makes the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from samebits.conformance.errors import JudgeError
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.graph_walk import steps_of
from samebits.spec.language.call import Call
from samebits.spec.language.graph_steps import Step
from samebits.spec.trajectories.trajectory import Trajectory
from samebits.spec.trajectories.trajectory_steps import steps_of_graphs
from samebits.vectors.digests import bits_digest, merkle_root

Array = np.ndarray[Any, Any]

FILE = Path(__file__).parent / "roots.json"


@dataclass(frozen=True, slots=True)
class Recorded:
    """What is known of one trajectory.

    `declared` is the digest of all that is computed, `data` that of what it reads, `start` the root
    of the states before the first step; `proven` counts the roots that the oracle made.
    """

    declared: str
    data: str
    start: str
    proven: int
    roots: tuple[str, ...]


@cache
def recorded() -> Mapping[str, Recorded]:
    """What is recorded, by the names of trajectories."""
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return {name: Recorded(**{**x, "roots": tuple(x["roots"])}) for name, x in found.items()}


def roots_of(trajectory: Trajectory) -> Recorded:
    """What is recorded of a trajectory. Raises JudgeError where nothing is, or of another one."""
    found = recorded().get(trajectory.name)
    if found is None or len(found.roots) != trajectory.steps:
        raise JudgeError(
            f"{trajectory.name} has no recorded roots: nox -s record -- trajectories --record"
        )
    return found


def leaves(trajectory: Trajectory, values: Mapping[str, Array]) -> list[str]:
    """SHA-256 of the bits of everything that is watched, in order."""
    return [bits_digest(bits_of(values[name])) for name in trajectory.watched]


def root(trajectory: Trajectory, values: Mapping[str, Array]) -> str:
    """The Merkle root of a step's leaves."""
    return merkle_root(leaves(trajectory, values))


def states_root(trajectory: Trajectory, states: Mapping[str, Array]) -> str:
    """The Merkle root of all states, in the order of their declaration."""
    return merkle_root([bits_digest(bits_of(states[state.name])) for state in trajectory.states])


def start_root(trajectory: Trajectory) -> str:
    """The Merkle root of the states before the first step."""
    return states_root(trajectory, trajectory.start())


def declared(trajectory: Trajectory) -> str:
    """The digest of what a trajectory computes: every call, and the nodes of each that is a graph.

    It changes with whatever could change a root: a call, a move, a node of an op inside.
    """
    found = hashlib.sha256()
    plain = (
        trajectory.name, trajectory.states, trajectory.watched, trajectory.schedule,
        sorted(trajectory.rates.items()), trajectory.steps, trajectory.seed, trajectory.counted,
        trajectory.data,
        sorted(trajectory.sizes.items()),
    )  # fmt: skip
    found.update(repr(plain).encode())
    for step in steps_of_graphs(trajectory):
        found.update(_written(step).encode())
    return found.hexdigest()[:16]


def _written(step: Step) -> str:
    """A step in full: a move or a number as it is declared, a call with all that is inside."""
    inner = repr(step.item) if step.call is None else _inside(step.call)
    return f"{step.names} {step.inputs} {inner}\n"


@cache
def _inside(call: Call) -> str:
    """A call with the steps of its graph, those of their graphs, and so on."""
    graph = get_op(call.op).graph_of(call)
    if graph is None:
        return call.key()
    return f"{call.key()}({''.join(map(_written, steps_of(graph, call).steps))})"
