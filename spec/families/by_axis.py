"""Moves of one operand whose attributes have an integer for each of `axes` (clause S2).

If `axes` is null, it means all axes in order. Elements keep their coordinates on the other axes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from samebits.spec.errors import SpecError
from samebits.spec.formats import FORMATS
from samebits.spec.language.declare import Attribute, Op, same_format
from samebits.spec.language.geometry import Refusal, ShapeRule
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.landmarks import Draws
from samebits.spec.language.shapes import AXES_REFUSED, Attributes, Shape, normalize_axes

AXES = Attribute(
    "axes", "the axes in the order of the other attributes; null means all", kind="axes"
)


def along(name: str, doc: str, least: int | None) -> Attribute:
    """Return a required attribute that has an integer for each axis in `axes`.

    The integers are at least `least`, unless it is None.
    """
    return Attribute(
        name,
        doc,
        required=True,
        kind="integers",
        least=least,
        unbounded=least is None,
        length="axes",
    )


def move(
    name: str,
    summary: str,
    rule: ShapeRule,
    attributes: tuple[Attribute, ...],
    gradients: tuple[Gradient, ...] = (),
    operand: str = "x",
) -> Op:
    """Return the declaration of a move of one operand of any format."""
    return Op(
        name=name,
        op_class="move",
        summary=summary,
        operands=(operand,),
        signatures=same_format(1, *FORMATS),
        shape_rule=rule,
        clauses=("A1", "S2"),
        profile="nn",
        attributes=attributes,
        gradients=gradients,
    )


def numbers(op: str, attributes: Attributes, rank: int, *names: str) -> Mapping[int, list[int]]:
    """Return the integers that the attributes `names` have for each axis.

    The keys are the axes, counted from 0. Raises SpecError for invalid axes, and if an attribute
    does not have one integer per axis.
    """
    axes = attributes["axes"]
    normalize_axes(op, axes, rank)
    ordered = [a % rank for a in axes] if isinstance(axes, tuple) else list(range(rank))
    found: dict[int, list[int]] = {axis: [] for axis in ordered}
    for name in names:
        given = attributes[name]
        if not isinstance(given, tuple) or len(given) != len(ordered):
            raise SpecError(
                f"{op}: {name}={given!r} must be {len(ordered)} integers, one for each axis"
            )
        for axis, number in zip(ordered, given, strict=True):
            found[axis].append(number)
    return found


def refused(**fitting: int) -> tuple[Refusal, ...]:
    """Return refusals of invalid axes.

    In an example, each attribute in `fitting` has the given integer once per axis.
    """
    return tuple(
        Refusal(
            r.rule,
            r.says,
            attributes={**r.attributes, **{name: (n,) * count for name, n in fitting.items()}},
        )
        for r, count in zip(AXES_REFUSED, (1, 1, 2, 2), strict=True)
    )


def drawn_axes(draws: Draws, rank: int) -> tuple[list[int], tuple[int, ...]]:
    """Return random axes counted from 0, and the same axes as the attribute of a call.

    In the attribute, some of the axes are counted from the end.
    """
    chosen = draws.sample(range(rank), draws.between(1, rank))
    return chosen, tuple(a - rank if draws.chance(3) else a for a in chosen)


def kept_axes(op: str) -> Callable[[Attributes, int], Iterable[int]]:
    """Return a function for the landmark `apart`: it returns the axes that a call does not name."""

    def apart(attributes: Attributes, rank: int) -> Iterable[int]:
        named = normalize_axes(op, attributes["axes"], rank)
        return (axis for axis in range(rank) if axis not in named)

    return apart


def with_sizes(shape: Shape, sizes: Mapping[int, int]) -> Shape:
    """Return `shape` with the sizes of some axes replaced."""
    return tuple(sizes.get(axis, n) for axis, n in enumerate(shape))
