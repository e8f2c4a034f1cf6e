"""Random ops (clause D2): each element is computed from the random words of its index."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from samebits.backends.cuda.arrays.views import View, collapsed
from samebits.backends.cuda.compiling.declared import constants, structure
from samebits.backends.cuda.compiling.units import Kernel, Unit, compiled, operations, unit
from samebits.backends.cuda.launching.placing.walk import MAX_RANK, length_of, spread
from samebits.backends.cuda.machines.protocol import Machine
from samebits.backends.protocol import BackendError
from samebits.spec.families.draws import whole_of
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape

_SOURCE = "draws/draws.cuh"
_Draw = structure(_SOURCE, "sb_draw")
(_BLOCK,) = constants(_SOURCE, "SB_DRAW_BLOCK")
_QUAD = 4


def units(op: str) -> Iterable[Unit]:
    """Yield one unit for each format of the result that has a kernel."""
    for _, (result,) in compiled(op):
        yield unit(operations()[op][1], SB_R=result)


def run(machine: Machine, call: Call, inputs: Sequence[View], outputs: Sequence[View]) -> None:
    """Draw by one launch, into a result with any strides; raise BackendError for too many axes."""
    (result,) = outputs
    if not result.count:
        return
    whole, at = whole_of(call.attributes, result.shape)
    lengths, (strides, steps) = collapsed(result.shape, [result.strides, _steps(whole)])
    if len(lengths) > MAX_RANK:
        raise BackendError(
            f"{call.op}: the result has {len(lengths)} axes with irregular strides, but the limit "
            f"is {MAX_RANK}; use a contiguous result"
        )
    argument = _Draw(result=result.address)
    for name, field in (("seed", argument.key), ("stream", argument.stream)):
        field[0], field[1] = _pair(call.attributes[name])
    for place, number in enumerate(_numbers(call)):
        argument.numbers[place] = number
    first = sum(a * step for a, step in zip(at, _steps(whole), strict=True))
    argument.quad, argument.rest = divmod(first, _QUAD)
    argument.aligned = result.is_aligned
    argument.together = result.is_aligned and (strides, steps) in (((result.item,), (1,)), ((), ()))
    walk = argument.walk
    walk.count, walk.rank = result.count, len(lengths)
    for axis, length in enumerate(lengths):
        walk.shape[axis] = length_of(length)
        walk.strides[0][axis] = strides[axis]
        walk.strides[1][axis], walk.strides[2][axis] = divmod(steps[axis], _QUAD)
    needed = unit(operations()[call.op][1], SB_R=result.format)
    launch = spread(machine, result.count, _BLOCK, _QUAD if argument.together else 1)
    machine.launch(Kernel(needed, f"sb_{call.op}"), launch, (argument,))


def _steps(whole: Shape) -> tuple[int, ...]:
    """Return the strides in elements of the whole array, in row-major order.

    Steps may reach 2^65, which fits no integer type of C. They remain Python integers until they
    are split.
    """
    return tuple(math.prod(whole[axis + 1 :]) for axis in range(len(whole)))


def _numbers(call: Call) -> tuple[int, ...]:
    """Return the values that the kernel needs from the op's attributes.

    For a probability p it is the limit ceil(p 2^32); the product is exact in binary64. For a range,
    the values are the lowest integer and the number of integers. Other ops need no values.
    """
    given: Any = call.attributes
    if "p" in given:
        return (math.ceil(math.ldexp(given["p"], 32)),)
    return (given["low"], given["high"] - given["low"]) if "low" in given else ()


def _pair(value: Any) -> tuple[int, int]:
    low, high = value
    return low, high
