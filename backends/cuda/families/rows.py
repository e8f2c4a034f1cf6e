"""Graph ops over rows that are one kernel each, made of their declarations (row_formulas.py)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod

from samebits.backends.cuda.declared import constants, structure
from samebits.backends.cuda.given import given
from samebits.backends.cuda.machines.protocol import Launch, Machine
from samebits.backends.cuda.reductions import (
    BLOCKS_FOR_EACH,
    PACK,
    WARP,
    nodes,
    row_plan,
    terms_in_pack,
)
from samebits.backends.cuda.row_formulas import COLUMN, SOURCE, WHOLE, RowFormula, row_formula
from samebits.backends.cuda.units import Kernel, Unit
from samebits.backends.cuda.views import View, new
from samebits.backends.cuda.walks import contiguous, copy, permuted
from samebits.backends.protocol import Support, Supported, Unsupported
from samebits.spec.call import Call
from samebits.spec.catalog import get_op
from samebits.spec.shapes import normalize_axes

_Rows = structure(SOURCE, "sb_rows")
_TERMS, _THREADS = constants(SOURCE, "SB_ROWS_TERMS", "SB_ROWS_THREADS")


def units(op: str) -> Iterable[Unit]:
    """One unit for each signature that is a formula."""
    found = (row_formula(op, signature) for signature in get_op(op).signatures)
    return [each.unit for each in found if isinstance(each, RowFormula)]


def supports(call: Call) -> Support:
    """Every signature that is a formula; others are run node by node."""
    found = row_formula(call.op, (call.inputs, call.outputs))
    if isinstance(found, RowFormula):
        return Supported()
    return Unsupported(f"the CUDA backend has no kernel for {call.op}[{call.label}]: it {found}")


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """One launch, and copies of what does not lie together row after row."""
    found = row_formula(call.op, (call.inputs, call.outputs))
    assert isinstance(found, RowFormula)
    needed = given(call, [view.shape for view in inputs])
    shape = inputs[found.operands.index(WHOLE)].shape
    (axis,) = normalize_axes(call.op, call.attributes["axis"], len(shape))
    order, ends = list(range(len(shape))), slice(axis, None)
    if found.is_along_axis:
        order, ends = [*order[:axis], *order[axis + 1 :], axis], slice(axis, axis + 1)
    terms = prod(shape[ends])
    rows = prod(shape[:axis]) * (prod(shape[axis + 1 :]) if found.is_along_axis else 1)
    if not any(view.count for view in outputs):
        return
    kinds = (*found.operands, *found.results)
    placed = [
        permuted(view, order) if kind == WHOLE else view
        for view, kind in zip((*inputs, *outputs), kinds, strict=True)
    ]
    views = [contiguous(machine, view, view.item) for view in placed[: len(inputs)]]
    for view in placed[len(inputs) :]:
        views.append(view if view.is_contiguous else new(machine, view.shape, view.format))
    _launch(machine, found, views, kinds, rows, terms, needed.numbers, needed.bits(found.branches))
    for made, view in zip(views[len(inputs) :], placed[len(inputs) :], strict=True):
        if made is not view:
            copy(machine, made, view)


def _launch(
    machine: Machine,
    found: RowFormula,
    views: Sequence[View],
    kinds: Sequence[str],
    rows: int,
    terms: int,
    numbers: Mapping[str, int],
    taken: int,
) -> None:
    first = views[kinds.index(WHOLE)]
    slices = nodes(first.memory, first.item, rows, terms, first.address)
    in_pack = terms_in_pack(first.item)
    if terms <= WARP * in_pack:
        plan = row_plan("short", slices, 1, WARP)
    else:
        stage = "rows" if terms <= _THREADS * _TERMS else "long"
        plan = row_plan(stage, slices, _TERMS // in_pack, _THREADS)
    made = _Rows(rows=rows, terms=terms, taken=taken, threads=plan.threads)
    for i, (view, kind) in enumerate(zip(views, kinds, strict=True)):
        made.data[i] = view.address
        is_even = kind == COLUMN or terms * view.item % PACK == 0
        made.packed |= (view.address % PACK == 0 and is_even) << i
    for name, pattern in numbers.items():
        made.numbers[found.numbers[name]] = pattern
    tasks = -(-rows // (plan.block[0] // plan.threads))
    blocks = min(tasks, machine.multiprocessors * BLOCKS_FOR_EACH)
    kernel = Kernel(found.unit, found.entries[plan.stage])
    machine.launch(kernel, Launch((blocks, 1, 1), plan.block), (made,))
