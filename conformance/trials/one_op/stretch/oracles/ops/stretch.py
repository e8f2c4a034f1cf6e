"""stretch: read the operand at the position divided by the factor of the axis (S2.stretch)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from samebits.oracles.copies import Array, Copies, Place
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape


def _origin(call: Call, shape: Shape, place: Place, others: Sequence[Array]) -> Place:
    axes, factors = call.attributes["axes"], call.attributes["factors"]
    assert isinstance(factors, tuple)  # the shape rule has checked this
    named = axes if isinstance(axes, tuple) else tuple(range(len(shape)))
    found = list(place)
    for axis, factor in zip(named, factors, strict=True):
        found[axis] //= factor
    return tuple(found)


ORACLE = Copies(_origin)


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """Compute stretch with NumPy's `repeat`, one axis after the other."""
    axes: Any = call.attributes["axes"]
    factors: Any = call.attributes["factors"]
    bits = bits_of(inputs[0])
    for axis, factor in zip(range(bits.ndim) if axes is None else axes, factors, strict=True):
        bits = bits.repeat(factor, axis)
    return from_bits(bits.copy(), call.outputs[0])


ROUTE = _route
