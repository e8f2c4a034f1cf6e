"""One step of a trajectory: its calls, and the only function that runs them (clause G20).

    values = dict(trajectory.start())
    values = next_values(trajectory, run_step(trajectory, step, values, data, run))

`run` runs a call, as in graph_walk.py: the oracle passes its own evaluation, and a trainer passes a
function that calls a session.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.families.schedules import SCHEDULES
from samebits.spec.formats import format_of
from samebits.spec.language.call import AttributeValue, Call
from samebits.spec.language.geometry import Attributes, Shape, shape_rule
from samebits.spec.language.graph import Graph
from samebits.spec.language.graph_steps import Array, RunNode, Step, Steps, unfold, walk
from samebits.spec.language.scalars import evaluate
from samebits.spec.language.scope import Scope
from samebits.spec.trajectories.trajectory import Trajectory


@shape_rule([], example=[], refusals=())
def no_rule(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Return no shapes.

    A step is not an op, so it has no shape rule; each of its nodes has a rule.
    """
    return ()


def attributes_of(
    trajectory: Trajectory, step: int, values: Mapping[str, Array]
) -> dict[str, AttributeValue]:
    """Return the attributes that the graph of step number `step` (from 0 on) may read.

    The optimizer's step number is 1 plus the number of finished steps. The state that the
    trajectory names in `counted` counts the finished steps. If it names no state, all steps before
    this one are counted.
    """
    done = int(values[trajectory.counted]) if trajectory.counted else step
    rate = evaluate(SCHEDULES[trajectory.schedule].rate, trajectory.rates, {"t": done})
    return {"step": done + 1, "lr": rate, "seed": (trajectory.seed, 0), "stream": (step, 0)}


FIRST: Mapping[str, AttributeValue] = {"step": 1, "lr": 0.0, "seed": (0, 0), "stream": (0, 0)}
"""Attributes of the first step, for code that needs the calls but does not run them."""


def unfolded(
    trajectory: Trajectory,
    graph: Graph,
    formats: Mapping[str, str],
    attributes: Mapping[str, AttributeValue],
    sizes: Mapping[str, int] | None = None,
) -> Steps:
    """Return the calls and moves of a graph of a trajectory, in order.

    Raises SpecError if the graph is not valid for these formats.
    """
    inputs = tuple(formats[name] for name in graph.operands)
    call = Call(trajectory.name, 1, inputs, (), attributes)
    scope = Scope(no_rule, call.attributes, dict(trajectory.sizes if sizes is None else sizes))
    return unfold(graph, call, scope, get_op)


def formats_of(trajectory: Trajectory) -> dict[str, str]:
    """Return the formats of the states, of the data operands, and of the caches of decoding."""
    known = {state.name: state.format for state in trajectory.states}
    decode = trajectory.decode.operands if trajectory.decode is not None else ()
    known = dict.fromkeys(decode, trajectory.precision) | known
    return known | {given.name: given.format for given in trajectory.data.operands}


def steps_of_graphs(trajectory: Trajectory) -> list[Step]:
    """Return the calls and moves of the first step and of the graphs that laws test, in order."""
    formats = formats_of(trajectory)
    graphs = (trajectory.step, trajectory.forward, trajectory.gradients)
    return [
        step
        for graph in (*graphs, trajectory.decode)
        if graph is not None
        for step in unfolded(trajectory, graph, formats, FIRST).steps
    ]


def calls(trajectory: Trajectory) -> list[Call]:
    """Return the distinct op calls of `steps_of_graphs`."""
    found = (step.call for step in steps_of_graphs(trajectory) if step.call is not None)
    return list(dict.fromkeys(found))


def run_graph(
    trajectory: Trajectory,
    graph: Graph,
    values: Mapping[str, Array],
    attributes: Mapping[str, AttributeValue],
    run: RunNode,
    sizes: Mapping[str, int] | None = None,
) -> dict[str, Array]:
    """Return every value of a graph by name, for operands from `values`.

    Raises SpecError if a node fails; the message names the node.
    """
    given = {name: values[name] for name in graph.operands}
    formats = {name: format_of(x).name for name, x in given.items()}
    found = unfolded(trajectory, graph, formats, attributes, sizes)
    made = walk(trajectory.name, found.steps, given, run)
    made.update({name: made[place] for name, place in found.names.items()})
    return made


def run_step(
    trajectory: Trajectory,
    step: int,
    states: Mapping[str, Array],
    data: Mapping[str, Array],
    run: RunNode,
) -> dict[str, Array]:
    """Return every value of step number `step` (from 0 on) by name, including the new states."""
    attributes = attributes_of(trajectory, step, states)
    made = run_graph(trajectory, trajectory.step, {**states, **data}, attributes, run)
    for state in trajectory.states:
        if made[state.new].shape != state.shape:
            raise SpecError(
                f"{trajectory.name}: {state.new} has shape {made[state.new].shape}, but the state "
                f"{state.name} has shape {state.shape}"
            )
    return made


def next_states(trajectory: Trajectory, made: Mapping[str, Array]) -> dict[str, Array]:
    """Return the states with which the next step begins."""
    return {state.name: made[state.new] for state in trajectory.states}
