"""Graph ops that are one kernel each, made of their declarations (formulas.py; clause G1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from samebits.backends.cuda.declared import structure
from samebits.backends.cuda.formulas import SOURCE, Formula, formula
from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.cuda.units import Kernel, Unit
from samebits.backends.cuda.views import View, broadcast
from samebits.backends.cuda.walks import place, start
from samebits.backends.protocol import BackendError, Support, Supported, Unsupported
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of
from samebits.spec.graph import Graph, Number
from samebits.spec.graph_steps import Array, Steps, walk
from samebits.spec.graph_walk import steps_of

_Graph = structure(SOURCE, "sb_graph")


def units(op: str) -> Iterable[Unit]:
    """One unit for each signature that is a formula."""
    found = (formula(op, signature) for signature in get_op(op).signatures)
    return [each.unit for each in found if isinstance(each, Formula)]


def supports(call: Call) -> Support:
    """Every signature that is a formula; others are run node by node."""
    found = formula(call.op, (call.inputs, call.outputs))
    if isinstance(found, Formula):
        return Supported()
    return Unsupported(f"the CUDA backend has no kernel for {call.op}[{call.label}]: it {found}")


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """One launch; operands of fewer elements are repeated."""
    found = formula(call.op, (call.inputs, call.outputs))
    graph, shape = get_op(call.op).graph, outputs[0].shape
    assert isinstance(found, Formula)
    assert isinstance(graph, Graph)
    try:
        steps = steps_of(graph, call, [view.shape for view in inputs])
        numbers = _numbers(call.op, steps)
        views = [*(broadcast(view, shape) for view in inputs), *outputs]
    except (SpecError, ValueError) as error:
        raise BackendError(f"{call}: {error}") from error
    if not outputs[0].count:
        return
    made, kernel = _Graph(), Kernel(found.unit, found.entry)
    made.flat, made.single = place(kernel, views, made)
    for name, pattern in numbers.items():
        made.numbers[found.numbers[name]] = pattern
    held = {id(branch) for branch, taken in steps.arms if taken}
    made.taken = sum(1 << i for i, each in enumerate(found.branches) if id(each) in held)
    start(machine, kernel, views, (made,))


def _numbers(op: str, steps: Steps) -> dict[str, int]:
    """The patterns of the scalars of the host that a call needs, by name. Raises SpecError."""
    scalars = [step for step in steps.steps if isinstance(step.item, Number)]
    return {name: int(bits_of(x)) for name, x in walk(op, scalars, {}, _no_node).items()}


def _no_node(call: Call, operands: Sequence[Array]) -> Array:
    raise AssertionError(f"{call} is no number")
