"""Losses whose target has probabilities (clause G7): shape rules and shared nodes."""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.class_losses import SMOOTHING_REFUSED, check_smoothing
from samebits.spec.families.losses import behind, check_gradient, fitted_to, result_shape
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.geometry import Refusal, shape_rule
from samebits.spec.language.graph import Branch, Equals, Given, Item, Join, Number, node
from samebits.spec.language.scalars import attribute, count, literal
from samebits.spec.language.shapes import Attributes, Shape

_MEAN = {"reduction": "mean"}
_OF_LOSS = "a gradient that has not the shape of the loss"


def _one_shape(op: str, x: Shape, target: Shape) -> None:
    if x != target:
        raise SpecError(f"{op}: input and target must have one shape, got {x} and {target}")


def _check_repeated(op: str, x: Shape, weights: Sequence[Shape]) -> None:
    """Raise SpecError unless every weight can be broadcast to the shape of the input."""
    for name, shape in zip(("weight", "pos_weight"), weights, strict=False):
        last = x[len(x) - len(shape) :]
        fits = len(shape) <= len(x) and all(n in (1, m) for n, m in zip(shape, last, strict=True))
        if not fits:
            raise SpecError(f"{op}: {name} of shape {shape} cannot be broadcast to the input's {x}")


_LOGITS = ((2, 3), (2, 3), (2, 1), (3,))
_LOGITS_REFUSED = (
    Refusal(
        "G7.8", "a weight that cannot be repeated to the input", ((2, 3), (2, 3), (2, 2), (3,))
    ),
    Refusal("G7.8", "a pos_weight of more axes than the input", (*_LOGITS[:3], (1, 2, 3))),
)


@shape_rule(
    ["[*S]", "[*S]", "[*W]", "[*P]"],
    "[*R]",
    example=_LOGITS,
    attributes=_MEAN,
    refusals=_LOGITS_REFUSED,
)
def logits(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take input and target of the same shape, and two weights that are broadcast to it."""
    _one_shape(op, inputs[0], inputs[1])
    _check_repeated(op, inputs[0], inputs[2:])
    return (result_shape(op, attributes, inputs[0]),)


@shape_rule(
    ["[*R]", "[*S]", "[*S]", "[*W]", "[*P]"],
    "[*S]",
    example=((), *_LOGITS),
    attributes=_MEAN,
    refusals=(
        Refusal("G7.3", _OF_LOSS, ((2, 3), *_LOGITS)),
        *map(behind, _LOGITS_REFUSED),
    ),
    fitted=fitted_to(lambda shapes: shapes[1]),
)
def logits_gradient(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the gradient of a loss, and the operands of the loss."""
    logits(op, attributes, inputs[1:])
    check_gradient(op, attributes, inputs[0], inputs[1])
    return (inputs[1],)


_DIVERGENCE = ((2, 3), (2, 3))


@shape_rule(
    ["[N, *S]", "[N, *S]"],
    "[*R]",
    example=_DIVERGENCE,
    attributes=_MEAN,
    refusals=(),
    not_negative=(1,),
)
def divergence(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take input and target of the same shape. The first axis, of the samples, must exist."""
    x, target = inputs
    _one_shape(op, x, target)
    if not x:
        raise SpecError(f"{op}: input must have an axis of samples, got rank 0")
    return (result_shape(op, attributes, x),)


@shape_rule(
    ["[*R]", "[N, *S]"],
    "[N, *S]",
    example=((), (2, 3)),
    attributes=_MEAN,
    refusals=(Refusal("G7.3", _OF_LOSS, ((2, 3), (2, 3))),),
    fitted=fitted_to(lambda shapes: shapes[1]),
    not_negative=(1,),
)
def divergence_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the gradient of a loss, and its target."""
    gradient, target = inputs
    divergence(op, attributes, (target, target))
    check_gradient(op, attributes, gradient, target)
    return (target,)


_SOFT = ((2, 3, 4), (2, 3, 4), (3,))
_SOFT_REFUSED = (
    Refusal("G7.10", "no classes", ((2, 0, 4), (2, 0, 4), (0,))),
    Refusal("G7.10", "a weight of another length", (*_SOFT[:2], (4,))),
    *SMOOTHING_REFUSED,
)


def _soft_places(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> Shape:
    x, target = inputs[0], inputs[1]
    _one_shape(op, x, target)
    if len(x) < 2 or x[1] == 0:
        raise SpecError(f"{op}: input must be [N, C, *S] with at least one class, got shape {x}")
    if len(inputs) == 3 and inputs[2] != (x[1],):
        raise SpecError(f"{op}: weight must have the shape ({x[1]},), got {inputs[2]}")
    check_smoothing(op, attributes)
    return (x[0], *x[2:])


@shape_rule(
    ["[N, C, *S]", "[N, C, *S]", "[C]"],
    "[*R]",
    example=_SOFT,
    attributes=_MEAN,
    refusals=_SOFT_REFUSED,
    not_negative=(1,),
)
def soft(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take logits, the probability of each class in each place, and optional class weights."""
    return (result_shape(op, attributes, _soft_places(op, attributes, inputs)),)


@shape_rule(
    ["[*R]", "[N, C, *S]", "[N, C, *S]", "[C]"],
    "[N, C, *S]",
    example=((), *_SOFT),
    attributes=_MEAN,
    refusals=(Refusal("G7.3", _OF_LOSS, ((2, 4), *_SOFT)), *map(behind, _SOFT_REFUSED)),
    fitted=fitted_to(lambda shapes: (shapes[1][0], *shapes[1][2:])),
    not_negative=(2,),
)
def soft_gradient(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the gradient of a loss, and the operands of the loss."""
    values = _soft_places(op, attributes, inputs[1:])
    check_gradient(op, attributes, inputs[0], values)
    return (inputs[1],)


def mixed_target() -> tuple[Item, ...]:
    """Return nodes for the target `p`, whose last axis is the axis of classes.

    Label smoothing mixes the target with equal probabilities.
    """
    smoothing = attribute("label_smoothing")
    return (
        Branch(
            Equals("label_smoothing", 0.0),
            (),
            (Join("p", "t", "mixed"),),
            others=(
                Number("kept_part", literal(1.0) - smoothing),
                node("kept_target", "mul", "t", "kept_part"),
                Number("spread_part", smoothing / count("c")),
                node("mixed", "add", "kept_target", "spread_part"),
            ),
        ),
    )


def weighted(value: str) -> tuple[Item, ...]:
    """Return nodes for `terms`: `value` times the weights of the classes.

    The last axis of `value` is the axis of classes. Without weights, `terms` is `value`.
    """
    return (
        Branch(
            Given("weight"),
            (node("wc", "cast", "weight"), node("product", "mul", value, "wc")),
            (Join("terms", "product", value),),
        ),
    )


DIVERGENCE_REDUCTION = Attribute(
    "reduction",
    "how the values of a loss are reduced (G7.2); batchmean is their sum divided by N (G7.9)",
    "mean",
    choices=("none", "mean", "sum", "batchmean"),
)
