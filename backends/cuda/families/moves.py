"""Ops that copy elements to new positions (clause S2), by an index operand or by attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit, operations, unit
from samebits.backends.cuda.families import elementwise
from samebits.backends.cuda.launching.placing import pad, places, unfold
from samebits.backends.cuda.launching.placing.indices import aligned, check, check_units
from samebits.backends.cuda.launching.placing.walk import WORDS, set_walk, spread, words
from samebits.backends.cuda.machines.protocol import Machine
from samebits.spec.catalog import get_op
from samebits.spec.families import indexing, padding, unfolding
from samebits.spec.families.indexing import INDEX_FORMATS
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import ShapeRule

# The number of threads of a block, and of words that a thread copies.
_BLOCK, _TAKEN = constants("moves/take.cuh", "SB_TAKE_BLOCK", "SB_TAKEN")
(_ONE_HOT_BLOCK,) = constants("kernels/moves/one_hot.cu", "SB_INDEX_BLOCK")


_Take = structure("moves/take.cuh", "sb_take")


_OneHot = structure("kernels/moves/one_hot.cu", "sb_one_hot")


def units(op: str) -> Iterable[Unit]:
    """Yield the units for each size of words and index format, and the casts of a pad's value."""
    path, rule = operations()[op][1], get_op(op).shape_rule
    if rule not in _RUNS:
        yield from places.units(op)
        return
    if rule is padding.pad:
        yield from elementwise.units("cast")
    if rule in (padding.pad, unfolding.unfold):
        yield from (unit(path, SB_BYTES=str(w)) for w in WORDS)
        return
    for form in INDEX_FORMATS:
        yield from check_units(form)
        if rule is indexing.one_hot:
            yield unit(path, SB_A=form)
        else:
            yield from (unit(path, SB_BYTES=str(w), SB_B=form) for w in WORDS)


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Check the indices, then copy. Raises BackendError for an index out of range."""
    _RUNS.get(get_op(call.op).shape_rule, places.run)(machine, call, inputs, outputs[0])


def _gather(machine: Machine, call: Call, inputs: Sequence[View], result: View) -> None:
    x, index = inputs[0], aligned(machine, inputs[1])
    axis = _axis(call, x)
    kept = tuple(0 if d == axis else s for d, s in enumerate(x.strides))
    _take(machine, call, result, index, index.strides, x, axis, kept)


def _index_select(machine: Machine, call: Call, inputs: Sequence[View], result: View) -> None:
    x, index = inputs[0], aligned(machine, inputs[1])
    axis = _axis(call, x)
    steps = tuple(index.strides[0] if d == axis else 0 for d in range(len(x.shape)))
    kept = tuple(0 if d == axis else s for d, s in enumerate(x.strides))
    _take(machine, call, result, index, steps, x, axis, kept)


def _embedding(machine: Machine, call: Call, inputs: Sequence[View], result: View) -> None:
    weight, index = inputs[0], aligned(machine, inputs[1])
    kept = (0,) * len(index.shape) + (weight.strides[1],)
    _take(machine, call, result, index, (*index.strides, 0), weight, 0, kept)


def _take(
    machine: Machine,
    call: Call,
    result: View,
    index: View,
    index_steps: tuple[int, ...],
    x: View,
    axis: int,
    kept: tuple[int, ...],
) -> None:
    """Copy elements of x to the result; on `axis`, the index selects the coordinate in x.

    `index_steps` and `kept` are the strides of the index and of x along the axes of the result.
    """
    finding = check(machine, call.op, index, x.shape[axis])
    if not result.count or finding is None:
        return
    step = x.strides[axis]
    size, shape, strides = words(
        result.shape,
        [result.strides, index_steps, kept],
        (True, False, True),
        x.item,
        (result.address, x.address, step),
    )
    take = _Take(result=result.address, index=index.address, x=x.address, step=step)
    take.finding = finding.address
    set_walk(take.walk, shape, strides, call.op)
    needed = unit(operations()[call.op][1], SB_BYTES=str(size), SB_B=index.format)
    launch = spread(machine, take.walk.count, _BLOCK, _TAKEN)
    machine.launch(Kernel(needed, f"sb_{call.op}_{size}"), launch, (take,))


def _one_hot(machine: Machine, call: Call, inputs: Sequence[View], result: View) -> None:
    index, classes = aligned(machine, inputs[0]), result.shape[-1]
    finding = check(machine, call.op, index, classes)
    if not result.count or finding is None:
        return
    argument = _OneHot(result=result.address, index=index.address, finding=finding.address)
    argument.aligned = result.is_aligned
    steps = [result.strides, (*index.strides, 0), (0,) * len(index.shape) + (1,)]
    set_walk(argument.walk, result.shape, steps, call.op)
    needed = unit(operations()[call.op][1], SB_A=index.format)
    launch = spread(machine, result.count, _ONE_HOT_BLOCK)
    machine.launch(Kernel(needed, f"sb_one_hot_{index.format}"), launch, (argument,))


def _axis(call: Call, x: View) -> int:
    return int(str(call.attributes["axis"])) % len(x.shape)


_RUNS: Mapping[ShapeRule, Callable[[Machine, Call, Sequence[View], View], None]] = {
    indexing.gather: _gather,
    indexing.index_select: _index_select,
    indexing.embedding: _embedding,
    indexing.one_hot: _one_hot,
    padding.pad: pad.run,
    unfolding.unfold: unfold.run,
}
"""The functions for some shape rules. `places.run` computes the other moves."""
