"""The recorded roots: one for each step of each trajectory, and the digests of their inputs.

The oracle computed the first `proven` roots of a small trajectory. c:baseline computed all other
roots. They show that devices agree with c:baseline, but not that c:baseline is right. That is shown
by the oracle's steps and the golden cases of every op. write.py makes the file.
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
    """The recorded facts about one trajectory.

    `declared` is the digest of the computation, `data` the digest of its data, and `start` the root
    of the states before the first step. `proven` is the number of roots that the oracle computed.
    """

    declared: str
    data: str
    start: str
    proven: int
    roots: tuple[str, ...]


@cache
def recorded() -> Mapping[str, Recorded]:
    """Return the recorded facts, by the names of trajectories."""
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return {name: Recorded(**{**x, "roots": tuple(x["roots"])}) for name, x in found.items()}


def roots_of(trajectory: Trajectory) -> Recorded:
    """Return the recorded facts about a trajectory.

    Raises JudgeError if they are missing or incomplete.
    """
    found = recorded().get(trajectory.name)
    if found is None or len(found.roots) != trajectory.steps:
        raise JudgeError(
            f"{trajectory.name} has no complete list of recorded roots; make it with "
            "nox -s record -- trajectories --record"
        )
    return found


def leaves(trajectory: Trajectory, values: Mapping[str, Array]) -> list[str]:
    """Return the SHA-256 of the bits of every watched value, in the order of declaration."""
    return [bits_digest(bits_of(values[name])) for name in trajectory.watched]


def root(trajectory: Trajectory, values: Mapping[str, Array]) -> str:
    """Return the Merkle root of the digests of a step's watched values."""
    return merkle_root(leaves(trajectory, values))


def states_root(trajectory: Trajectory, states: Mapping[str, Array]) -> str:
    """Return the Merkle root of all states, in the order of their declaration."""
    return merkle_root([bits_digest(bits_of(states[state.name])) for state in trajectory.states])


def start_root(trajectory: Trajectory) -> str:
    """Return the Merkle root of the states before the first step."""
    return states_root(trajectory, trajectory.start())


def declared(trajectory: Trajectory) -> str:
    """Return the digest of a trajectory's computation: every call, and the nodes of graph ops.

    It changes with everything that could change a root: a call, a move, or a node of an inner op.
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
    """Return the full text of a step.

    The text has a declared move or host scalar, or a call with all of its inner steps.
    """
    inner = repr(step.item) if step.call is None else _inside(step.call)
    return f"{step.names} {step.inputs} {inner}\n"


@cache
def _inside(call: Call) -> str:
    """Return the text of a call and, recursively, of the steps of its graph."""
    graph = get_op(call.op).graph_of(call)
    if graph is None:
        return call.key()
    return f"{call.key()}({''.join(map(_written, steps_of(graph, call).steps))})"
