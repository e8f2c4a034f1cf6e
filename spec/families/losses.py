"""Losses (clause G7): the attribute, the shape rules and the graph nodes that they share.

A loss has a value for each element, or for each place (sample and position) if there is an axis of
classes. The attribute `reduction` decides how the values are combined. The gradient of a loss has
the same attribute.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from samebits.spec.errors import SpecError
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.geometry import Refusal, ShapeRule, shape_rule
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Branch, Equals, Item, Join, Number, Passed, Ref, node
from samebits.spec.language.scalars import Scalar, count
from samebits.spec.language.shapes import Attributes, Shape

REDUCTION = Attribute(
    "reduction",
    "how the values of a loss are reduced (G7.2)",
    "mean",
    choices=("none", "mean", "sum"),
)
"""The attribute `reduction` of a loss and of its gradient."""

Fit = Callable[[Attributes, tuple[Shape, ...]], tuple[Shape, ...]]
Checked = Callable[[str, Attributes], None]


def reduced(value: str) -> tuple[Item, ...]:
    """Return nodes for the result `y` of a loss: all its values, their sum T1, or their mean."""
    return (
        Branch(
            Equals("reduction", "none"),
            (),
            (Join("kept", value, "one_value"),),
            others=(
                Branch(
                    Equals("reduction", "sum"),
                    (node("total", "sum", value, axes=None, keepdims=False),),
                    (Join("one_value", "total", "mean"),),
                    others=(node("mean", "mean", value, axes=None, keepdims=False),),
                ),
            ),
        ),
        node("y", "cast", "kept", to="output"),
    )


def either_gradient(op: str, **attributes: Passed) -> tuple[Gradient, ...]:
    """Return the gradients of a loss that treats input and target in the same way.

    The op `op` computes the gradient of either operand. For the gradient of the target, input and
    target are exchanged. `attributes` are passed on in addition to the reduction.
    """
    passed = {"reduction": Ref("reduction"), **attributes}
    return tuple(
        Gradient(operand=first, op=op, inputs=(f"{OF}result", first, second), attributes=passed)
        for first, second in (("input", "target"), ("target", "input"))
    )


def share() -> tuple[Item, ...]:
    """Return nodes for the gradient `g` of the values [*S].

    For a mean, it is `gradient` / n; otherwise it is `gradient`.
    """
    return share_of(count("s"))


def share_of(number: Scalar) -> tuple[Item, ...]:
    """Return the nodes of `share` for a mean over `number` values."""
    return (
        node("gc", "cast", "gradient"),
        Branch(
            Equals("reduction", "mean"),
            (Number("values", number), node("share", "div", "gc", "values")),
            (Join("g", "share", "gc"),),
        ),
    )


def result_shape(op: str, attributes: Attributes, values: Shape) -> Shape:
    """Return the shape of a loss whose values have this shape."""
    return values if attributes["reduction"] == "none" else ()


def check_gradient(op: str, attributes: Attributes, given: Shape, values: Shape) -> None:
    """Raise SpecError unless the gradient has the shape of the loss."""
    wanted = result_shape(op, attributes, values)
    if given != wanted:
        raise SpecError(
            f"{op}: with reduction={attributes['reduction']!r} the gradient has the shape {wanted} "
            f"of the loss, got {given}"
        )


def fitted_to(values: Callable[[tuple[Shape, ...]], Shape]) -> Fit:
    """Return a function that fits the shapes of a gradient's example to any reduction.

    `values` returns the shape of the values of the loss.
    """

    def fitted(attributes: Attributes, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
        return (result_shape("", attributes, values(shapes)), *shapes[1:])

    return fitted


def behind(refusal: Refusal) -> Refusal:
    """Return a refusal of a gradient op that corresponds to a refusal of its loss.

    The gradient op has one more operand in front: the gradient of a mean, which has rank 0.
    """
    shapes = refusal.shapes and ((), *refusal.shapes)
    return Refusal(refusal.rule, refusal.says, shapes, refusal.attributes, refusal.index)


_OF_REDUCTION = "a gradient that has not the shape of the loss"


def pointwise(
    name: str,
    *,
    refusals: Sequence[Refusal] = (),
    checked: Checked | None = None,
) -> tuple[ShapeRule, ShapeRule]:
    """Return the shape rules of a loss and of its gradient, for input and target of equal shape.

    `checked` raises SpecError for invalid attributes, and `refusals` are examples of them.
    """

    def alike(op: str, attributes: Attributes, x: Shape, target: Shape) -> None:
        if x != target:
            raise SpecError(f"{op}: input and target must have one shape, got {x} and {target}")
        if checked is not None:
            checked(op, attributes)

    def forward(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        x, target = inputs
        alike(op, attributes, x, target)
        return (result_shape(op, attributes, x),)

    def backward(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
        gradient, x, target = inputs
        alike(op, attributes, x, target)
        check_gradient(op, attributes, gradient, x)
        return (x,)

    shape = (2, 3)
    return (
        shape_rule(
            ["[*S]", "[*S]"],
            "[*R]",
            example=[shape, shape],
            attributes={"reduction": "mean"},
            refusals=tuple(refusals),
            name=name,
        )(forward),
        shape_rule(
            ["[*R]", "[*S]", "[*S]"],
            "[*S]",
            example=[(), shape, shape],
            attributes={"reduction": "mean"},
            refusals=(
                *refusals,
                Refusal("G7.3", _OF_REDUCTION, (shape, shape, shape)),
                Refusal("G7.3", "a gradient of one number for many", None, {"reduction": "none"}),
            ),
            name=f"{name}_gradient",
            fitted=fitted_to(lambda shapes: shapes[1]),
        )(backward),
    )


pair, pair_gradient = pointwise("pair")
"""The rules of losses whose attributes do not need a check."""


def _beta(op: str, attributes: Attributes) -> None:
    beta = attributes["beta"]
    assert isinstance(beta, float)  # the declaration has checked the type
    if beta < 0:
        raise SpecError(f"{op}: beta={beta} must not be negative")


def _delta(op: str, attributes: Attributes) -> None:
    delta = attributes["delta"]
    assert isinstance(delta, float)  # the declaration has checked the type
    if not delta > 0:
        raise SpecError(f"{op}: delta={delta} must be greater than 0")


smooth, smooth_gradient = pointwise(
    "smooth",
    refusals=(Refusal("G7.6", "a negative beta", None, {"beta": -0.5}),),
    checked=_beta,
)
"""The rules of smooth_l1_loss."""

huber, huber_gradient = pointwise(
    "huber",
    refusals=(
        Refusal("G7.7", "a delta of 0", None, {"delta": 0.0}),
        Refusal("G7.7", "a negative delta", None, {"delta": -1.0}),
    ),
    checked=_delta,
)
"""The rules of huber_loss."""
