"""slice: the elements from a start on, with a step (clause S2.slice)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.oracles import on_arrays
from samebits.oracles.copies import Array, Copies, Place
from samebits.spec.families.by_axis import numbers
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape


def _origin(call: Call, shape: Shape, place: Place, others: Sequence[Array]) -> Place:
    found = list(place)
    named = numbers("slice", call.attributes, len(shape), "starts", "steps")
    for axis, (start, step) in named.items():
        found[axis] = start + step * found[axis]
    return tuple(found)


ORACLE = Copies(_origin)


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """Return the result of NumPy's indexing with slices."""
    bits = bits_of(inputs[0])
    named = numbers("slice", call.attributes, bits.ndim, "starts", "stops", "steps")
    cut = tuple(slice(*named.get(axis, (None,))) for axis in range(bits.ndim))
    return from_bits(bits[cut].copy(), call.outputs[0])


ROUTE = _route

DEFINITION = on_arrays.moved(_origin)
