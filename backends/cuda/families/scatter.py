"""Ops that add updates to the elements that an index selects (clause T7).

Positions are sorted stably by destination. Then the updates of each destination are summed in the
order of T1 (src/scatter/scatter.cuh). Indices are checked while the sort items are made. The result
is written only if all indices are valid.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence

from samebits.backends.cuda.arrays.views import View, new
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit, operations, unit
from samebits.backends.cuda.launching.placing import indices
from samebits.backends.cuda.launching.placing.contributions import (
    CARRIED,
    Contributions,
    along_axis,
    count,
    shape,
    to_rows,
)
from samebits.backends.cuda.launching.placing.sort import Items, new_items, sort, sort_units
from samebits.backends.cuda.launching.placing.walk import (
    BLOCKS_FOR_EACH,
    length_of,
    set_walk,
    spread,
)
from samebits.backends.cuda.launching.walks import launch
from samebits.backends.cuda.machines.protocol import Launch, Machine, Memory
from samebits.spec.catalog import get_op
from samebits.spec.families.indexing import ADDED_FORMATS, INDEX_FORMATS
from samebits.spec.language.call import Call

_SOURCE = "scatter/scatter.cuh"
# The number of threads of a block, and of sorted items in a window (a piece).
_BLOCK, _PIECE = constants(_SOURCE, "SB_SCATTER_BLOCK", "SB_PIECE")
(_ITEMS_BLOCK,) = constants("support/scatter_items.cu", "SB_INDEX_BLOCK")
_TURNS = 65535  # the largest number of blocks along y
# The format of the kernel that writes zeros, by element size in bytes.
_ZEROS = {1: "u8", 2: "i16", 4: "u32", 8: "i64"}


_Items = structure("support/scatter_items.cu", "sb_scatter_items")


_Sums = structure(_SOURCE, "sb_scatter")


def units(op: str) -> Iterable[Unit]:
    """Yield the units for each format and index format, and for both kinds of sort items."""
    yield from sort_units()
    for keyed in (False, True):
        yield from (_items_unit(form, keyed) for form in INDEX_FORMATS)
        yield from (_sums_unit(op, form, keyed) for form in ADDED_FORMATS)
    yield from (_base_unit(form) for form in ADDED_FORMATS)
    if len(get_op(op).operands) == 2:  # an op without a prior operand starts from zeros
        yield from (_zeros_unit(item) for item in _ZEROS)
    for form in INDEX_FORMATS:
        yield from indices.check_units(form)


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Check and sort the indices, then write the prior values and the sums.

    Raises BackendError for an index out of range.
    """
    views = [indices.aligned(machine, v) for v in inputs]
    prior = views.pop(0) if len(views) == 3 else None
    updates, index = views if prior is None else views[::-1]
    result = outputs[0]
    target = result if result.is_aligned else new(machine, result.shape, result.format)
    if call.op == "embedding_gradient":
        plan = to_rows(call, updates, index, target)
    else:
        plan = along_axis(call, updates, index, target, prior)
    finding: Memory | None
    if updates.count and target.count:
        items, finding = _sorted(machine, call, plan, index)
        base(machine, prior, target, finding)
        _sum(machine, call, plan, items, updates, prior, target, finding)
    else:
        finding = indices.check(machine, call.op, index, plan.limit)
        base(machine, prior, target, finding)
    if target is not result:
        base(machine, target, result, finding)


def _sorted(machine: Machine, call: Call, plan: Contributions, index: View) -> tuple[Items, Memory]:
    """Return the sorted items (destination, position), and the finding of the index check."""
    rows, length = count(plan.outer), count((*plan.summed, *plan.inner))
    bits = (plan.goals if plan.skipped >= 0 else plan.goals - 1).bit_length()
    items = new_items(machine, rows, length, bits)
    argument = _Items(index=index.address, items=items.address, length=length_of(length))
    argument.inner, argument.limit = length_of(count(plan.inner)), plan.limit
    argument.skipped = plan.skipped
    set_walk(
        argument.walk, shape(plan.positions), [tuple(a.index for a in plan.positions)], call.op
    )
    spreading = spread(machine, argument.walk.count, _ITEMS_BLOCK)
    finding = indices.new_finding(machine, spreading)
    argument.finding = finding.address
    kernel = Kernel(_items_unit(index.format, items.keyed), f"sb_scatter_items_{index.format}")
    machine.launch(kernel, spreading, (argument,))
    seen = _seen(plan, index)
    indices.settle(machine, call.op, index, seen, plan.limit, finding, spreading)
    return sort(machine, items, bits), finding


