"""Law: a run that stops and resumes at any step equals a run without a stop."""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.conformance.trajectories.data import operands
from samebits.conformance.trajectories.laws import Bench, NetworkLaw, Sides
from samebits.spec.formats import bits_of, format_of, from_bits
from samebits.spec.trajectories.trajectory import Trajectory
from samebits.spec.trajectories.trajectory_steps import (
    attributes_of,
    formats_of,
    next_states,
    run_step,
    unfolded,
)

Array = np.ndarray[Any, Any]


def _check(trajectory: Trajectory, bench: Bench) -> Sides | None:
    """Compare a run without a stop with runs that resume from stored states in a new session."""
    run = bench.elsewhere()
    states, kept = trajectory.start(), []
    for step in range(trajectory.steps):
        made = run_step(trajectory, step, states, operands(trajectory.data, step), run)
        states = next_states(trajectory, made)
        kept.append(made)
    for step in range(1, trajectory.steps):
        stopped = {name: _stored(x) for name, x in next_states(trajectory, kept[step - 1]).items()}
        data = operands(trajectory.data, step)
        made = run_step(trajectory, step, stopped, data, bench.elsewhere())
        attributes = attributes_of(trajectory, step, stopped)
        for each in unfolded(trajectory, trajectory.step, formats_of(trajectory), attributes).steps:
            what = each.call.op if each.call is not None else "move"
            for name in filter(None, each.names):
                found = bench.differs(
                    f"step {step + 1} of {trajectory.steps}: node {name} ({what})",
                    "never stopped", kept[step][name],
                    f"resumed at step {step + 1}", made[name],
                )  # fmt: skip
                if found is not None:
                    return found
    return None


def _stored(x: Array) -> Array:
    """Return a copy of an array that is made from its bytes, as if read from a file."""
    bits = bits_of(x)
    return from_bits(np.frombuffer(bits.tobytes(), bits.dtype).reshape(x.shape), format_of(x).name)


LAW = NetworkLaw(
    name="resumed",
    says="a run resumed at any step in a new session equals one that never stopped",
    rules=("G20.7",),
    applies=lambda trajectory: True,
    check=_check,
)
