"""Launches that reduce an operand over axes, with the argument of src/reduce/reduction.cuh.

The operand is divided into slices. Its kept axes and its reduced axes are each merged to at most
two axes; if this is not possible, the operand is copied first. Slices that are adjacent in memory
are reduced by the kernel for columns, other slices by the kernel for rows. A long slice is cut into
segments. The result of a segment is a node, and the nodes are the terms of the next launch (clause
T1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from samebits.backends.cuda.arrays.views import View, collapsed, new
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit
from samebits.backends.cuda.launching.walks import contiguous, copy, permuted
from samebits.backends.cuda.machines.protocol import Launch, Machine, Memory

PACK = 16
"""The size of one load in bytes."""

_SOURCE = "reduce/reduce.cuh"
ROW_THREADS, _NODE_THREADS, _COLUMN_THREADS = constants(
    _SOURCE, "SB_ROW_THREADS", "SB_NODE_THREADS", "SB_COLUMN_THREADS"
)
_NODE_PACKS, _ROW_PACKS = constants(_SOURCE, "SB_NODE_PACKS", "SB_ROW_PACKS")
_ROW_TERMS = constants(_SOURCE, "SB_ROW_TERMS", "SB_WIDE_ROW_TERMS")
"""The number of terms per thread of a row: for formats up to 32 bits, and for 64-bit formats."""

(_COLUMN_LENGTH,) = constants(_SOURCE, "SB_LENGTH")  # terms per thread of a column
WARP = 32
LEAST_COLUMNS = 8  # the fewest adjacent slices for which the kernel for columns is used
BLOCKS_FOR_EACH = 512  # largest number of blocks per multiprocessor; with more tasks, blocks loop


_Reduction = structure("reduce/reduction.cuh", "sb_reduction")


@dataclass(frozen=True, slots=True)
class Slices:
    """A set of `outer * inner` slices with `terms` terms each.

    Strides are in bytes. Slice i has the coordinates i / inner and i % inner. Its term t has the
    coordinates t / run and t % run, as in src/reduce/reduction.cuh. Addresses are multiples of the
    size of a term.
    """

    memory: Memory
    address: int
    item: int
    outer: int
    inner: int
    terms: int
    run: int
    outer_stride: int
    inner_stride: int
    step: int
    stride: int

    @property
    def outputs(self) -> int:
        """Return the number of slices."""
        return self.outer * self.inner

    @property
    def is_packed(self) -> bool:
        """Return whether 16 bytes of terms can always be loaded together."""
        places = [self.address, self.outer_stride, self.inner_stride]
        if self.run != self.terms:
            places += [self.step, self.run * self.item]
        return self.stride == self.item and not any(place % PACK for place in places)

    @property
    def is_side_by_side(self) -> bool:
        """Return whether neighbouring slices are adjacent in memory and their terms are not."""
        together = self.inner >= LEAST_COLUMNS and self.inner_stride == self.item
        return together and self.stride != self.item and self.terms > 0

    @property
    def fits_a_block(self) -> bool:
        """Return whether one block reads all terms of a slice, and so can compute the centre."""
        span = ROW_THREADS * row_packs(self.item) * terms_in_pack(self.item)
        return not self.is_side_by_side and self.terms <= span


@dataclass(frozen=True, slots=True)
class Method:
    """A reduction: its unit, and the parts of its entries' names.

    `state` is the size of a node in bytes. Some reductions have more inputs: `divisor` is a value
    for all slices, and `centres` is an array with a value for each slice.
    """

    unit: Unit
    op: str
    format: str
    state: int
    divisor: float = 0.0
    centres: View | None = None

    def entry(self, stage: str) -> Kernel:
        """Return the entry for a stage: `short`, `rows`, `columns`, `few` or `nodes`."""
        return Kernel(self.unit, f"sb_{self.op}_{stage}_{self.format}")


@dataclass(frozen=True, slots=True)
class Plan:
    """The shape of a launch over slices.

    `threads` is the number of threads per row, `segments` the number of segments per slice, and
    `tasks` the number of tasks that the blocks share.
    """

    stage: str
    block: tuple[int, int, int]
    threads: int
    segments: int
    tasks: int
    shared: int = 0  # bytes


def slices_of(machine: Machine, view: View, axes: Sequence[int]) -> Slices:
    """Return the slices of a view along `axes` (ascending). The view is copied if necessary."""
    kept = [i for i in range(len(view.shape)) if i not in axes]
    found = _walkable(view, kept, axes)
    if found is None:
        gathered = contiguous(machine, permuted(view, (*kept, *axes)))
        found = _walkable(gathered, range(len(kept)), range(len(kept), len(view.shape)))
    assert found is not None  # contiguous axes merge to one
    return found


def along(
    machine: Machine, view: View, result: View, axis: int, work: Callable[[Slices, View], None]
) -> None:
    """Call `work` with the slices along an axis, and with a result whose rows are the slices.

    The array that `work` gets is contiguous. If `result` is not, a new array is used, and copied
    afterwards.
    """
    placed = permuted(result, (*(i for i in range(len(view.shape)) if i != axis), axis))
    target = placed if placed.is_contiguous else new(machine, placed.shape, placed.format)
    work(slices_of(machine, view, (axis,)), target)
    if target is not placed:
        copy(machine, target, placed)


def reduce(machine: Machine, method: Method, slices: Slices, result: View) -> None:
    """Reduce all slices. The reduction of slice i is element i of the result."""
    if not slices.outputs:
        return
    target = result if result.is_contiguous else new(machine, result.shape, result.format)
    count, plan = slices.terms, _first_plan(slices)
    while True:
        last = plan.segments == 1
        size = slices.outputs * plan.segments * method.state
        memory = target.memory if last else machine.allocate(size)
        address = target.address if last else memory.address
        launch(machine, method, plan, slices, address, count=count)
        if last:
            break
        slices = nodes(memory, method.state, slices.outputs, plan.segments, memory.address)
        plan = _node_plan(slices)
    if target is not result:
        copy(machine, target, result)


def launch(
    machine: Machine,
    method: Method,
    plan: Plan,
    slices: Slices,
    address: int,
    *,
    count: int = 0,
    stored: bool = False,
) -> None:
    """Launch an entry that takes an `sb_reduction` and writes results or nodes to `address`.

    `count` is the number of terms that the op reduces. `stored` is true if results may be stored in
    packs.
    """
    argument = _Reduction(
        input=slices.address,
        output=address,
        centres=None if method.centres is None else method.centres.address,
        divisor=method.divisor,
        count=count,
        outputs=slices.outputs,
        inner=slices.inner,
        terms=slices.terms,
        run=slices.run,
        segments=plan.segments,
        outer_stride=slices.outer_stride,
        inner_stride=slices.inner_stride,
        step=slices.step,
        stride=slices.stride,
        packed=slices.is_packed,
        last=plan.segments == 1,
        threads=plan.threads,
        stored=stored,
    )
    blocks = min(plan.tasks, machine.multiprocessors * BLOCKS_FOR_EACH)
    shape = Launch((blocks, 1, 1), plan.block, plan.shared)
    machine.launch(method.entry(plan.stage), shape, (argument,))


def _first_plan(slices: Slices) -> Plan:
    if slices.is_side_by_side:
        return _column_plan(slices)
    if _is_short(slices):
        return row_plan("short", slices, 1, WARP)
    return row_plan("rows", slices, row_packs(slices.item), ROW_THREADS)


def _node_plan(slices: Slices) -> Plan:
    if _is_short(slices):
        return row_plan("few", slices, 1, WARP)
    return row_plan("nodes", slices, _NODE_PACKS, _NODE_THREADS)


def _is_short(slices: Slices) -> bool:
    """Return whether each thread of a warp gets at most one pack of a slice."""
    return _up(slices.terms, terms_in_pack(slices.item)) <= WARP


def row_plan(stage: str, slices: Slices, packs: int, most: int) -> Plan:
    """Return a plan for rows of 2^j threads, at most `most`, each with `packs` packs of terms."""
    share = packs * terms_in_pack(slices.item)
    threads = min(_power(_up(slices.terms, share)), most)
    if packs > 1:
        threads = max(threads, WARP)
    segments = max(_up(slices.terms, threads * share), 1)
    tasks = slices.outputs * segments
    rows = min(max(ROW_THREADS // threads, 1), _power(tasks))
    block = max(threads * rows, WARP)
    return Plan(stage, (block, 1, 1), threads, segments, _up(tasks, block // threads))


def _column_plan(slices: Slices) -> Plan:
    """Return a plan for columns: threads across neighbouring slices, and threads along a slice."""
    across = min(_power(slices.inner), _COLUMN_THREADS)
    along = _power(_up(slices.terms, _COLUMN_LENGTH))
    along = max(min(along, _COLUMN_THREADS // min(across, WARP)), WARP // across, 1)
    across = min(across, _COLUMN_THREADS // along)
    segments = _up(slices.terms, along * _COLUMN_LENGTH)
    tasks = slices.outer * segments * _up(slices.inner, across)
    return Plan("columns", (across, along, 1), 1, segments, tasks)


def nodes(memory: Memory, state: int, outputs: int, segments: int, address: int) -> Slices:
    """Return the nodes [output][segment] of an earlier launch as slices of `state`-byte terms."""
    return Slices(
        memory,
        address,
        state,
        outer=outputs,
        inner=1,
        terms=segments,
        run=segments,
        outer_stride=segments * state,
        inner_stride=0,
        step=0,
        stride=state,
    )


def _walkable(view: View, kept: Sequence[int], axes: Sequence[int]) -> Slices | None:
    lengths, strides = _collapsed(view, kept)
    runs, steps = _collapsed(view, axes)
    if len(lengths) > 2 or len(runs) > 2 or not view.is_aligned:
        return None
    outer, inner = (1, 1, *lengths)[-2:]
    blocks, run = (1, 1, *runs)[-2:]
    outer_stride, inner_stride = (0, 0, *strides)[-2:]
    step, stride = (0, 0, *steps)[-2:]
    if len(lengths) == 1:  # with one kept axis, inner = 1 saves a division in the kernel
        inner_is_column = inner_stride == view.item and stride != view.item
        if not inner_is_column:
            outer, inner, outer_stride, inner_stride = inner, 1, inner_stride, 0
    return Slices(
        view.memory,
        view.address,
        view.item,
        outer,
        inner,
        blocks * run,
        run,
        outer_stride,
        inner_stride,
        step,
        stride,
    )


def _collapsed(view: View, axes: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if not all(view.shape[i] for i in axes):
        return (0,), (0,)  # an axis without elements; its stride is never used
    shape, (strides,) = collapsed(
        tuple(view.shape[i] for i in axes), [tuple(view.strides[i] for i in axes)]
    )
    return shape, strides


def terms_in_pack(item: int) -> int:
    """Return the number of elements of `item` bytes that one load reads."""
    return PACK // item


def row_packs(item: int) -> int:
    """Return the packs of a thread that reads rows (`sb_packs` in src/reduce/reduce.cuh)."""
    return min(_ROW_TERMS[item >= 8] // terms_in_pack(item), _ROW_PACKS)


def _up(a: int, b: int) -> int:
    return -(-a // b)


def _power(n: int) -> int:
    """Return the smallest power of two that is at least n."""
    return 1 << max(n - 1, 0).bit_length()
