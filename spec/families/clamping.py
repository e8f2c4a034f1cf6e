"""Declarations that clamp, hardtanh and their gradients share (clause G9)."""

from __future__ import annotations

from samebits.spec.families.elementwise_graphs import OUTGOING, elementwise_graph, host_scalar
from samebits.spec.language.call import AttributeValue
from samebits.spec.language.declare import Constraint, Op
from samebits.spec.language.geometry import Attributes, Refusal
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Item, Number, Ref, node
from samebits.spec.language.landmarks import ElementwiseLandmarks
from samebits.spec.language.scalars import attribute, literal

BOUNDS = ("min", "max")


def clamping(name: str, summary: str, least: float, most: float, *constraints: Constraint) -> Op:
    """Return the declaration of min(max(x, min), max) with `least` and `most` as default bounds.

    Its gradient op is called `NAME_gradient`.
    """
    return elementwise_graph(
        name,
        summary,
        ("x",),
        Number("lo", attribute("min")),
        node("raised", "maximum", "x_wide", "lo"),
        Number("hi", attribute("max")),
        node("last", "minimum", "raised", "hi"),
        attributes=(
            host_scalar("min", "the lower bound", least),
            host_scalar("max", "the upper bound", most),
        ),
        clauses=("S3",),
        constraints=constraints,
        gradients=(
            Gradient(
                operand="x",
                op=f"{name}_gradient",
                inputs=(OUTGOING, "x"),
                attributes={bound: Ref(bound) for bound in BOUNDS},
            ),
        ),
    )


def clamping_gradient(
    name: str,
    summary: str,
    least: float,
    most: float,
    above: str,
    below: str,
    *constraints: Constraint,
) -> Op:
    """Return the gradient op: `gradient` if `above`(x, min) and `below`(x, max), else +0.

    `above` and `below` are names of comparison ops.
    """
    return elementwise_graph(
        name,
        summary,
        ("gradient", "x"),
        Number("lo", attribute("min")),
        node("is_above", above, "x_wide", "lo", to="bool"),
        Number("hi", attribute("max")),
        node("is_below", below, "x_wide", "hi", to="bool"),
        *both("last", "is_above", "is_below"),
        attributes=(
            host_scalar("min", "the lower bound", least),
            host_scalar("max", "the upper bound", most),
        ),
        clauses=("S3",),
        constraints=constraints,
    )


IN_ORDER = Constraint(
    holds=lambda attributes: not _number(attributes["min"]) > _number(attributes["max"]),
    error="min={min} is above max={max}; exchange them",
    refusal=Refusal("G9.4", "a lower bound above the upper one", attributes={"min": 2.0}),
)
"""The condition min <= max.

PyTorch's hardtanh also refuses bounds that violate it; PyTorch's clamp accepts them.
"""


def _number(value: AttributeValue) -> float:
    assert isinstance(value, float)
    return value


def both(name: str, first: str, second: str) -> tuple[Item, ...]:
    """Return nodes for `name`: the gradient if both conditions hold, else +0."""
    return (
        Number("nothing", literal(0.0)),
        node(f"{name}_half", "where", first, "gradient_wide", "nothing"),
        node(name, "where", second, f"{name}_half", "nothing"),
    )


_IN_ORDER: tuple[Attributes, ...] = (
    {"min": -0.1, "max": 0.7},
    {"min": 0.0, "max": -0.0},
    {"min": -1e300, "max": 1e-40},
    {"min": -1.0, "max": 1.0},
    {"min": float("-inf"), "max": float("inf")},
)

LANDMARKS_IN_ORDER = ElementwiseLandmarks(sets=_IN_ORDER, meets=BOUNDS, equal=False)
"""Landmarks with bounds that are ordinary, equal, infinite, subnormal, or rounded to infinity."""

LANDMARKS = ElementwiseLandmarks(
    sets=(*_IN_ORDER, {"min": 0.1, "max": -0.7}), meets=BOUNDS, equal=False
)
"""Landmarks with the bounds of LANDMARKS_IN_ORDER, and one pair in the wrong order."""
