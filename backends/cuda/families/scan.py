"""Scans along one axis: cumulative sums and products. Each prefix is a tree (clauses T1, T6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.compiling.declared import constants
from samebits.backends.cuda.compiling.units import Unit, operations, unit
from samebits.backends.cuda.launching.reductions import (
    PACK,
    ROW_THREADS,
    WARP,
    Method,
    Plan,
    Slices,
    along,
    launch,
    nodes,
    row_packs,
    row_plan,
    terms_in_pack,
)
from samebits.backends.cuda.machines.protocol import Machine, Memory
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

(_LEVELS,) = constants("scan/scan.cuh", "SB_SCAN_LEVELS")  # levels of totals in one launch


def units(op: str) -> Iterable[Unit]:
    """Yield one unit for each signature."""
    for inputs, outputs in get_op(op).signatures:
        yield _unit(op, inputs[0], outputs[0])


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Scan each line of the operand along the axis."""
    (view,), (result,) = inputs, outputs
    if not view.count:
        return
    (axis,) = normalize_axes(call.op, call.attributes["axis"], len(view.shape))
    along(machine, view, result, axis, partial(_scan, machine, call))


def _scan(machine: Machine, call: Call, lines: Slices, result: View) -> None:
    source = call.inputs[0]
    in_pack = terms_in_pack(lines.item)
    wide = FORMATS[source].bits == 64 or not FORMATS[source].is_float
    method = Method(_unit(call.op, source, call.outputs[0]), call.op, source, 8 if wide else 4)
    if lines.terms <= WARP * in_pack:
        plan = row_plan("short", lines, 1, WARP)
    else:
        plan = row_plan("rows", lines, row_packs(lines.item), ROW_THREADS)
    if plan.segments > 1:
        totals = _totals(machine, method, plan, lines)
        method = Method(method.unit, method.op, source, method.state, centres=totals)
    stored = result.address % PACK == 0 and lines.terms % in_pack == 0
    launch(machine, method, plan, lines, result.address, stored=stored)


def _totals(machine: Machine, method: Method, plan: Plan, lines: Slices) -> View:
    """Return the totals [line][tile] of tiles, followed by totals of pairs, of fours and so on."""
    widths = [plan.segments]
    while widths[-1] > 1:
        widths.append(-(-widths[-1] // 2))
    memory = machine.allocate(sum(widths) * lines.outputs * method.state)
    tiles = Plan("totals", plan.block, plan.threads, plan.segments, plan.tasks)
    launch(machine, method, tiles, lines, memory.address)
    for level in range(0, len(widths) - 1, _LEVELS):
        _higher_levels(machine, method, memory, lines.outputs, widths, level)
    # The format of this view is not used; only the address of the totals is.
    return View(memory, memory.address, (sum(widths) * lines.outputs,), (method.state,), "i64")


def _higher_levels(
    machine: Machine,
    method: Method,
    memory: Memory,
    lines: int,
    widths: Sequence[int],
    level: int,
) -> None:
    start = memory.address + sum(widths[:level]) * lines * method.state
    below = nodes(memory, method.state, lines, widths[level], start)
    groups = lines * -(-widths[level] // WARP)
    tasks = -(-groups // (ROW_THREADS // WARP))
    plan = Plan("levels", (ROW_THREADS, 1, 1), ROW_THREADS, 1, tasks)
    launch(machine, method, plan, below, start + widths[level] * lines * method.state)


def _unit(op: str, source: str, result: str) -> Unit:
    return unit(operations()[op][1], SB_A=source, SB_R=result)
