"""Tests that scenes fit their ops: attribute names, index ranges, number of operands.

test_scenes_of_laws.py makes a call of each scene in every format, which takes longer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from samebits.conformance.laws.mixtures import _near_thresholds, _thresholds
from samebits.conformance.scenes.scene import Scene, all_scenes
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import from_bits, get_format
from samebits.spec.language import shapes as rules
from samebits.spec.language.declare import Op
from samebits.spec.philox import draws64


def stated() -> Iterator[tuple[Op, Scene]]:
    """Yield every op with each scene of its shape rule, small and large."""
    for scenes in (all_scenes("SCENES"), all_scenes("LARGE")):
        for op in all_ops().values():
            for scene in scenes.get(op.shape_rule, ()):
                yield op, scene


def numbers(value: Any) -> list[int]:
    """Return the integers in an attribute, and their product if there are several."""
    if isinstance(value, tuple) and value and all(type(n) is int for n in value):
        return [*value, math.prod(value)]
    return [value] if type(value) is int else []


def check_fits(op: Op, scene: Scene) -> None:
    """Assert that a scene has only attributes of the op, and that index limits are lengths.

    A scene with too few operands for some call must be marked `whole`.
    """
    assert scene.attributes.keys() <= {a.name for a in op.attributes}
    lengths = {n for shape in scene.shapes for n in shape}
    lengths |= {n for value in scene.attributes.values() for n in numbers(value)}
    assert {*scene.limits.values()} <= lengths
    assert scene.whole or len(scene.shapes) >= max(len(inputs) for inputs, _ in op.signatures)


def check_product(op: Op) -> None:
    """Assert that the sides of a product fit in every transposition."""
    for scene in all_scenes()[op.shape_rule]:
        call = op.call(["f32"] * 3, **scene.attributes)
        (shape,) = op.output_shapes(call, scene.shapes)
        assert shape[-1:] == scene.shapes[2]


def test_what_a_scene_states_fits_its_op() -> None:
    """One test checks all scenes, because making them takes most of the time."""
    for op, scene in stated():
        check_fits(op, scene)
    for name in ("matmul", "bmm"):
        check_product(get_op(name))
    kept = {scene.attributes.get("keepdims", False) for scene in all_scenes()[rules.reduction]}
    assert kept == {False, True}


def test_operands_that_tell_lie_beside_thresholds() -> None:
    form = get_format("f32")
    thresholds = _thresholds("exp", form)
    words = draws64(5, 0, 500)
    near = from_bits(_near_thresholds("exp", form, words).astype(form.bits_dtype), "f32")
    apart = abs(near[:, None] / thresholds - 1).min(axis=1)
    assert apart.max() < 1 / 31
    assert apart.max() > 1 / 64
