"""Resampling of images (clause G13): attributes, shape rules and gradients.

resampling_graphs.py has the nodes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.geometry import (
    Attributes,
    Names,
    Refusal,
    Shape,
    ShapeRule,
    fitted,
    shape_rule,
)
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Passed, Ref, Sizes

FORMATS = ("f64", "f32", "f16", "bf16")

EXACT = Attribute(
    "exact",
    "whether a place reads the element nearest to its middle, not to its beginning (G13.2)",
    False,
    choices=(False, True),
)
ALIGN = Attribute(
    "align_corners",
    "the first and last places lie at the first and last elements",
    False,
    choices=(False, True),
)


def sizes(name: str, rank: int) -> Attribute:
    """Return the attribute for the spatial sizes of a result."""
    doc = "the spatial sizes of the result"
    return Attribute(name, doc, required=True, kind="integers", least=1, length=rank)


def _named(inputs: str, places: str, rank: int) -> object:
    def derived(attributes: Attributes, names: Names) -> Names:
        """Return the sizes S0, S1 of the image and P0, P1 of the places, and their products."""
        known = {**attributes, **names}
        found: Names = {"elements": math.prod(known[inputs]), "places": math.prod(known[places])}
        for axis in range(rank):
            found |= {f"S{axis}": known[inputs][axis], f"P{axis}": known[places][axis]}
        return found

    return derived


def _rule(rank: int, gradient: bool) -> ShapeRule:
    """Return the shape rule of a resampling of x[N, C, *S], or of its gradient."""
    letter, attribute = ("P", "input_size") if gradient else ("S", "output_size")
    size, other = ((4, 7)[:rank], (6, 5)[:rank])
    pattern = f"[N, C, *{letter}]"
    axes = (attribute, letter) if gradient else (letter, attribute)

    def apply(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        names = fitted(op, attributes, inputs, [pattern])
        wanted = attributes[attribute]
        assert isinstance(wanted, tuple)
        if len(names[letter]) != rank or 0 in names[letter]:
            raise SpecError(
                f"{op}: needs {pattern} with {rank} spatial axes of size 1 or more, got {inputs[0]}"
            )
        return ((names["N"], names["C"], *wanted),)

    apply.__doc__ = f"{pattern} with {rank} spatial axes of size 1 or more."
    name = f"resampled{rank}d" + ("_gradient" if gradient else "")
    return shape_rule(
        [pattern],
        f"[N, C, *{attribute}]",
        example=[(2, 3, *size)],
        attributes={attribute: other},
        refusals=(
            Refusal("G13.1", "an empty spatial axis", ((2, 3, *size[:-1], 0),)),
            Refusal("G13.1", "a spatial axis too many", ((2, 3, *size, 4),)),
        ),
        name=name,
        derived=_named(axes[0], axes[1], rank),  # type: ignore[arg-type]
    )(apply)


FORWARD = {rank: _rule(rank, gradient=False) for rank in (1, 2)}
BACKWARD = {rank: _rule(rank, gradient=True) for rank in (1, 2)}


def link(op: str, mode: str) -> tuple[Gradient, ...]:
    """Return the declaration of the gradient of x. Both ops have the attribute `mode`."""
    attributes: dict[str, Passed] = {mode: Ref(mode), "input_size": Sizes("[*S]")}
    return (Gradient(operand="x", op=op, inputs=(f"{OF}result",), attributes=attributes),)
