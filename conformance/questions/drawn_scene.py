"""Draws a scene (the shapes and attributes of a call) by shape rule.

Every module in `questions/drawing/` defines `DRAWS`, a mapping from shape rules to functions that
draw a scene of about the wanted size. New modules are found automatically.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from samebits.common.modules import modules_of
from samebits.conformance.questions import drawing as scenes_package
from samebits.conformance.questions.seeded import Draws
from samebits.conformance.scenes.scene import Scene
from samebits.spec.catalog import get_op, move_landmarks
from samebits.spec.errors import SpecError
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.landmarks import MoveLandmarks
from samebits.spec.language.shapes import Shape, ShapeRule


@dataclass(frozen=True, slots=True)
class Wish:
    """The requirements for a scene: an op, the number of its operands, a size, and a rank.

    `size` is the number of elements of the largest operand. For products and convolutions it is
    also the approximate number of fused multiply-adds. `rank` is used if the op allows any rank. A
    `large` scene has its size in one operand or result. In an `alike` scene all operands have the
    same shape, if the op allows it, so that one array can be used for all of them.
    """

    op: Op
    operands: int
    size: int
    rank: int
    large: bool = False
    alike: bool = False


DrawScene = Callable[[Draws, Wish], Scene]


@cache
def signatures(op_name: str, label: str) -> tuple[Signature, ...]:
    """Return the signatures of an op with a label.

    They are cached, because a cast has 169 labels.
    """
    return get_op(op_name).labels()[label]


def usual_label(op_name: str) -> str:
    """Return f32, or the first label if the op has no f32."""
    labels = sorted(get_op(op_name).labels())
    return "f32" if "f32" in labels else labels[0]


def usual_signature(op_name: str, label: str) -> Signature:
    """Return the first signature with at least two operands, or else the first signature.

    Only einsum has labels with fewer and with more operands.
    """
    every = signatures(op_name, label)
    return next((s for s in every if len(s[0]) > 1), every[0])


def widest_signature(op_name: str, label: str) -> Signature:
    """Return the first signature with the most operands."""
    return max(signatures(op_name, label), key=lambda signature: len(signature[0]))


@cache
def all_draws() -> Mapping[ShapeRule, DrawScene]:
    """Return every function that draws scenes, by shape rule.

    Raises SpecError if two modules draw the same rule.
    """
    found: dict[ShapeRule, DrawScene] = {}
    for file, load in modules_of(scenes_package):
        module = load()
        for rule, draw in module.DRAWS.items():
            if rule in found:
                raise SpecError(
                    f"questions/drawing/{file}.py: another module draws {rule.__name__} already"
                )
            found[rule] = draw
    return MappingProxyType(found)


_TRIES = 8
"""The number of further attempts for a large scene.

Some scenes, such as a loss scale, are never large.
"""


def draw_scene(draws: Draws, wish: Wish) -> Scene:
    """Return a random scene for an op and a number of operands.

    A scene that should be large, but has no large operand or result, is drawn again with a larger
    size. Raises SpecError if no scene can be drawn.
    """
    scene, asked = _draw_scene(draws, wish), wish
    for _ in range(_TRIES if wish.large else 0):
        most = max(map(math.prod, (*scene.shapes, *shapes_of_results(wish.op, scene))))
        if most >= wish.size:
            break
        asked = replace(asked, size=asked.size * wish.size // max(1, most) + 1)
        scene = _draw_scene(draws, asked)
    return scene


def shapes_of_results(op: Op, scene: Scene) -> tuple[Shape, ...]:
    """Return the shapes of the results of a call with a scene's operands."""
    every = (s for label in op.labels().values() for s in label)
    inputs, outputs = next(s for s in every if len(s[0]) == len(scene.shapes))
    return op.output_shapes(op.call(inputs, outputs, **scene.attributes), scene.shapes)


def _draw_scene(draws: Draws, wish: Wish) -> Scene:
    rule, landmarks = wish.op.shape_rule, move_landmarks(wish.op.name)
    if landmarks is not None:
        scene = _moved(draws, wish, landmarks)
    elif rule not in all_draws():
        raise SpecError(
            f"{wish.op.name} has no function that draws scenes; add one in questions/drawing/"
        )
    else:
        scene = all_draws()[rule](draws, wish)
    attributes = {**choices(draws, wish.op), **scene.attributes}
    return Scene(scene.shapes[: wish.operands], attributes, scene.limits)


def _moved(draws: Draws, wish: Wish, landmarks: MoveLandmarks) -> Scene:
    """Return a random scene of a move, drawn by the landmarks in the op's own file."""

    def shape_of(rank: int | None) -> Shape:
        return draw_shape(draws, wish.size, wish.rank if rank is None else rank)

    situation = landmarks.drawn(draws, shape_of)
    return Scene((situation.shape,), situation.attributes)


def choices(draws: Draws, op: Op) -> dict[str, Any]:
    """Return a random value for each attribute with choices, and random host scalars."""
    found: dict[str, Any] = {a.name: draws.choice(a.choices) for a in op.attributes if a.choices}
    for attribute in op.attributes:
        if attribute.real and draws.chance(2):
            usual = draws.between(1, 4000) / draws.between(7, 977)
            scalar = draws.choice((*[usual] * 6, -usual, 0.0))
            found[attribute.name] = scalar if _takes(op, {attribute.name: scalar}) else usual
    return found


def _takes(op: Op, attributes: Mapping[str, Any]) -> bool:
    """Return whether an op has a call with these attributes."""
    inputs, outputs = op.signatures[0]
    usual, shapes = op.example(len(inputs))
    try:
        op.output_shapes(op.call(inputs, outputs, **{**usual, **attributes}), shapes)
    except SpecError:
        return False
    return True


def draw_shape(draws: Draws, size: int, rank: int) -> Shape:
    """Return a random shape of a rank, with `size` elements or slightly more."""
    if rank == 0:
        return ()
    sizes: list[int] = []
    left = size
    for axes in range(rank, 1, -1):
        even = left ** (1 / axes)
        axis = max(1, round(even * draws.between(40, 170) / 100))
        sizes.append(axis)
        left = math.ceil(left / axis)
    return tuple(draws.sample([*sizes, left], rank))


def draw_axis(draws: Draws, rank: int) -> int:
    """Return a random axis, counted from the first or (negative) from the last axis."""
    return draws.between(-rank, rank - 1)
