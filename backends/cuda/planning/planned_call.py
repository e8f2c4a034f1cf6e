"""Planning of a call for one layout of its arrays: the launches, and the allowed overlaps.

Errors in a layout are found here, once for each plan, and reported in one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from samebits.backends.cuda.arrays.addresses import FARTHEST, is_near, made_up
from samebits.backends.cuda.arrays.layout import ArrayError, Kind, Layout
from samebits.backends.cuda.arrays.views import (
    Reach,
    Shape,
    View,
    contiguous_strides,
    new,
    overlaps_itself,
    reach,
)
from samebits.backends.cuda.choice import chosen, run_call
from samebits.backends.cuda.launching.walks import copy
from samebits.backends.cuda.machines.protocol import Driver
from samebits.backends.cuda.planning.plans import Lasts, Plan, Region, Tape
from samebits.backends.protocol import BackendError, CallError
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS
from samebits.spec.language.call import Call

_IN_PLACE = ("elementwise", "graphs")
"""Families whose results may overwrite operands.

To compute an element of the result, their kernels read the operands' elements at the same index and
no others. They read before they write.
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """An operand and a result, by index, which share memory if `low` < distance < `high`.

    The distance is the operand's address minus the result's address. If `same` is true, a distance
    of 0 is allowed: the result overwrites the operand.
    """

    source: int
    target: int
    low: int
    high: int
    same: bool


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan for one layout. In `reaches` operands come first, then results.

    `needs` is the reason why the call cannot be captured in a graph, or "". `scratch` is the peak
    size in bytes of the new memory that the plan uses.
    """

    plan: Plan
    reaches: tuple[Reach, ...]
    pairs: tuple[Pair, ...]
    needs: str
    scratch: int

    def overlapping(self, addresses: Sequence[int]) -> tuple[int, ...]:
        """Return the indices of operands that must be copied first, for arrays at `addresses`."""
        found = []
        for pair in self.pairs:
            distance = addresses[pair.source] - addresses[pair.target]
            if pair.low < distance < pair.high and not (pair.same and distance == 0):
                found.append(pair.source)
        return tuple(dict.fromkeys(found))


def plan_call(
    machine: Driver,
    call: Call,
    layouts: Sequence[Layout],
    apart: Sequence[int],
    *,
    is_deferred: bool = False,
    lasts: Lasts = lambda *_: None,
) -> Planned:
    """Plan a call. Operands with the indices `apart` are copied first.

    If findings are deferred, the plan writes them to records. `lasts` returns memory that outlives
    calls. Raises BackendError for invalid operands.
    """
    views = _views(call, layouts)
    count = len(call.inputs)
    sources, results = views[:count], views[count:]
    _check(call, sources, results)
    tape = Tape(machine, len(views), is_deferred=is_deferred, lasts=lasts)
    for i in apart:
        sources[i] = new(tape, views[i].shape, views[i].format)
        copy(tape, views[i], sources[i])
    run_call(tape, call, sources, results)
    reaches = tuple(reach(v.shape, v.strides, v.item) for v in views)
    pairs = _pairs(views, reaches, count, chosen(call) in _IN_PLACE)
    plan = tape.plan()
    return Planned(plan, reaches, tuple(pairs), plan.needs, plan.scratch)


def _views(call: Call, layouts: Sequence[Layout]) -> list[View]:
    """Return the arrays as views at placeholder addresses."""
    formats = (*call.inputs, *call.outputs)
    if len(layouts) != len(formats):
        raise BackendError(
            f"{call}: {len(call.inputs)} inputs and {len(call.outputs)} outputs wanted, got "
            f"{len(layouts)} arrays"
        )
    views = []
    for i, (layout, name) in enumerate(zip(layouts, formats, strict=True)):
        address = made_up(i + 1) + layout.shift
        try:
            strides = layout.strides_of(name)
            view = View(Region(address, 0), address, tuple(layout.shape), strides, name)
            _require_served(view, is_result=i >= len(call.inputs))
        except ArrayError as error:
            raise refused(call, i, error) from error
        views.append(view)
    return views


def _check(call: Call, operands: Sequence[View], results: Sequence[View]) -> None:
    try:
        wanted = get_op(call.op).output_shapes(call, [x.shape for x in operands])
    except SpecError as error:
        raise CallError(f"{call}: {error}") from error
    for got, shape in zip(results, wanted, strict=True):
        if got.shape != tuple(shape):
            raise BackendError(f"{call}: an output of shape {shape} wanted, got {got.shape}")


def spread(call: Call, layouts: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the layouts, with inputs broadcast to the shape of the first output.

    A layout is the tuple of the fields of a Layout. Broadcast axes get stride 0. Raises
    BackendError if an input cannot be broadcast.
    """
    count = len(call.inputs)
    if len(layouts) != count + len(call.outputs):
        return [*layouts]  # planning reports that the number of operands is wrong
    shape = tuple(layouts[count][1])
    return [
        layout if i >= count or layout[1] == shape else _repeated(call, i, layout, shape)
        for i, layout in enumerate(layouts)
    ]


def _repeated(call: Call, i: int, layout: tuple[Any, ...], shape: Shape) -> tuple[Any, ...]:
    kind, own, strides, shift = layout
    missing = len(shape) - len(own)
    padded = (*(1,) * missing, *own)
    if missing < 0 or any(n not in (1, wanted) for n, wanted in zip(padded, shape, strict=True)):
        raise BackendError(
            f"{call}: input {i} of shape {tuple(own)} cannot be broadcast to {shape}, the shape of "
            "the output"
        )
    if strides is None:
        unit = kind.unit if isinstance(kind, Kind) else 1
        item = FORMATS[call.inputs[i]].bits // 8 // unit
        strides = contiguous_strides(own, item)
    steps = (*(0,) * missing, *strides)
    return (
        kind,
        shape,
        tuple(0 if n == 1 else step for n, step in zip(padded, steps, strict=True)),
        shift,
    )


def refused(call: Call, i: int, why: ArrayError | str) -> BackendError:
    """Return the error for array `i` of a call; operands are counted first, then results."""
    count = len(call.inputs)
    name = f"operand {i}" if i < count else f"result {i - count}"
    return BackendError(f"{call}: {name} {why}")


def _require_served(view: View, is_result: bool) -> None:
    """Raise ArrayError for strides that plans do not support."""
    far = reach(view.shape, view.strides, view.item)
    if not is_near(far):
        raise ArrayError(
            f"reaches over {far.span} bytes by its strides {view.strides}; at most {FARTHEST} to "
            "either side of its first element can be addressed, so pass a copy or split the call"
        )
    if is_result and overlaps_itself(view.shape, view.strides, view.item):
        raise ArrayError(
            f"has elements that share memory, by its strides {view.strides}; pass an array in "
            "which each element has its own memory"
        )


def _pairs(
    views: Sequence[View], reaches: Sequence[Reach], count: int, in_place: bool
) -> Iterator[Pair]:
    """Yield a Pair for each of the `count` operands with each result; empty arrays have none."""
    for i in range(count):
        for j in range(count, len(views)):
            a, b = reaches[i], reaches[j]
            alike = (views[i].shape, views[i].strides) == (views[j].shape, views[j].strides)
            same = in_place and alike and views[i].item == views[j].item
            if a.span and b.span:
                yield Pair(i, j, b.low - a.low - a.span, b.low + b.span - a.low, same)
