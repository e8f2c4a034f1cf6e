"""slice_gradient: the gradient at the positions of a slice, +0 elsewhere (clause S2.slice)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from samebits.oracles import on_arrays
from samebits.oracles.copies import Array, Copies, Place
from samebits.spec.families.by_axis import numbers
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language.call import Call
from samebits.spec.language.links import as_tuple
from samebits.spec.language.shapes import Shape


def _origin(call: Call, shape: Shape, place: Place, others: Sequence[Array]) -> Place | None:
    found = list(place)
    named = numbers("slice_gradient", call.attributes, len(shape), "starts", "steps")
    for axis, (start, step) in named.items():
        found[axis], rest = divmod(found[axis] - start, step)
        if rest or not 0 <= found[axis] < shape[axis]:
            return None
    return tuple(found)


ORACLE = Copies(_origin)


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """Return zeros with the gradient assigned to a slice."""
    bits = bits_of(inputs[0])
    named = numbers("slice_gradient", call.attributes, bits.ndim, "starts", "steps")
    result = np.zeros(as_tuple(call.attributes["shape"]), bits.dtype)
    cut = [slice(None)] * bits.ndim
    for axis, (start, step) in named.items():
        cut[axis] = slice(start, start + max(bits.shape[axis] - 1, 0) * step + 1, step)
        if not bits.shape[axis]:
            cut[axis] = slice(0, 0)
    result[tuple(cut)] = bits
    return from_bits(result, call.outputs[0])


ROUTE = _route

DEFINITION = on_arrays.moved(_origin)
