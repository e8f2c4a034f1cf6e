"""The reference for a step: c:baseline if it gives the recorded root, else the oracle.

It is computed only after a mismatch. A reference is accepted for a step only if it computes the
recorded root from the states before the step. Therefore wrong bits are never shown as right bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from samebits.backends.executor import execute
from samebits.common.errors import SamebitsError
from samebits.conformance.calls.subject import open_subject
from samebits.conformance.errors import one_line
from samebits.conformance.trajectories.roots import root
from samebits.spec.language.graph_steps import RunNode
from samebits.spec.trajectories.trajectory import Trajectory
from samebits.spec.trajectories.trajectory_steps import run_step

Array = np.ndarray[Any, Any]

BACKEND, DEVICE = "c", "baseline"


@contextmanager
def baseline() -> Iterator[RunNode]:
    """Yield a function that runs a call on c:baseline, in a separate host.

    Raises BackendError if c:baseline cannot be opened.
    """
    with open_subject(BACKEND, DEVICE) as subject:
        yield lambda call, inputs: execute(subject.session, call, inputs)


@contextmanager
def oracle() -> Iterator[RunNode]:
    """Yield a function that evaluates a call exactly.

    Raises SamebitsError if the packages of the oracles are not installed.
    """
    from samebits.oracles import agreement
    from samebits.oracles.discovery import all_oracles

    all_oracles()
    yield agreement.evaluate


@contextmanager
def believed(
    trajectory: Trajectory,
    step: int,
    states: Mapping[str, Array],
    data: Mapping[str, Array],
    wanted: str,
) -> Iterator[tuple[RunNode | None, str]]:
    """Yield a reference that gives the recorded root of a step, and its name.

    Without a reference, yield None and the reasons.
    """
    reasons = []
    for name, opened in (("c:baseline", baseline), ("the oracle", oracle)):
        try:
            with opened() as run:
                made = run_step(trajectory, step, states, data, run)
                if root(trajectory, made) == wanted:
                    yield run, name
                    return
                reasons.append(f"{name} has not the recorded root either")
        except (SamebitsError, ImportError) as error:
            reasons.append(f"{name}: {one_line(error)}")
    yield None, "; ".join(reasons)
