"""Where drawn operands and results lie in memory: what a stride or an address may be.

Beyond the layouts of the laws: one axis alone backwards (`backwards:2`), and a first byte that is
no multiple of anything (`offset:3`).
"""

from __future__ import annotations

from collections.abc import Sequence

from samebits.backends.protocol import Array
from samebits.conformance.laws.layouts import LAYOUTS, at_offset, contiguous
from samebits.conformance.questions.draws import Draws
from samebits.spec.formats import format_of
from samebits.spec.shapes import Shape

PLAIN = "contiguous"

_MOST_GAPS = 3  # axes with gaps: each of them makes the memory three times as large


def empty_in(place: str, shape: Shape, name: str) -> Array:
    """A poisoned array of a shape and format in a place."""
    kind, _, number = place.partition(":")
    if kind == "backwards":
        axis = int(number)
        cut = [slice(None)] * len(shape)
        cut[axis] = slice(None, None, -1)
        return contiguous(shape, name)[tuple(cut)]
    if kind == "offset":
        return at_offset(shape, name, int(number))
    return LAYOUTS[place](shape, name)


def placed_in(place: str, array: Array) -> Array:
    """A read-only copy of an array in a place."""
    copy = empty_in(place, array.shape, format_of(array).name)
    copy[...] = array
    copy.flags.writeable = False
    return copy


def draw_place(draws: Draws, *ranks: int, large: bool = False) -> str:
    """A place for arrays of these ranks; `large` ones are not contiguous, and have few gaps."""
    if large:
        choices = [name for name in LAYOUTS if name not in (PLAIN, "sliced")]
    else:
        choices = [name for name in LAYOUTS if name != "sliced" or max(ranks) <= _MOST_GAPS]
    choices.append(f"offset:{draws.between(1, 63)}")
    if least := min(ranks):
        choices += [f"backwards:{draws.below(least)}"] * 2
    return draws.choice(choices)


def in_words(places: Sequence[str]) -> str:
    """The places of operands for people."""
    return PLAIN if set(places) <= {PLAIN} else ", ".join(places)
