"""Moves that copy elements to other positions, one element at a time (clause S2).

For a position of the result, `origin` computes the position in the first operand whose element is
copied, in plain integer arithmetic. If it returns None, the result holds the constant of the call
(`filling`, +0 by default).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape

Array = np.ndarray[Any, Any]
Place = tuple[int, ...]
Origin = Callable[[Call, Shape, Place, Sequence[Array]], Place | None]
"""Arguments: the call, the shape of the first operand, a position of the result, other operands."""


@dataclass(frozen=True, slots=True)
class Copies:
    """A move of elements.

    `prepare` checks the operands after the first and converts them to int64.
    """

    origin: Origin
    prepare: Callable[[Call, Sequence[Array]], Sequence[Array]] = lambda call, inputs: ()
    filling: Callable[[Call], int] = lambda call: 0

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """Return the copied bits."""
        shape = get_op(call.op).output_shapes(call, [x.shape for x in inputs])[0]
        others, bits, name = self.prepare(call, inputs), bits_of(inputs[0]), call.outputs[0]
        filling = self.filling(call)
        result = np.zeros(shape, get_format(name).bits_dtype)
        for place in product(*map(range, shape)):
            origin = self.origin(call, inputs[0].shape, place, others)
            result[place] = filling if origin is None else bits[origin]
        return [from_bits(result, name)]


def replaced(place: Place, axis: int, coordinate: int) -> Place:
    """Return a position with the coordinate on one axis replaced."""
    return (*place[:axis], coordinate, *place[axis + 1 :])
