"""Graph ops with one elementwise kernel each, generated from their declarations (clause G1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from samebits.backends.cuda.arrays.views import View, broadcast, new
from samebits.backends.cuda.choice import run_call
from samebits.backends.cuda.compiling.declared import structure
from samebits.backends.cuda.compiling.units import Kernel, Unit
from samebits.backends.cuda.generators.formulas import SOURCE, Formula, formula, units_of
from samebits.backends.cuda.generators.given import given
from samebits.backends.cuda.generators.graph_lists import listed
from samebits.backends.cuda.launching.walks import place, start
from samebits.backends.cuda.machines.protocol import Machine
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

_Graph = structure(SOURCE, "sb_graph")


def units(op: str) -> Iterable[Unit]:
    """Return one unit for each signature with a formula, and one for each of its list kernels."""
    return (*units_of(formula, op), *units_of(listed, op))


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Compute the op by one launch, followed by reductions.

    Operands are broadcast to the result.
    """
    found = formula(call.op, (call.inputs, call.outputs))
    assert isinstance(found, Formula)
    needed = given(call, [view.shape for view in inputs])
    reduced = {i for i, _, _ in found.reductions}
    stored = [view for i, view in enumerate(outputs) if i not in reduced]
    shape = stored[0].shape
    extra = [new(machine, shape, form) for _, _, form in found.reductions]
    if stored[0].count:
        views = [*(broadcast(view, shape) for view in inputs), *stored, *extra]
        made, kernel = _Graph(), Kernel(found.unit, found.entry)
        place(kernel, views, made)
        for name, pattern in needed.numbers.items():
            made.numbers[found.numbers[name]] = pattern
        made.taken = needed.bits(found.branches)
        start(machine, kernel, views, (made,))
    for (i, op, form), terms in zip(found.reductions, extra, strict=True):
        inner = get_op(op).call([form], [outputs[i].format])
        run_call(machine, inner, (terms,), (outputs[i],))
