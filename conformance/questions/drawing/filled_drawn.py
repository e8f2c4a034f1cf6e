"""Random scenes of tensors that attributes fill, with steps of any size, positive or negative."""

from __future__ import annotations

from samebits.conformance.questions.drawn_scene import Wish, draw_shape
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.families import filled

_THOUSAND = 1000


def _real(draws: Draws) -> float:
    """Return an integer, a number with few significant bits, or a number with 53 bits."""
    whole = draws.between(-_THOUSAND, _THOUSAND)
    return draws.choice((float(whole), whole / 64.0, whole / 7.0))


def _filled(draws: Draws, wish: Wish) -> Scene:
    shape = draw_shape(draws, wish.size, wish.rank)
    return Scene((), {"shape": shape, "fill_value": _real(draws)})


def _diagonal(draws: Draws, wish: Wish) -> Scene:
    rows = draws.between(1, max(1, wish.size))
    return Scene((), {"n": rows, "m": max(1, wish.size // rows)})


def _stepped(draws: Draws, wish: Wish) -> Scene:
    """Return a scene whose end coincides with a step or is near a step."""
    start = _real(draws)
    step = _real(draws) or 1.0
    part = draws.choice((0.0, 0.25, 0.5))
    return Scene((), {"start": start, "end": start + (wish.size - part) * step, "step": step})


def _spaced(draws: Draws, wish: Wish) -> Scene:
    return Scene((), {"start": _real(draws), "end": _real(draws), "steps": wish.size})


DRAWS = {
    filled.filled: _filled,
    filled.diagonal: _diagonal,
    filled.stepped: _stepped,
    filled.spaced: _spaced,
}
