"""flip: each element is copied from the mirrored position (clause S2.flip)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles import on_arrays
from samebits.oracles.copies import Array, Copies, Place
from samebits.spec.families.by_axis import numbers
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape


def _origin(call: Call, shape: Shape, place: Place, others: Sequence[Array]) -> Place:
    found = list(place)
    for axis in numbers("flip", call.attributes, len(shape)):
        found[axis] = shape[axis] - 1 - found[axis]
    return tuple(found)


ORACLE = Copies(_origin)


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the result of `numpy.flip`."""
    axes: Any = call.attributes["axes"]
    return from_bits(np.flip(bits_of(inputs[0]), axes).copy(), call.outputs[0])


ROUTE = _route

DEFINITION = on_arrays.moved(_origin)
