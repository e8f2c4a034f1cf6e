"""Shape rules of gradient clipping and loss scaling (clause G8)."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.language.geometry import Attributes, Refusal, Shape, shape_rule


@shape_rule(["[*S]"], "[*S]", example=[(2, 3)], refusals=())
def clipped(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take gradients of any shape; the result has this shape."""
    return (tuple(inputs[0]),)


@shape_rule(["[*S]", "[]"], "[*S]", example=[(2, 3), ()], refusals=())
def with_norm(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take gradients of any shape, and the norm of all gradients as an operand of rank 0."""
    require_rank_0(op, "total_norm", inputs[1])
    return (tuple(inputs[0]),)


@shape_rule(["[*S]", "[]"], "[*S]", "[]", example=[(2, 3), ()], refusals=())
def with_scale(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take gradients of any shape and a loss scale of rank 0; the second result has rank 0."""
    require_rank_0(op, "scale", inputs[1])
    return tuple(inputs[0]), ()


@shape_rule(
    ["[]", "[]", "[]"],
    "[]",
    "[]",
    example=[(), (), ()],
    attributes={"growth_factor": 2.0, "backoff_factor": 0.5},
    refusals=(
        Refusal("G8.20", "a `growth_factor` that is not above 1", None, {"growth_factor": 1.0}),
        Refusal("G8.20", "a `backoff_factor` that is not below 1", None, {"backoff_factor": 1.0}),
        Refusal("G8.20", "a `backoff_factor` that is not above 0", None, {"backoff_factor": 0.0}),
    ),
)
def scale_state(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the loss scale, the growth tracker and the overflow flag, each of rank 0."""
    for name, shape in zip(("scale", "growth_tracker", "found_inf"), inputs, strict=True):
        require_rank_0(op, name, shape)
    growth, backoff = attributes["growth_factor"], attributes["backoff_factor"]
    if not (isinstance(growth, float) and growth > 1.0):
        raise SpecError(f"{op}: growth_factor={growth!r} must be above 1")
    if not (isinstance(backoff, float) and 0.0 < backoff < 1.0):
        raise SpecError(f"{op}: backoff_factor={backoff!r} must be above 0 and below 1")
    return (), ()


def require_rank_0(op: str, name: str, shape: Shape) -> None:
    """Raise SpecError unless an operand has rank 0."""
    if shape != ():
        raise SpecError(f"{op}: {name} must have rank 0, got shape {shape}")
