"""Graph ops with one kernel over rows per op, generated from the declarations (clause G1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from samebits.backends.cuda.arrays.views import View, contiguous_strides, new
from samebits.backends.cuda.choice import run_call
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit
from samebits.backends.cuda.generators.formulas import units_of
from samebits.backends.cuda.generators.given import given
from samebits.backends.cuda.generators.row_formulas import (
    ALONG,
    PLACES,
    SOURCE,
    RowFormula,
    row_formula,
)
from samebits.backends.cuda.generators.row_texts import COLUMN, ROW, SUMMED, WHOLE
from samebits.backends.cuda.launching.reductions import (
    BLOCKS_FOR_EACH,
    PACK,
    WARP,
    nodes,
    row_plan,
    terms_in_pack,
)
from samebits.backends.cuda.launching.walks import contiguous, copy, permuted
from samebits.backends.cuda.machines.protocol import Launch, Machine
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

_Rows = structure(SOURCE, "sb_rows")
_TERMS, _THREADS = constants(SOURCE, "SB_ROWS_TERMS", "SB_ROWS_THREADS")


def units(op: str) -> Iterable[Unit]:
    """Return one unit for each signature with a formula."""
    return units_of(row_formula, op)


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Compute the op by one launch, then sum over rows.

    Arrays with non-contiguous rows are copied.
    """
    found = row_formula(call.op, (call.inputs, call.outputs))
    assert isinstance(found, RowFormula)
    needed = given(call, [view.shape for view in inputs])
    if not any(view.count for view in outputs):
        return
    form = _form(call, found, inputs[found.operands.index(WHOLE)].shape)
    sources = [
        contiguous(machine, form.placed(v, k), v.item) for v, k in _pairs(inputs, found.operands)
    ]
    stored, copied, sums = [], [], []
    for view, kind in _pairs(outputs, found.results):
        if kind == SUMMED:
            sums.append(view)
            continue
        mine = form.placed(view, kind)
        stored.append(mine if mine.is_contiguous else new(machine, mine.shape, mine.format))
        copied += [(stored[-1], mine)] * (stored[-1] is not mine)
    whole = (form.rows, form.terms)
    shapes = {WHOLE: whole, ROW: (form.rows // form.every, form.every)}
    extra = [new(machine, shapes[kind], "f32") for kind in found.extras]
    kinds = [*found.operands, *(k for k in found.results if k != SUMMED), *found.extras]
    views = [*sources, *stored, *extra]
    numbers = {found.numbers[name]: pattern for name, pattern in needed.numbers.items()}
    launch(
        machine,
        found.unit,
        found.entries,
        views,
        kinds,
        form,
        numbers,
        taken=needed.bits(found.branches),
    )
    for made, view in copied:
        copy(machine, made, view)
    for i, view in zip(found.sums, sums, strict=True):
        if i >= len(sources):
            _sum(machine, extra[i - len(sources)], view)
        else:
            terms, strides = sources[i], contiguous_strides(whole, sources[i].item)
            _sum(machine, View(terms.memory, terms.address, whole, strides, terms.format), view)


@dataclass(frozen=True, slots=True)
class Form:
    """The arrangement of arrays in rows.

    `order` are the axes, with the axes along rows last. `rows` is the number of rows, and `terms`
    their length. Row i reads element i % `every` of an operand of kind ROW.
    """

    order: tuple[int, ...]
    rows: int
    terms: int
    every: int

    def placed(self, view: View, kind: str) -> View:
        """Return a view of the array in which the axes along rows are last."""
        return permuted(view, self.order) if kind == WHOLE else view


def _form(call: Call, found: RowFormula, shape: Sequence[int]) -> Form:
    axes = tuple(range(len(shape)))
    if found.rows == PLACES:
        rows = prod(shape[:2])
        return Form(axes, rows, prod(shape[2:]), max(shape[1], 1))
    (axis,) = normalize_axes(call.op, call.attributes["axis"], len(shape))
    if found.rows == ALONG:
        axes = (*axes[:axis], *axes[axis + 1 :], axis)
        rows, terms = prod(shape[:axis]) * prod(shape[axis + 1 :]), shape[axis]
    else:
        rows, terms = prod(shape[:axis]), prod(shape[axis:])
    return Form(axes, rows, terms, max(rows, 1))


def _pairs(views: Sequence[View], kinds: Sequence[str]) -> Iterable[tuple[View, str]]:
    return zip(views, kinds, strict=True)


def _sum(machine: Machine, terms: View, result: View) -> None:
    """Compute the sum of each column, rounded to the format of the result."""
    if not result.count:
        return
    direct = ((terms.format,), (result.format,)) in get_op("sum").signatures
    made = result if direct else new(machine, result.shape, "f32")
    adding = get_op("sum").call([terms.format], [made.format], axes=(0,))
    run_call(machine, adding, (terms,), (made,))
    if not direct:
        rounding = get_op("cast").call([made.format], [result.format])
        run_call(machine, rounding, (made,), (result,))


def launch(
    machine: Machine,
    unit: Unit,
    entries: Mapping[str, str],
    views: Sequence[View],
    kinds: Sequence[str],
    form: Form,
    numbers: Mapping[int, int],
    *,
    taken: int = 0,
    walks: bool = True,
) -> None:
    """Launch a kernel over rows. `numbers` maps the slots of scalars to their bit patterns.

    If `walks` is false, the kernel does not loop along rows and has one thread for each row.
    """
    if not form.rows:
        return
    terms = form.terms if walks else 1
    whole = kinds.index(WHOLE) if walks else 0
    first = views[whole]
    slices = nodes(first.memory, first.item, form.rows, terms, first.address)
    in_pack = terms_in_pack(first.item)
    if terms <= WARP * in_pack:
        plan = row_plan("short", slices, 1, WARP)
    else:
        stage = "rows" if terms <= _THREADS * _TERMS else "long"
        plan = row_plan(stage, slices, _TERMS // in_pack, _THREADS)
    made = _Rows(rows=form.rows, terms=form.terms, every=form.every, threads=plan.threads)
    for i, (view, kind) in enumerate(zip(views, kinds, strict=True)):
        made.data[i] = view.address
        is_even = kind == COLUMN or form.terms * view.item % PACK == 0
        made.packed |= (view.address % PACK == 0 and is_even) << i
        made.single |= (kind == ROW and view.count == 1) << i
    for slot, pattern in numbers.items():
        made.numbers[slot] = pattern
    made.taken = taken
    tasks = -(-form.rows // (plan.block[0] // plan.threads))
    blocks = min(tasks, machine.multiprocessors * BLOCKS_FOR_EACH)
    kernel = Kernel(unit, entries[plan.stage])
    machine.launch(kernel, Launch((blocks, 1, 1), plan.block), (made,))
