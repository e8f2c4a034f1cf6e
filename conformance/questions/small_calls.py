"""Small calls of one op and format, in which all other properties vary, to be made in sequence.

They have every rank that the op allows, with one reversed axis at a time. Some have operands that
are one array. Arrays are anywhere in memory and at the end of a page. Some results have no
elements, or rank 0. `with_threads` gives the first calls all numbers of threads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from samebits.conformance.questions.contents import PREFIX, REPEATED
from samebits.conformance.questions.drawn_calls import MOST_THREADS, adds_terms, draw_flavour
from samebits.conformance.questions.drawn_scene import (
    Wish,
    choices,
    draw_scene,
    usual_signature,
    widest_signature,
)
from samebits.conformance.questions.memory_places import FAR, PAGE_END, PLAIN, SHARED, draw_place
from samebits.conformance.questions.operands import MIDPOINTS
from samebits.conformance.questions.question import Question
from samebits.conformance.questions.reach import strides
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.catalog import get_op
from samebits.spec.families import reductions
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape, elementwise

LEAST = 24
"""The least number of calls for each op and format: more than the largest number of threads."""

_ALIKE = 3
_SIZE = 40
_TRIED = 40
"""The largest number of scenes that are drawn to find a scene with a needed property."""

_MIDPOINTS = 6
"""For ops that add terms, one of this many calls has terms next to midpoints."""


def small_questions(name: str, seed: str, op_name: str, label: str) -> list[Question]:
    """Return at least LEAST small calls; `name` is the id of the case."""
    op, draws = get_op(op_name), Draws(seed, f"{name} small")
    usual, widest = usual_signature(op_name, label), widest_signature(op_name, label)
    places: tuple[str, ...]
    scenes: list[tuple[Scene, tuple[str, ...], bool]] = []
    results: dict[int, str] = {}
    for scene, fixed in strides(op, draws, len(usual[0])):
        if "result_place" in fixed:
            results[len(scenes)] = fixed["result_place"]
        scenes.append((scene, fixed.get("places", ()), False))
    while len(scenes) < LEAST or not scenes[-1][2]:
        alike = len(scenes) >= LEAST - _ALIKE
        operands = len((widest if alike else usual)[0])
        wish = Wish(op, operands, _SIZE, draws.between(1, 3), alike=alike)
        scene = draw_scene(draws, wish)
        places = () if alike else tuple(draw_place(draws, len(s)) for s in scene.shapes)
        scenes.append((scene, places, alike))
    found = []
    scenes += [(scene, (), False) for scene in _least(op, len(usual[0]))]
    shared = len(scenes)
    for place in (SHARED, FAR) if usual[0] else ():
        scene = _matrices(draws, op, len(usual[0]))
        scenes.append((scene, (place,) * len(scene.shapes), False))
    scene = _filled(draws, op, len(usual[0]))
    results[len(scenes)] = PAGE_END
    scenes.append((scene, (PAGE_END,) * len(scene.shapes), False))
    for number, (scene, places, alike) in enumerate(scenes):
        inputs, outputs = widest if alike else usual
        call = op.call(inputs, outputs, **choices(draws, op) | dict(scene.attributes))
        flavour = draw_flavour(draws, op)
        if adds_terms(op) and number % _MIDPOINTS == _MIDPOINTS - 1:
            flavour = MIDPOINTS
        if number == shared:
            flavour = PREFIX + REPEATED
        question = Question(
            name=f"{name} small {number}",
            seed=seed,
            call=call,
            shapes=scene.shapes[: len(inputs)],
            flavour=flavour,
            limits=tuple(sorted(scene.limits.items())),
            places=places[: len(inputs)],
            alias=alike,
        )
        ranks = [len(shape) for shape in question.output_shapes]
        result = PLAIN if draws.chance(2) else draw_place(draws, *ranks)
        result = results.get(number, result)
        found.append(replace(question, result_place=result))
    return found


def _matrices(draws: Draws, op: Op, operands: int) -> Scene:
    """Return a random scene in which an operand has several rows of several elements, if possible.

    The operand of a gradient may have one axis less than requested.
    """
    wishes = [Wish(op, operands, _SIZE, rank) for rank in (2, 3)]
    return _drawn(draws, wishes, lambda scene: any(map(has_rows, scene.shapes)))


def has_rows(shape: Shape) -> bool:
    """Return whether an array of this shape has several rows of several elements."""
    return len(shape) > 1 and shape[-1] > 1 and math.prod(shape[:-1]) > 1


def _filled(draws: Draws, op: Op, operands: int) -> Scene:
    """Return a random scene in which every operand has elements."""
    wishes = [Wish(op, operands, _SIZE, rank) for rank in (1, 2)]
    return _drawn(draws, wishes, lambda s: all(map(math.prod, s.shapes)))


def _drawn(draws: Draws, wishes: Sequence[Wish], fits: Callable[[Scene], bool]) -> Scene:
    """Return the first random scene that fits, or else the last one.

    The wishes are used alternately.
    """
    for number in range(_TRIED):
        scene = draw_scene(draws, wishes[number % len(wishes)])
        if fits(scene):
            break
    return scene


def _least(op: Op, operands: int) -> Iterator[Scene]:
    """Yield scenes with no or one element, for shape rules that always allow them."""
    if op.shape_rule is elementwise:
        for shape in ((0,), (3, 0, 2), (), (1, 1, 1)):
            yield Scene((shape,) * operands)
    elif op.shape_rule in reductions.SHAPE_RULES:
        yield Scene(((0, 3),), {"axes": (-1,)})


def with_threads(questions: list[Question]) -> list[Question]:
    """Return the same calls, with 1 to 16 threads for the first 16 calls."""
    told = range(1, MOST_THREADS + 1)
    return [replace(q, threads=t) for q, t in zip(questions, told, strict=False)] + questions[
        MOST_THREADS:
    ]
