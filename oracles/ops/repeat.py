"""repeat: an element from the position modulo the size of each axis (clause S2.repeat)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from samebits.oracles import on_arrays
from samebits.oracles.copies import Array, Copies, Place
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language.call import Call
from samebits.spec.language.links import as_tuple
from samebits.spec.language.shapes import Shape


def _origin(call: Call, shape: Shape, place: Place, others: Sequence[Array]) -> Place:
    return tuple(at % n for at, n in zip(place, shape, strict=True))


ORACLE = Copies(_origin)


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the result of `numpy.tile`."""
    return from_bits(
        np.tile(bits_of(inputs[0]), as_tuple(call.attributes["repeats"])), call.outputs[0]
    )


ROUTE = _route

DEFINITION = on_arrays.moved(_origin)
