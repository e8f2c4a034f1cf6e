"""Faults that depend on the addresses and strides of operands and results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, pairwise

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.questions.drawn_scene import Wish, draw_scene, widest_signature
from samebits.conformance.questions.mixed import usual_label
from samebits.conformance.questions.route import answerable
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.trials.sabotage.family import LAST, Asked, Family, where
from samebits.spec.catalog import get_op

_LINE = 64


def _steps(array: Array) -> list[int]:
    """Return the strides of the axes with more than one element."""
    pairs = zip(array.shape, array.strides, strict=True)
    return [stride for length, stride in pairs if length > 1]


def _alias(asked: Asked, argument: str) -> int | None:
    for a, b in combinations(asked.inputs, 2):
        same = (a.ctypes.data, a.strides, a.shape) == (b.ctypes.data, b.strides, b.shape)
        if a.size and b.size and (same if argument == "array" else np.may_share_memory(a, b)):
            return LAST
    return None


def _operand_off(asked: Asked, argument: str) -> int | None:
    return where(any(x.size and x.ctypes.data % int(argument) for x in asked.inputs))


def _result_off(asked: Asked, argument: str) -> int | None:
    return where(bool(asked.outputs[0].ctypes.data % int(argument)))


def _operand_at(asked: Asked, argument: str) -> int | None:
    return where(any(x.size and x.ctypes.data % _LINE == int(argument) for x in asked.inputs))


def _stride(asked: Asked, argument: str) -> int | None:
    return where(any(_has(_steps(x), argument) for x in asked.inputs))


def _has(steps: Sequence[int], kind: str) -> bool:
    if kind == "zero":
        return 0 in steps
    if kind == "negative":
        return any(step < 0 for step in steps)
    if kind == "last":
        return len(steps) > 1 and steps[-1] < 0 and min(steps[:-1]) > 0
    first = len(steps) > 1 and steps[0] < 0 and min(steps[1:]) > 0
    return first if kind == "first" else any(a < b for a, b in pairwise(steps))


def _result_stride(asked: Asked, argument: str) -> int | None:
    return where(_has(_steps(asked.outputs[0]), argument))


@cache
def _can_alias(op: str, label: str) -> Sequence[str]:
    """Return the kinds of aliasing that calls of the op can have.

    Aliasing is possible only if two operands can have equal format and shape. For instance, an
    input with channels and a slope for each channel never have equal shapes.
    """
    inputs, _ = widest_signature(op, label)
    draws = Draws("0", op)
    for rank in (1, 2, 3):
        scene = draw_scene(draws, Wish(get_op(op), len(inputs), 40, rank, alike=True))
        every = list(zip(inputs, scene.shapes, strict=True))
        if len(set(every)) < len(every):
            return ("memory", "array")
    return ()


def _asked_alias(op: str, label: str, argument: str) -> bool:
    return answerable(op, label)


def _of_operands(*arguments: str) -> Callable[[str, str], Sequence[str]]:
    """Return a function that returns these arguments for ops with operands."""
    return lambda op, label: arguments if get_op(op).operands else ()


def _by_chance(op: str, label: str, argument: str) -> bool:
    """Return False: an address is drawn, so not every run contains one that shows the fault."""
    return False


FAMILIES = (
    Family(
        "alias", "two operands share one {}", "1 if a call has such operands", _alias,
        _can_alias, _asked_alias,
        rules=("C1.4",),
    ),
    Family(
        "operand_off", "the address of an operand is not a multiple of {}",
        "about 3/4 for 64 (NumPy aligns to 16), less for 16", _operand_off,
        _of_operands("64", "16"),
        lambda op, label, argument: argument == "64" or label == usual_label(op),
        rules=("C1.3",),
    ),
    Family(
        "result_off", "the address of the result is not a multiple of {}",
        "about 1/4 for 64, 1/5 for 16, because addresses are drawn",
        _result_off, lambda op, label: ("64", "16"), _by_chance,
        rules=("C1.3",),
    ),
    Family(
        "operand_at", "the address of an operand modulo 64 is {}",
        "about 1/400, because addresses are drawn",
        _operand_at, _of_operands("8", "4", "1", "24", "37"), _by_chance,
        rules=("C1.3",),
    ),
    Family(
        "stride", "an operand has this kind of stride: {}", "1 if a call has it", _stride,
        _of_operands("negative", "last", "first", "zero", "rising"),
        lambda op, label, argument: argument == "negative",
        rules=("C1.3",),
    ),
    Family(
        "result_stride", "the result has this kind of stride: {}",
        "about 1/7, because strides are drawn",
        _result_stride, lambda op, label: ("negative", "rising"), _by_chance,
        rules=("C1.3",),
    ),
)  # fmt: skip
"""Families of faults that depend on memory."""
