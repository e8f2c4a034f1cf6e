"""Scenes of rotary embedding and its gradient, with axes for heads, positions and features."""

from __future__ import annotations

from typing import Any

from samebits.conformance.scenes.scene import Scene, Scenes
from samebits.spec.families.rotary import rotary_embedding
from samebits.spec.language.shapes import Shape


def scene(leading: Shape, places: int, pairs: int, attributes: dict[str, Any]) -> Scene:
    """Return a scene of features in pairs, with an angle for each pair at each position."""
    angles = (places, pairs)
    return Scene(((*leading, places, 2 * pairs), angles, angles), attributes)


SCENES: Scenes = {
    rotary_embedding: tuple(
        scene((3, 5), 7, 9, {"interleaved": interleaved}) for interleaved in (False, True)
    )
}