def _seen(plan: Contributions, index: View) -> tuple[int, ...]:
    """Return the shape of the checked index. Its carried axes have length 1."""
    if len(index.shape) != len(plan.axes):
        return index.shape
    return tuple(1 if a.role == CARRIED else a.length for a in plan.axes)


def base(machine: Machine, prior: View | None, result: View, finding: Memory | None) -> None:
    """Write the prior with canonical NaNs (S1) to the result, or +0 if there is no prior.

    If `finding` reports an index out of range, the kernel writes nothing.
    """
    more = (ctypes.c_void_p(finding.address if finding else None),)
    if prior is not None:
        kernel = Kernel(_base_unit(prior.format), f"sb_scatter_base_{prior.format}")
        launch(machine, kernel, (prior, result), more=more)
    else:
        kernel = Kernel(_zeros_unit(result.item), f"sb_scatter_base_{_ZEROS[result.item]}")
        launch(machine, kernel, (result,), more=more)


def _sum(
    machine: Machine,
    call: Call,
    plan: Contributions,
    items: Items,
    updates: View,
    prior: View | None,
    result: View,
    finding: Memory,
) -> None:
    """Sum the items of each window, then join sums of destinations that span several windows."""
    columns = count(plan.carried)
    sums = _Sums(items=items.address, rows=items.rows, length=items.length, goals=plan.goals)
    sums.updates, sums.result = updates.address, result.address
    sums.prior = prior.address if prior else None
    sums.finding = finding.address
    each_row = -(-items.length // _PIECE)
    sums.windows, sums.columns = length_of(each_row), columns
    windows = items.rows * each_row
    pieces = new(machine, (2 * windows * columns,), _sum_format(updates.format))
    groups = new(machine, (2 * windows,), "i64")
    sums.pieces, sums.groups = pieces.address, groups.address
    places, kept = plan.positions, plan.carried
    set_walk(sums.positions, shape(places), [tuple(a.updates for a in places)], call.op)
    goals = (*shape(plan.outer), plan.limit, *shape(plan.inner))
    steps = [
        (*(a.result for a in plan.outer), plan.step, *(a.result for a in plan.inner)),
        (*(a.prior for a in plan.outer), plan.prior_step, *(a.prior for a in plan.inner)),
    ]
    set_walk(sums.goal_walk, goals, steps, call.op)
    carried = [tuple(a.updates for a in kept), tuple(a.result for a in kept)]
    set_walk(sums.carried, shape(kept), [*carried, tuple(a.prior for a in kept)], call.op)
    needed = _sums_unit(call.op, updates.format, items.keyed)
    for entry, most, each in (("windows", _BLOCK, 1), ("long", 32, _BLOCK)):
        sums.lanes = min(1 << (columns - 1).bit_length(), most)
        together = _BLOCK // sums.lanes if each == 1 else each
        grid = _grid(machine, -(-windows // together), -(-columns // sums.lanes))
        kernel = Kernel(needed, f"sb_{call.op}_{entry}_{updates.format}")
        machine.launch(kernel, Launch(grid, (_BLOCK, 1, 1)), (sums,))


def _grid(machine: Machine, across: int, down: int) -> tuple[int, int, int]:
    """Return the number of blocks along x and y: no more than needed to keep the machine busy."""
    limit = machine.multiprocessors * BLOCKS_FOR_EACH
    rows = min(down, limit, _TURNS)
    return (min(across, max(limit // rows, 1)), rows, 1)


def _sum_format(form: str) -> str:
    """Return a format whose elements have the size of a partial sum."""
    return "f64" if form == "f64" or not form.startswith(("f", "bf")) else "f32"


def _items_unit(form: str, keyed: bool) -> Unit:
    return unit("support/scatter_items.cu", SB_B=form, SB_KEYED=str(int(keyed)))


def _sums_unit(op: str, form: str, keyed: bool) -> Unit:
    return unit(operations()[op][1], SB_A=form, SB_KEYED=str(int(keyed)))


def _base_unit(form: str) -> Unit:
    return unit("support/scatter_base.cu", SB_A=form, SB_R=form)


def _zeros_unit(item: int) -> Unit:
    form = _ZEROS[item]
    return unit("support/scatter_base.cu", SB_A=form, SB_R=form, SB_ZERO="1")
