"""Graph ops of nodes and reshapes alone: their nodes, one after the other, in memory of the call.

Nothing goes through the host. The last node writes to the result itself where that lies together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from samebits.backends.cuda.cutting.between import Between
from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.cuda.units import Unit
from samebits.backends.cuda.views import View
from samebits.backends.cuda.walks import copy
from samebits.backends.protocol import Support, Supported
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.graph import Graph
from samebits.spec.graph_steps import Steps
from samebits.spec.graph_walk import steps_of
from samebits.spec.moves import Reshape


def units(op: str) -> Iterable[Unit]:
    """None of its own: the nodes' are those of their ops."""
    return ()


def supports(call: Call) -> Support:
    """Every declared signature."""
    return Supported()


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """The launches of all nodes, and copies to results that do not lie together."""
    graph = get_op(call.op).graph
    assert isinstance(graph, Graph)
    steps = steps_of(graph, call, [view.shape for view in inputs])
    operands = dict(zip(graph.operands, inputs, strict=False))
    targets = {}
    for name, view in zip(graph.results, outputs, strict=False):
        if view.is_contiguous:
            targets[_maker(steps, name)] = view
    between = Between(machine, call.op, steps, operands, targets=targets)
    for name, view in zip(graph.results, outputs, strict=False):
        made = between.value(name)
        if made.address != view.address:
            copy(machine, made, view)


def _maker(steps: Steps, name: str) -> str:
    """The node whose result this is, in this or another shape."""
    moved = {step.name: step.inputs[0] for step in steps.steps if isinstance(step.item, Reshape)}
    while name in moved:
        name = moved[name]
    return name
