"""Graph ops whose nodes have kernels, which run one after another in device memory.

The CPU does no work between launches. The last node writes directly to a contiguous result.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.compiling.units import Kernel, Unit
from samebits.backends.cuda.families.between import Between
from samebits.backends.cuda.families.scatter import base
from samebits.backends.cuda.generators.node_graphs import node_graph
from samebits.backends.cuda.launching.walks import copy
from samebits.backends.cuda.machines.protocol import (
    Argument,
    Bytes,
    Fill,
    Keep,
    Launch,
    Machine,
    Memory,
    Refuse,
)
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS
from samebits.spec.graph_walk import steps_of
from samebits.spec.language.call import Call
from samebits.spec.language.graph import Graph
from samebits.spec.language.graph_steps import Steps
from samebits.spec.language.moves import Reshape


def units(op: str) -> Iterable[Unit]:
    """Return no units, because the nodes use the units of their own ops."""
    return ()


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Launch all nodes, and copy each result that is not yet in its result array."""
    graph = node_graph(call.op, (call.inputs, call.outputs))
    assert isinstance(graph, Graph)
    watched = _Watched(machine)
    steps = steps_of(graph, call, [view.shape for view in inputs])
    operands = dict(zip(graph.operands, inputs, strict=False))
    places = [steps.names[name] for name in graph.results if name in steps.names]
    targets = {}
    for place, view in zip(places, outputs, strict=True):
        maker = _maker(steps, place)
        if maker and view.is_contiguous:
            targets[maker] = view
    between = Between(watched, call.op, steps, operands, targets=targets)
    for place, view in zip(places, outputs, strict=True):
        made = between.value(place)
        if made.address == view.address and made.memory is view.memory:
            continue
        if FORMATS[view.format].is_float:
            base(machine, made, view, watched.findings[0] if watched.findings else None)
        else:
            copy(machine, made, view)


def _maker(steps: Steps, place: str) -> str:
    """Return the step whose kernel can write this result directly, or "".

    Reshapes are skipped. The kernel must make NaNs canonical.
    """
    found = {name: step for step in steps.steps for name in step.names}
    while place in found and isinstance(found[place].item, Reshape):
        (place,) = found[place].inputs
    made = found[place].call if place in found else None
    if made is None or get_op(made.op).op_class == "move":
        return ""
    copies = made.op == "cast" and made.inputs == made.outputs
    return "" if copies else place


class _Watched:
    """A machine that records the findings of a call (see Machine)."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.findings: list[Memory] = []

    @property
    def multiprocessors(self) -> int:
        return self._machine.multiprocessors

    @property
    def shared_memory(self) -> int:
        return self._machine.shared_memory

    @property
    def capability(self) -> int:
        return self._machine.capability

    def allocate(self, size: int) -> Memory:
        return self._machine.allocate(size)

    def upload(self, memory: Memory, offset: int, data: Bytes) -> None:
        self._machine.upload(memory, offset, data)

    def launch(self, kernel: Kernel, shape: Launch, arguments: Sequence[Argument]) -> None:
        self._machine.launch(kernel, shape, arguments)

    def lasting(self, key: Hashable, size: int, fill: Fill) -> Memory | None:
        return self._machine.lasting(key, size, fill)

    def verify(self, finding: Memory, refuse: Refuse, keep: Keep) -> None:
        self.findings.append(finding)
        self._machine.verify(finding, refuse, keep)
