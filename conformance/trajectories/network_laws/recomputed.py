"""Law: recomputed activations equal the stored ones, and so do the gradients made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from samebits.conformance.trajectories.data import operands
from samebits.conformance.trajectories.laws import Bench, NetworkLaw, Sides
from samebits.spec.formats import format_of
from samebits.spec.language.graph_steps import Step, run_step
from samebits.spec.trajectories.trajectory import Trajectory
from samebits.spec.trajectories.trajectory_steps import attributes_of, run_graph, unfolded

Array = np.ndarray[Any, Any]


def _check(trajectory: Trajectory, bench: Bench) -> Sides | None:
    """Compare results of each node, in reverse order, with its results on recomputed operands."""
    states = trajectory.start()
    values = {**states, **operands(trajectory.data, 0)}
    attributes, graph = attributes_of(trajectory, 0, states), trajectory.gradients
    kept = run_graph(trajectory, graph, values, attributes, bench.run)
    given = {name: values[name] for name in graph.operands}
    formats = {name: format_of(x).name for name, x in given.items()}
    steps = unfolded(trajectory, graph, formats, attributes).steps
    by_name = {name: step for step in steps for name in step.names if name}
    for step in reversed(steps):
        if step.call is None:
            continue
        for name, x in _anew(step, given, kept, by_name, bench).items():
            found = bench.differs(name, "kept", kept[name], "recomputed", x)
            if found is not None:
                return found
    return None


def _anew(
    step: Step,
    given: Mapping[str, Array],
    kept: Mapping[str, Array],
    by_name: Mapping[str, Step],
    bench: Bench,
) -> dict[str, Array]:
    """Return the results of a step whose operands are recomputed by the steps that made them."""
    letters: dict[str, int] = {}
    fresh = dict(given)
    for name in step.inputs:
        if name not in fresh:
            made = by_name[name]
            before = [kept[x] for x in made.inputs]
            fresh.update(zip(made.names, run_step(made, before, letters, bench.run), strict=True))
    results = run_step(step, [fresh[name] for name in step.inputs], letters, bench.run)
    return {name: x for name, x in zip(step.names, results, strict=True) if name}


LAW = NetworkLaw(
    name="recomputed",
    says="activations computed again for the way back, in another order, are those that were kept",
    rules=("G20.7",),
    applies=lambda trajectory: True,
    check=_check,
)
