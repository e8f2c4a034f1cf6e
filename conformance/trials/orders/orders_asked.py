"""The calls that are made for an op: scenes of several sizes, filled with stretches in every order.

Ops that work in blocks are called with sizes around their block sizes. All other ops are called
with the shapes of the laws and with short stretches, because their loops process several elements
at a time, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from samebits.conformance.questions.drawn_scene import usual_label
from samebits.conformance.scenes.filling import STEP, Stretches, longest_axis, orders
from samebits.conformance.scenes.scene import Scene
from samebits.conformance.scenes.specimens import Specimen, sets_to_fill, specimens
from samebits.conformance.scenes.stretches import (
    LINES,
    MAKERS,
    STEP_BY_STEP,
    scenes_of,
)
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format

WAYS = (
    (3, 1), (27, 9), (48, 16), (99, 33), (387, 129), (513, 256), (515, 256), (768, 256),
    (1025, 512), (12_291, 4096),
)  # fmt: skip
"""The number of elements of a row, and of a stretch in it.

Most rows have three stretches, which are as long as the blocks of kernels.
"""

SLOW_WAYS = ((24, 8), (512, 256), (515, 256), (769, 257))
"""Pairs like WAYS for ops that take one step for each element of a row when they are evaluated."""

_LONG = 4096
_FEW_LINES = 9
"""The number of rows for which one call suffices if the rows are long."""

_SHORT = (1, 3, 4, 8)
"""The lengths of stretches for ops that have no special scene."""

MOST_CALLS, MOST_SLOW_CALLS = 36, 8
"""The largest number of calls for a scene with few rows; the second number is for SLOW_WAYS.

The first order differs from call to call, and further orders are drawn.
"""


def asked_of(op_name: str, label: str) -> Iterator[Specimen]:
    """Yield every call for an op and a label."""
    if get_op(op_name).shape_rule in MAKERS:
        yield from _in_blocks(op_name, label)
    else:
        yield from _in_short_stretches(op_name, label)


def labels_of(op_name: str, *, every: bool = False) -> Sequence[str]:
    """Return the labels to test: the usual label and labels with one format, or every label."""
    labels = sorted(get_op(op_name).labels())
    if every:
        return labels
    usual = usual_label(op_name)
    return [usual, *(name for name in labels if "_" not in name and name != usual)]


def _in_blocks(op_name: str, label: str) -> Iterator[Specimen]:
    op = get_op(op_name)
    for size, length in SLOW_WAYS if op.shape_rule in STEP_BY_STEP else WAYS:
        for scene in scenes_of(op.shape_rule, _FEW_LINES if size >= _LONG else LINES, size):
            for inputs, outputs in op.labels()[label]:
                if scene.whole and len(scene.shapes) != len(inputs):
                    continue
                call = op.call(inputs, outputs, **scene.attributes)
                shapes = scene.shapes[: len(inputs)]
                limits = tuple(sorted(scene.limits.items()))
                for which in sets_to_fill(scene, inputs):
                    most = MOST_SLOW_CALLS if op.shape_rule in STEP_BY_STEP else MOST_CALLS
                    for first in _firsts(scene, inputs, which, most):
                        flavour = str(Stretches(which, length, first))
                        yield Specimen(call, shapes, flavour, limits=limits, seed=1 + first)


def _firsts(scene: Scene, inputs: Sequence[str], which: Sequence[int], most: int) -> Iterator[int]:
    """Yield the index of the first row's order, for each call.

    All calls together have every order.
    """
    every = [(orders(get_format(inputs[n])), lines_of(scene.shapes[n])) for n in which]
    calls = max(-(-count // lines) for count, lines in every)
    step = max(lines for _, lines in every) * STEP
    return (number * step for number in range(min(calls, most)))


def lines_of(shape: Sequence[int]) -> int:
    """Return the number of rows of an operand along its longest axis."""
    return math.prod(shape) // shape[longest_axis(tuple(shape))] if math.prod(shape) else 1


def _in_short_stretches(op_name: str, label: str) -> Iterator[Specimen]:
    """Yield the calls of the laws, each time with one float operand filled with short stretches."""
    seen = set()
    for specimen in specimens(op_name, label):
        key = (specimen.call, specimen.shapes)
        if specimen.large or key in seen:
            continue
        seen.add(key)
        formats = [get_format(name) for name in specimen.call.inputs]
        for number, form in enumerate(formats):
            if form.is_float and specimen.shapes[number]:
                for length in _SHORT:
                    flavour = str(Stretches((number,), length))
                    yield replace(specimen, flavour=flavour, seed=1 + length)
