"""Copying of a computed result to the array `out`, if the caller passed one."""

from __future__ import annotations

from samebits.numpy.running import fill, places_of
from samebits.numpy.values import NAMES, Array


def placed(function: str, result: Array, out: Array | None) -> Array:
    """Return the result, or `out` after the result was copied into it.

    Raises SpecError if the shape or format of `out` is wrong.
    """
    if out is None:
        return result
    (place,) = places_of(function, [result.shape], [NAMES[result.dtype]], out)
    return fill([result], [place])[0]
