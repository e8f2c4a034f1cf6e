"""Write roots.json.

    python -m samebits.conformance.trajectories --record [--name NAME ...]

The oracle computes the proven steps of a trajectory, and c:baseline computes all steps. If the two
differ, the file is not written. Entries of other trajectories stay unchanged.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from samebits.backends import discovery
from samebits.backends.executor import execute
from samebits.common.files import write_atomically
from samebits.conformance.errors import JudgeError
from samebits.conformance.trajectories.data import operands, source
from samebits.conformance.trajectories.reference import BACKEND, DEVICE, oracle
from samebits.conformance.trajectories.roots import FILE, declared, root, start_root
from samebits.spec.language.graph_steps import RunNode
from samebits.spec.trajectories.trajectory import Trajectory, all_trajectories, get_trajectory
from samebits.spec.trajectories.trajectory_steps import next_states, run_step


def roots(trajectory: Trajectory, run: RunNode, steps: int) -> Iterator[str]:
    """Yield the roots of the first `steps` steps."""
    states = trajectory.start()
    for step in range(steps):
        made = run_step(trajectory, step, states, operands(trajectory.data, step), run)
        states = next_states(trajectory, made)
        yield root(trajectory, made)


def computed(trajectory: Trajectory) -> list[str]:
    """Return the roots of all steps. Raises JudgeError if the oracle and c:baseline differ."""
    with discovery.load(BACKEND).open(DEVICE) as session:
        found = list(roots(trajectory, lambda call, x: execute(session, call, x), trajectory.steps))
    if trajectory.proven:
        with oracle() as run:
            for step, proven in enumerate(roots(trajectory, run, trajectory.proven)):
                if proven != found[step]:
                    text = f"{trajectory.name}: step {step + 1}: c:baseline differs from the oracle"
                    raise JudgeError(text)
    return found


def entry(trajectory: Trajectory) -> dict[str, object]:
    """Return the facts to record about a trajectory."""
    return {
        "declared": declared(trajectory),
        "data": source(trajectory.data.source).digest,
        "start": start_root(trajectory),
        "proven": trajectory.proven,
        "roots": computed(trajectory),
    }


def record(names: Sequence[str]) -> None:
    """Compute and write the entries of these trajectories. Other entries stay unchanged."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for name in names:
        kept[name] = entry(get_trajectory(name))
        known = {name: kept[name] for name in all_trajectories() if name in kept}
        write_atomically(FILE, (json.dumps(known, indent=0) + "\n").encode())
        print(f"{name}: {len(kept[name]['roots'])} roots", flush=True)
