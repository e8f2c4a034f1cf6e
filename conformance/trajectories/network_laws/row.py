"""Law: a row that is computed separately equals the row in its batch, after every layer."""

from __future__ import annotations

from samebits.conformance.trajectories.data import operands
from samebits.conformance.trajectories.laws import Bench, NetworkLaw, Sides
from samebits.spec.trajectories.trajectory import Trajectory
from samebits.spec.trajectories.trajectory_steps import attributes_of, run_graph


def _check(trajectory: Trajectory, bench: Bench) -> Sides | None:
    """Compare every value of inference that has rows along its first axis, in node order."""
    states, data = trajectory.start(), operands(trajectory.data, 0)
    attributes, graph = attributes_of(trajectory, 0, states), trajectory.forward
    whole = run_graph(trajectory, graph, {**states, **data}, attributes, bench.run)
    rows = trajectory.data.rows
    for row in range(rows):
        part = {
            name: x[row * (len(x) // rows) : (row + 1) * (len(x) // rows)]
            for name, x in data.items()
        }
        sizes = {**trajectory.sizes, "N": 1}
        alone = run_graph(trajectory, graph, {**states, **part}, attributes, bench.run, sizes)
        for name, x in alone.items():
            if name in states or not x.ndim or len(x) * rows != len(whole[name]):
                continue
            inside = whole[name][row * len(x) : (row + 1) * len(x)]
            found = bench.differs(name, f"row {row} in a batch of {rows}", inside, "alone", x)
            if found is not None:
                return found
    return None


LAW = NetworkLaw(
    name="row",
    says="a row alone has, after every layer of inference, the bits that it has in its batch",
    rules=("G20.7",),
    applies=lambda trajectory: True,
    check=_check,
)
