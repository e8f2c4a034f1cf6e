"""Law: gradients of micro-batches of 256 * 2^k rows, added by T1, equal the batch's gradients."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from samebits.conformance.trajectories.data import operands
from samebits.conformance.trajectories.laws import Bench, NetworkLaw, Sides
from samebits.spec.catalog import get_op
from samebits.spec.trajectories.trajectory import Trajectory
from samebits.spec.trajectories.trajectory_steps import attributes_of, run_graph

Array = np.ndarray[Any, Any]

ROWS = 1024
PARTS = (256, 512)


def _check(trajectory: Trajectory, bench: Bench) -> Sides | None:
    """Compare the gradients of 1024 rows with sums of the gradients of 4 parts and of 2."""
    data = operands(replace(trajectory.data, rows=ROWS), 0)
    whole = _gradients(trajectory, bench, data, ROWS)
    for rows in PARTS:
        parts = []
        for first in range(0, ROWS, rows):
            some = {
                name: x[first * (len(x) // ROWS) : (first + rows) * (len(x) // ROWS)]
                for name, x in data.items()
            }
            parts.append(_gradients(trajectory, bench, some, rows))
        for name in trajectory.composed:
            at = trajectory.parameters.index(name)
            total = _added(bench, [part[at] for part in parts])
            one, other = f"{ROWS} rows", f"{ROWS // rows} times {rows} rows"
            found = bench.differs(f"gradient of {name}", one, whole[at], other, total)
            if found is not None:
                return found
    return None


def _gradients(
    trajectory: Trajectory, bench: Bench, data: dict[str, Array], rows: int
) -> list[Array]:
    """Return the gradients of all parameters for some rows of the data, divided by ROWS."""
    states, graph = trajectory.start(), trajectory.gradients
    sizes = {**trajectory.sizes, "N": rows, "M": ROWS}
    attributes = attributes_of(trajectory, 0, states)
    made = run_graph(trajectory, graph, {**states, **data}, attributes, bench.run, sizes)
    return [made[name] for name in graph.results]


def _added(bench: Bench, parts: Sequence[Array]) -> Array:
    """Return the sum of 2^k parts by T1, which adds adjacent pairs."""
    add = get_op("add").call(["f32", "f32"])
    level = list(parts)
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=True)
        level = [np.asarray(bench.run(add, pair)[0]) for pair in pairs]
    return level[0]


LAW = NetworkLaw(
    name="micro_batches",
    says="gradients of micro-batches of 256 * 2^k rows, added by T1, are those of the full batch",
    rules=("G20.7", "T1", "T4"),
    applies=lambda trajectory: bool(trajectory.composed) and trajectory.precision == "f32",
    check=_check,
)
