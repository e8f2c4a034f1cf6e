"""Graph ops with their own kernel files; they return the same bits as the graph (clause G1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from samebits.backends.cuda.arrays.views import View, new
from samebits.backends.cuda.compiling.declared import constants
from samebits.backends.cuda.compiling.units import Unit, operations, unit
from samebits.backends.cuda.families.reduce import greatest
from samebits.backends.cuda.launching.reductions import (
    PACK,
    WARP,
    Method,
    Plan,
    Slices,
    along,
    launch,
    reduce,
    row_plan,
    terms_in_pack,
)
from samebits.backends.cuda.machines.protocol import Machine
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

_SOURCE = "kernels/fused/softmax.cu"
_TERMS, _THREADS = constants(_SOURCE, "SB_SOFTMAX_TERMS", "SB_SOFTMAX_THREADS")
_QUOTIENT_TERMS, _QUOTIENT_THREADS = constants(_SOURCE, "SB_QUOTIENT_TERMS", "SB_QUOTIENT_THREADS")


def units(op: str) -> Iterable[Unit]:
    """Yield one unit for each signature without binary64."""
    for inputs, outputs in get_op(op).signatures:
        if "f64" not in inputs:
            yield unit(operations()[op][1], SB_A=inputs[0], SB_R=outputs[0])


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Compute the softmax of every slice."""
    (view,), (result,) = inputs, outputs
    if not view.count:
        return
    (axis,) = normalize_axes(call.op, call.attributes["axis"], len(view.shape))
    along(machine, view, result, axis, partial(softmax, machine, call))


def softmax(machine: Machine, call: Call, slices: Slices, result: View) -> None:
    """Compute the softmax of each slice. Slice i becomes row i of a contiguous result."""
    source = call.inputs[0]
    (needed,) = (u for u in units(call.op) if ("SB_A", source) in u.defines)
    in_pack = terms_in_pack(slices.item)
    stored = result.address % PACK == 0 and slices.terms % in_pack == 0
    method = Method(needed, call.op, source, 4)
    if slices.terms > _THREADS * _TERMS:
        _long(machine, method, slices, result, stored)
        return
    if slices.terms <= WARP * in_pack:
        plan = row_plan("short", slices, 1, WARP)
    elif slices.terms <= WARP * _TERMS // 2:
        plan = row_plan("half", slices, _TERMS // 2 // in_pack, WARP)
    else:
        plan = row_plan("rows", slices, _TERMS // in_pack, _THREADS)
    launch(machine, method, plan, slices, result.address, stored=stored)


def _long(machine: Machine, method: Method, slices: Slices, result: View, stored: bool) -> None:
    """Compute slices that are too long for a block: first maxima, then sums, then quotients."""
    found = new(machine, (2, slices.outputs), "f32")
    maxima, sums = (
        View(found.memory, found.address + i * 4 * slices.outputs, (slices.outputs,), (4,), "f32")
        for i in range(2)
    )
    greatest(machine, slices, method.format, maxima)
    summing = Method(method.unit, f"{method.op}_sum", method.format, 4, centres=maxima)
    reduce(machine, summing, slices, sums)
    segments = -(-slices.terms // (_QUOTIENT_THREADS * _QUOTIENT_TERMS))
    block = (_QUOTIENT_THREADS, 1, 1)
    tasks = slices.outputs * segments
    plan = Plan("quotients", block, _QUOTIENT_THREADS, segments, tasks)
    dividing = Method(method.unit, method.op, method.format, 4, centres=maxima)
    launch(machine, dividing, plan, slices, result.address, stored=stored)
