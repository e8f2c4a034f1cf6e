"""Scenes: the attributes and operand shapes of specimens, by shape rule.

Modules in `conformance/scenes/` define mappings from shape rules to scenes. `SCENES` has the usual
scenes. Scenes of `LARGE` are so large that backends divide the work among threads. Scenes of
`STRETCHES` have operands that consist of stretches. New modules are found automatically.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from samebits.common.modules import modules_of
from samebits.conformance import scenes as scenes_package
from samebits.spec.errors import SpecError
from samebits.spec.language.shapes import Shape, ShapeRule


@dataclass(frozen=True, slots=True)
class Scene:
    """Operand shapes and attributes for one shape rule.

    The last operands may be left out, unless `whole` is set. `limits` maps each index operand to
    the upper bound (exclusive) of its elements. `stretched` has sets of operands that consist of
    stretches, one set for each call (`stretches.py`).
    """

    shapes: tuple[Shape, ...]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    limits: Mapping[int, int] = field(default_factory=dict)
    whole: bool = False
    stretched: tuple[tuple[int, ...], ...] = ((0,),)


Scenes = Mapping[ShapeRule, tuple[Scene, ...]]


@cache
def all_scenes(kind: Literal["SCENES", "LARGE", "STRETCHES"] = "SCENES") -> Scenes:
    """Return every scene, by shape rule.

    Raises SpecError if two modules have scenes for the same rule.
    """
    found: dict[ShapeRule, tuple[Scene, ...]] = {}
    for file, load in modules_of(scenes_package):
        module = load()
        for rule, scenes in getattr(module, kind, {}).items():
            if rule in found:
                raise SpecError(f"conformance/scenes/{file}.py: {rule.__name__} has scenes already")
            found[rule] = tuple(scenes)
    return MappingProxyType(found)
