"""roll: an element from the unshifted position, modulo the size of the axis (clause S2.roll)."""

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
    for axis, (shift,) in numbers("roll", call.attributes, len(shape), "shifts").items():
        found[axis] = (found[axis] - shift) % shape[axis]
    return tuple(found)


ORACLE = Copies(_origin)


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the result of `numpy.roll`, applied to one axis after the other."""
    axes: Any = call.attributes["axes"]
    shifts: Any = call.attributes["shifts"]
    bits = bits_of(inputs[0]).copy()
    for axis, shift in zip(range(bits.ndim) if axes is None else axes, shifts, strict=True):
        bits = np.roll(bits, shift % max(bits.shape[axis], 1), axis)
    return from_bits(bits, call.outputs[0])


ROUTE = _route

DEFINITION = on_arrays.moved(_origin)
