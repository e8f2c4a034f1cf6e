"""Launches of ops that move the elements of one operand by coordinates (src/moves/places.cuh).

The kernel gets up to four numbers for each axis, from the attributes in declared order. An
attribute with one integer per axis gives one number, and an attribute with two integers per axis
gives two. An attribute with one integer for each axis in the attribute `axes` gives one number,
which is 0 on other axes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from samebits.backends.cuda.arrays.views import View
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit, operations, unit
from samebits.backends.cuda.launching.placing.walk import MAX_RANK, length_of, spread
from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.protocol import BackendError
from samebits.spec.catalog import get_op
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.call import Call

_SOURCE = "moves/places.cuh"
(_BLOCK,) = constants(_SOURCE, "SB_PLACE_BLOCK")
_LENGTHS = ("rank", "2 * rank", "axes")
_WORDS = (8, 4, 2, 1)


_Places = structure(_SOURCE, "sb_places")


def units(op: str) -> Iterator[Unit]:
    """Yield one unit for each size of words.

    Raises BackendError if the op has an attribute that cannot be passed to the kernel.
    """
    for attribute in get_op(op).attributes:
        if not _is_passed_on(attribute) and attribute.name != "axes":
            raise BackendError(
                f"{op}: launching/placing/places.py cannot pass the attribute {attribute.name} to "
                f"a kernel; add launching/placing/{op}.py, and an entry in families/moves.py"
            )
    path = operations()[op][1]
    yield from (unit(path, SB_BYTES=str(word)) for word in _WORDS)


def _is_passed_on(attribute: Attribute) -> bool:
    return attribute.type == "integers" and attribute.length in _LENGTHS


def run(machine: Machine, call: Call, inputs: Sequence[View], result: View) -> None:
    """Move all elements by one launch; raise BackendError for too many axes."""
    x, rank = inputs[0], len(result.shape)
    if not result.count:
        return
    if rank > MAX_RANK:
        raise BackendError(
            f"{call.op}: an operand has {rank} axes, but the limit is {MAX_RANK}; merge axes first"
        )
    word = x.item if x.is_aligned and result.is_aligned else 1
    argument = _Places(result=result.address, x=x.address, words=x.item // word)
    argument.walk.count, argument.walk.rank = math.prod(result.shape), rank
    rows = list(_numbers(call, rank))
    for axis in range(rank):
        argument.sizes[axis] = x.shape[axis]
        argument.walk.shape[axis] = length_of(result.shape[axis])
        argument.walk.strides[0][axis] = result.strides[axis]
        argument.walk.strides[1][axis] = x.strides[axis]
        for place, row in enumerate(rows):
            argument.numbers[axis][place] = row[axis]
    needed = unit(operations()[call.op][1], SB_BYTES=str(word))
    launch = spread(machine, argument.walk.count, _BLOCK)
    machine.launch(Kernel(needed, f"sb_{call.op}_{word}"), launch, (argument,))


def _numbers(call: Call, rank: int) -> Iterator[Sequence[int]]:
    """Yield, for each number of the kernel, its values on all axes.

    If the op has an attribute `axes`, the last number is 1 on the axes that it names, and 0 on
    others.
    """
    for attribute in get_op(call.op).attributes:
        given = call.attributes[attribute.name]
        if not _is_passed_on(attribute) or not isinstance(given, tuple):
            continue
        if attribute.length == "rank":
            yield given
        elif attribute.length == "2 * rank":
            yield from (given[::2], given[1::2])
        else:
            placed = dict(zip(named_axes(call, rank), given, strict=True))
            yield [placed.get(axis, 0) for axis in range(rank)]
    if "axes" in call.attributes:
        yield [int(axis in named_axes(call, rank)) for axis in range(rank)]


def named_axes(call: Call, rank: int) -> list[int]:
    """Return the axes that the attribute `axes` names, in the same order."""
    axes = call.attributes["axes"]
    return [a % rank for a in axes] if isinstance(axes, tuple) else list(range(rank))
