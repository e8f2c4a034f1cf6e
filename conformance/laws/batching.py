"""Batch axes: axes along which the elements of a call do not affect each other.

A `BatchAxis` has the index of one batch axis in each operand (None: the operand is the same for
every element of the batch) and in each result (None: the result depends on the whole batch, like
the gradient of a weight). batch_rules.py has the batch axes of the shape rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from samebits.conformance.laws.batch_axis import BatchAxis
from samebits.conformance.laws.batch_rules import MEET, RULES
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op, landmarks_of, move_landmarks
from samebits.spec.errors import SpecError
from samebits.spec.language import shapes as rules
from samebits.spec.language.call import Call
from samebits.spec.language.landmarks import StepLandmarks
from samebits.spec.language.shapes import Shape


def call_on(call: Call, axis: BatchAxis, size: int) -> Call:
    """Return the call for `size` elements of a batch axis, with its attribute `shape` adapted."""
    if "shape" not in call.attributes:
        return call
    shape: Any = call.attributes["shape"]
    cut = (*shape[: axis.result], size, *shape[axis.result + 1 :])
    return Call(call.op, call.version, call.inputs, call.outputs, {**call.attributes, "shape": cut})


def has_batch(specimen: Specimen) -> bool:
    """Return whether the call has a batch axis of more than one element."""
    shapes = specimen.shapes
    return any(axis.size(shapes) > 1 for axis in batch_axes(specimen.call, shapes))


def batch_axes(call: Call, shapes: Sequence[Shape]) -> list[BatchAxis]:
    """Return the batch axes of a call on operands of these shapes.

    Raises SpecError if the shape rule of the op has no entry.
    """
    rule = get_op(call.op).shape_rule
    if rule is rules.elementwise:
        return [BatchAxis((i,) * len(shapes), i) for i in range(len(shapes[0]))]
    landmarks = move_landmarks(call.op)
    if landmarks is not None and landmarks.apart is not None:
        apart = landmarks.apart(call.attributes, len(shapes[0]))
        return [BatchAxis((axis,), axis) for axis in apart]
    if is_step_of_elements(call):
        steps = [rule.pattern(number) != "[]" for number in range(len(shapes))]
        rank = len(shapes[steps.index(True)])
        return [BatchAxis(tuple(i if step else None for step in steps), i) for i in range(rank)]
    if rule in RULES:
        return RULES[rule](call, shapes)
    if rule in MEET or landmarks is not None:
        return []
    raise SpecError(
        f"{call.op} has no entry in laws/batch_rules.py; add its batch axes, or its rule to MEET"
    )


def is_elementwise(call: Call) -> bool:
    """Return whether each result element depends on one element of each operand.

    This holds for elementwise ops and elementwise steps.
    """
    return get_op(call.op).shape_rule is rules.elementwise or is_step_of_elements(call)


def is_step_of_elements(call: Call) -> bool:
    """Return whether the call is an elementwise step of profile train (G8.2)."""
    step = isinstance(landmarks_of(call.op), StepLandmarks)
    return step and set(get_op(call.op).shape_rule.results) == {"[*S]"}
