"""pad: an element from the mirrored, nearest or wrapped position, or the constant (R5, S2)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from samebits.oracles.copies import Array, Copies, Place
from samebits.oracles.numpy_route import copying_route as route
from samebits.oracles.rounding import decode, round_to
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import Shape


def _source(mode: str, at: int, size: int) -> int | None:
    """Return the coordinate in x that is copied to coordinate `at`, which may be outside of x."""
    if 0 <= at < size:
        return at
    if mode == "reflect":  # reflection does not repeat the edge
        return -at if at < 0 else 2 * (size - 1) - at
    if mode == "replicate":
        return 0 if at < 0 else size - 1
    return at % size if mode == "circular" else None


def _origin(call: Call, shape: Shape, place: Place, others: Sequence[Array]) -> Place | None:
    widths, mode = call.attributes["widths"], str(call.attributes["mode"])
    assert isinstance(widths, tuple)  # checked by the shape rule
    found = [
        _source(mode, at - before, size)
        for at, before, size in zip(place, widths[::2], shape, strict=True)
    ]
    known = tuple(at for at in found if at is not None)
    return known if len(known) == len(found) else None


def _filling(call: Call) -> int:
    value = np.array(call.attributes["value"], np.float64)
    return round_to(decode(int(bits_of(value)), "f64"), call.outputs[0])


ORACLE = Copies(_origin, filling=_filling)

ROUTE = route.padded_of
