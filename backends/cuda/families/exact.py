"""Exact sums and dot products, rounded once (clause T10).

They are computed as sums of integers, so the order of additions does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from samebits.backends.cuda.arrays.views import View, new
from samebits.backends.cuda.compiling.declared import constants
from samebits.backends.cuda.compiling.units import Unit, operations, unit
from samebits.backends.cuda.launching.reductions import (
    WARP,
    Method,
    Plan,
    Slices,
    launch,
    nodes,
    slices_of,
)
from samebits.backends.cuda.launching.walks import contiguous, copy
from samebits.backends.cuda.machines.protocol import Machine
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes

_KINDS = {
    (form, is_product): constants(
        "exact/accumulator.cuh",
        f"SB_{form.upper()}_{'DOT' if is_product else 'SUM'}_LIMBS",
        f"SB_{form.upper()}_{'DOT' if is_product else 'SUM'}_THREADS",
    )
    for form in ("f32", "f64")
    for is_product in (False, True)
}
"""Number of limbs and threads, by compute format and by whether the terms are products."""

# The most terms that a thread takes, and the fewest if there are enough threads.
_TERMS, _LEAST = 256, 8
_LIMB = 8  # bytes


def units(op: str) -> Iterable[Unit]:
    """Yield one unit for each signature."""
    for inputs, outputs in get_op(op).signatures:
        yield _unit(op, inputs, outputs)


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Compute the limbs of all segments, then the rounded values."""
    (result,) = outputs
    if not result.count:
        return
    target = result if result.is_contiguous else new(machine, result.shape, result.format)
    axes: tuple[int, ...] = (0,)
    second = None
    if call.op == "sum_exact":
        axes = normalize_axes(call.op, call.attributes["axes"], len(inputs[0].shape))
    else:
        second = contiguous(machine, inputs[1])
    _reduce(machine, call, slices_of(machine, inputs[0], axes), second, target)
    if target is not result:
        copy(machine, target, result)


def _reduce(
    machine: Machine, call: Call, slices: Slices, second: View | None, result: View
) -> None:
    compute = "f64" if "f64" in call.inputs else "f32"
    limbs, threads = _KINDS[compute, second is not None]
    size = (limbs + 1) * _LIMB
    while threads > WARP and threads * _LEAST // 2 >= slices.terms:
        threads //= 2
    segments = max(-(-slices.terms // (threads * _TERMS)), 1)
    memory = machine.allocate(slices.outputs * segments * size)
    method = Method(
        _unit(call.op, call.inputs, call.outputs), call.op, call.inputs[0], size, centres=second
    )
    tasks = slices.outputs * segments
    plan = Plan("segments", (threads, 1, 1), threads, segments, tasks, limbs * threads * _LIMB)
    launch(machine, method, plan, slices, memory.address)
    partials = nodes(memory, size, slices.outputs, segments, memory.address)
    plan = Plan("values", (WARP, 1, 1), WARP, segments, slices.outputs)
    launch(machine, method, plan, partials, result.address)


def _unit(op: str, inputs: Sequence[str], outputs: Sequence[str]) -> Unit:
    second = {"SB_B": inputs[1]} if len(inputs) > 1 else {}
    return unit(operations()[op][1], SB_A=inputs[0], SB_R=outputs[0], **second)
