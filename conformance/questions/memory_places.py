"""Places of operands and results of drawn questions in memory: their strides and addresses.

Drawn questions use the layouts of the laws, and also these:

- `backwards:2`, `backwards:1+3`: some axes are reversed.
- `offset:3`: the first byte is anywhere in a page.
- `offset:-1`: the last byte is at the end of a page.
- `far`: an axis has a stride of 4 MiB.
- `shared`: all axes but the last have stride 0, if the rows of the array are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from samebits.backends.hosting.memory import PAGE
from samebits.backends.protocol import Array
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.layouts import (
    AT_END,
    LAYOUTS,
    at_offset,
    far_apart,
    far_axis,
    turned,
)
from samebits.spec.formats import bits_of, format_of
from samebits.spec.language.shapes import Shape

PLAIN, FAR, SHARED = "contiguous", "far", "shared"
PAGE_END = f"offset:{AT_END}"

_MOST_GAPS = 3  # for more axes, gaps would enlarge the memory too much


def empty_in(place: str, shape: Shape, name: str) -> Array:
    """Return a poisoned array of a shape and format in the place `place`."""
    kind, _, number = place.partition(":")
    if kind == "backwards":
        return turned([int(axis) for axis in number.split("+")], shape, name)
    if kind == "offset":
        return at_offset(shape, name, int(number))
    return LAYOUTS[place](shape, name)


def placed_in(place: str, array: Array) -> Array:
    """Return a read-only copy of an array in the place `place`."""
    if place == SHARED:
        return _shared(array)
    name = format_of(array).name
    if place == FAR:
        is_far = far_axis(array.shape) >= 0
        copy = far_apart(array.shape, name) if is_far else empty_in(PLAIN, array.shape, name)
    else:
        copy = empty_in(place, array.shape, name)
    copy[...] = array
    copy.flags.writeable = False
    return copy


def _shared(array: Array) -> Array:
    """Return the first row of the array, repeated by stride 0, if all its rows are equal.

    Otherwise return the array.
    """
    if array.ndim < 2 or not array.size:
        return array
    row = np.array(array[(0,) * (array.ndim - 1)])
    found = np.broadcast_to(row, array.shape)
    return found if np.array_equal(bits_of(np.ascontiguousarray(found)), bits_of(array)) else array


def draw_place(draws: Draws, *ranks: int, large: bool = False) -> str:
    """Return a random place for arrays of these ranks.

    `large` arrays get gaps or a changed order of axes.
    """
    least = min(ranks)
    if large and least:
        choices = [name for name in LAYOUTS if name != "sliced" and _has_gaps(name, least)]
    else:
        choices = [name for name in LAYOUTS if name != "sliced" or max(ranks) <= _MOST_GAPS]
        choices.append(f"offset:{draws.between(1, PAGE - 1)}")
    if least:
        choices += [f"backwards:{draws.below(least)}"]
        some = 1 + draws.below((1 << least) - 1)
        axes = [str(axis) for axis in range(least) if some >> axis & 1]
        choices.append(f"backwards:{'+'.join(axes)}")
    return draws.choice(choices)


@cache
def _has_gaps(place: str, rank: int) -> bool:
    """Return whether an array of this rank in this place is not contiguous."""
    return not empty_in(place, (2,) * rank, "f32").flags.c_contiguous


def in_words(places: Sequence[str]) -> str:
    """Return a description of the places of operands."""
    return PLAIN if set(places) <= {PLAIN} else ", ".join(places)
