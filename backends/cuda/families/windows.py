"""Graph ops with one kernel over windows per op, generated from declarations (clauses G1, G10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from samebits.backends.cuda.arrays.views import View, new
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit
from samebits.backends.cuda.generators.formulas import units_of
from samebits.backends.cuda.generators.given import given
from samebits.backends.cuda.generators.window_formulas import SOURCE, WindowFormula, window_formula
from samebits.backends.cuda.launching.reductions import BLOCKS_FOR_EACH
from samebits.backends.cuda.launching.walks import contiguous, copy
from samebits.backends.cuda.machines.protocol import Launch, Machine
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

_Windows = structure(SOURCE, "sb_windows")
(_BLOCK,) = constants(SOURCE, "SB_WINDOW_BLOCK")


def units(op: str) -> Iterable[Unit]:
    """Return one unit for each signature with a formula."""
    return units_of(window_formula, op)


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Compute the op by one launch. Arrays that are not contiguous are copied."""
    found = window_formula(call.op, (call.inputs, call.outputs))
    assert isinstance(found, WindowFormula)
    shapes = [view.shape for view in inputs]
    needed = given(call, shapes)
    count = outputs[0].count
    if not count:
        return
    sources = [contiguous(machine, view, view.item) for view in inputs]
    results = [
        view if view.is_contiguous else new(machine, view.shape, view.format) for view in outputs
    ]
    made = _Windows(count=count, taken=needed.bits(found.branches))
    for i, view in enumerate((*sources, *results)):
        made.data[i] = view.address
    for name, slot in found.numbers.items():
        if name in needed.numbers:  # the kernel does not read scalars of the arm that is not taken
            made.numbers[slot] = needed.numbers[name]
    scope, rank = get_op(call.op).scope(call, shapes), len(inputs[0].shape) - 2
    for slot, name in enumerate(found.names):
        for axis, value in enumerate(scope.along(name, rank)):
            made.named[slot][axis] = value
    blocks = min(-(-count // _BLOCK), machine.multiprocessors * BLOCKS_FOR_EACH)
    kernel = Kernel(found.unit, found.entry)
    machine.launch(kernel, Launch((blocks, 1, 1), (_BLOCK, 1, 1)), (made,))
    for view, result in zip(results, outputs, strict=True):
        if view is not result:
            copy(machine, view, result)
