"""Losses over classes (clause G7): shape rules and shared nodes of nll_loss and cross_entropy.

Axis 1 is the axis of classes, as in PyTorch: the input is [N, C, *S], and the target [N, *S] has a
class for each place, that is, for each sample and position.
"""

from __future__ import annotations

from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.indexing import natural
from samebits.spec.families.losses import behind, check_gradient, fitted_to, result_shape
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Signature
from samebits.spec.language.geometry import Refusal, ShapeRule, shape_rule
from samebits.spec.language.graph import Branch, Equals, Given, Item, Join, Number, Sizes, node
from samebits.spec.language.moves import Broadcast, Reshape, Stack, Transpose
from samebits.spec.language.scalars import attribute, count, literal
from samebits.spec.language.shapes import Attributes, Shape

IGNORE_INDEX = Attribute(
    "ignore_index",
    "a place with this target is ignored (G7.11)",
    -100,
    kind="integer",
    unbounded=True,
)
LABEL_SMOOTHING = Attribute(
    "label_smoothing", "the part of the target that all classes share (G7.13)", 0.0, real=True
)

_FORMATS = ("f32", "f16", "bf16", "f64")
_CLASSES = Refusal("G7.10", "no classes", ((2, 0, 4), (2, 4), (0,)))
_PLACES = Refusal("G7.10", "a target of other places", ((2, 3, 4), (2, 3), (3,)))
_WEIGHT = Refusal("G7.10", "a weight of another length", ((2, 3, 4), (2, 4), (4,)))
_INDICES = (
    Refusal("G7.11", "a target below 0 that is not ignore_index", index=-1),
    Refusal("G7.11", "a target that is no class", index=3),
)
SMOOTHING_REFUSED = (
    Refusal("G7.13", "a label_smoothing below 0", None, {"label_smoothing": -0.25}),
    Refusal("G7.13", "a label_smoothing above 1", None, {"label_smoothing": 1.25}),
)


def signatures(first: int, *, indices: bool = True) -> tuple[Signature, ...]:
    """Return signatures of `first` operands, a target, and optionally a weight.

    If `indices` is true, the target has classes in i64. Otherwise it has numbers in the format of
    the other operands.
    """
    return tuple(
        ((f,) * first + (("i64",) if indices else (f,)) + (f,) * weights, (f,))
        for f in _FORMATS
        for weights in (0, 1)
    )


_EXAMPLE = ((2, 3, 4), (2, 4), (3,))
_MEAN = {"reduction": "mean"}
_OF_CLASSES = (_CLASSES, _PLACES, _WEIGHT, *_INDICES)
_OF_LOSS = "a gradient that has not the shape of the loss"


def _places(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> Shape:
    """Return the shape of the values of a loss, [N, *S]. Raises SpecError for wrong operands."""
    x, target = inputs[0], inputs[1]
    if len(x) < 2 or x[1] == 0:
        raise SpecError(f"{op}: input must be [N, C, *S] with at least one class, got shape {x}")
    if target != (x[0], *x[2:]):
        raise SpecError(f"{op}: target must have the shape {(x[0], *x[2:])}, got {target}")
    _check_weight(op, x[1], inputs[2:])
    check_smoothing(op, attributes)
    return target


def _check_weight(op: str, classes: int, weights: Sequence[Shape]) -> None:
    if weights and weights[0] != (classes,):
        raise SpecError(f"{op}: weight must have the shape ({classes},), got {weights[0]}")


def check_smoothing(op: str, attributes: Attributes) -> None:
    """Raise SpecError unless label_smoothing, if the op has this attribute, is from 0 to 1."""
    value = attributes.get("label_smoothing", 0.0)
    assert isinstance(value, float)  # the declaration has checked the type
    if not 0 <= value <= 1:
        raise SpecError(f"{op}: label_smoothing={value} must be from 0 to 1")


def _loss(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    return (result_shape(op, attributes, _places(op, attributes, inputs)),)


def _forward(name: str, refusals: Sequence[Refusal]) -> ShapeRule:
    return shape_rule(
        ["[N, C, *S]", "[N, *S]", "[C]"],
        "[*R]",
        example=_EXAMPLE,
        attributes=_MEAN,
        refusals=tuple(refusals),
        name=name,
        indices=(1, "C"),
        besides="ignore_index",
    )(_loss)


nll = _forward("nll", _OF_CLASSES)
"""The rule for log-probabilities [N, C, *S], a class for each place, and weights of classes."""

cross = _forward("cross", (*_OF_CLASSES, *SMOOTHING_REFUSED))
"""The rule for the operands of `nll` and the attribute label_smoothing."""


@shape_rule(
    ["[*R]", "[N, *S]", "[classes]"],
    "[N, classes, *S]",
    example=((), *_EXAMPLE[1:]),
    attributes={"classes": 3, **_MEAN},
    refusals=(
        Refusal("G7.3", _OF_LOSS, ((2, 4), *_EXAMPLE[1:])),
        Refusal("G7.10", "a target of rank 0", ((), (), (3,))),
        Refusal("G7.10", "a weight of another length", ((), (2, 4), (4,))),
        *_INDICES,
    ),
    name="nll_gradient",
    indices=(1, "classes"),
    besides="ignore_index",
    fitted=fitted_to(lambda shapes: shapes[1]),
)
def nll_gradient(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the gradient of a loss, a class for each place, and weights of the classes."""
    gradient, target = inputs[0], inputs[1]
    classes = natural(attributes["classes"])
    if not target:
        raise SpecError(f"{op}: target must be [N, *S], got rank 0")
    _check_weight(op, classes, inputs[2:])
    check_gradient(op, attributes, gradient, target)
    return ((target[0], classes, *target[1:]),)


@shape_rule(
    ["[*R]", "[N, C, *S]", "[N, *S]", "[C]"],
    "[N, C, *S]",
    example=((), *_EXAMPLE),
    attributes=_MEAN,
    refusals=(
        Refusal("G7.3", _OF_LOSS, ((2, 4), *_EXAMPLE)),
        *(behind(refusal) for refusal in (*_OF_CLASSES, *SMOOTHING_REFUSED)),
    ),
    name="cross_gradient",
    indices=(2, "C"),
    besides="ignore_index",
    fitted=fitted_to(lambda shapes: shapes[2]),
)
def cross_gradient(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the gradient of a loss, and the operands of the loss."""
    values = _places(op, attributes, inputs[1:])
    check_gradient(op, attributes, inputs[0], values)
    return (inputs[1],)


def chosen() -> tuple[Item, ...]:
    """Return nodes for the class `index` of each place, and for `present`.

    `present` is false for an ignored place, whose class is set to 0. To do so, the class is
    multiplied by 1 or 0, which is exact (T3.3).
    """
    return (
        Number("ignored", attribute("ignore_index"), to="i64"),
        node("present", "ne", "target", "ignored", to="bool"),
        node("ones", "cast", "present", to="i64"),
        Stack("factors", ("target", "ones"), 0),
        node("index", "prod", "factors", to="i64", axes=(0,), keepdims=False),
        Reshape("places", "index", "[N, 1, *S]"),
    )


def weights() -> tuple[Item, ...]:
    """Return nodes for `w`, the weight of each place's class; without weights it is 1."""
    return (
        Branch(
            Given("weight"),
            (
                node("wc", "cast", "weight"),
                Reshape("line", "index", "[?]"),
                node("wl", "index_select", "wc", "line", axis=0),
                Reshape("named", "wl", "[N, *S]"),
            ),
            (Join("w", "named", "unweighted"),),
            others=(Number("one", literal(1.0)), Broadcast("unweighted", "one", "[N, *S]")),
        ),
    )


def negative_log(logs: str) -> tuple[Item, ...]:
    """Return nodes for the term `each` of a place.

    It is minus the logarithm for the place's class, times the weight of the class.
    """
    return (
        node("at", "gather", logs, "places", axis=1),
        Reshape("log", "at", "[N, *S]"),
        node("minus", "neg", "log"),
        node("each", "mul", "minus", "w"),
    )


def reduced_where_present(terms: str) -> tuple[Item, ...]:
    """Return nodes for the result `y`, from the terms of all places.

    Without a reduction, ignored places are +0. With a reduction, T8 adds the terms of the other
    places. For a mean, the sum is divided by the sum of the weights.
    """
    return (
        Branch(
            Equals("reduction", "none"),
            (Number("zero", literal(0.0)), node("each_or_0", "where", "present", terms, "zero")),
            (Join("kept", "each_or_0", "one_value"),),
            others=(
                node("total", "masked_sum", terms, "present", axes=None, keepdims=False),
                Branch(
                    Equals("reduction", "sum"),
                    (),
                    (Join("one_value", "total", "mean"),),
                    others=(_divisor(), node("mean", "div", "total", "divisor")),
                ),
            ),
        ),
        node("y", "cast", "kept", to="output"),
    )


def _divisor() -> Item:
    return node("divisor", "masked_sum", "w", "present", axes=None, keepdims=False)


def share_of_places() -> tuple[Item, ...]:
    """Return nodes for the gradient `g` of the terms.

    For a mean, it is `gradient` divided by the sum of the weights; otherwise it is `gradient`.
    """
    return (
        node("gc", "cast", "gradient"),
        Branch(
            Equals("reduction", "mean"),
            (_divisor(), node("part", "div", "gc", "divisor")),
            (Join("g", "part", "gc"),),
        ),
    )


def scattered(share: str, name: str, classes: str = "C") -> tuple[Item, ...]:
    """Return nodes for `name`, the gradient of all logarithms: +0 except for the target class."""
    return (
        node(f"{name}_weighted", "mul", share, "w"),
        node(f"{name}_minus", "neg", f"{name}_weighted"),
        Reshape(f"{name}_place", f"{name}_minus", "[N, 1, *S]"),
        node(
            name, "gather_gradient", f"{name}_place", "places",
            axis=1, shape=Sizes(f"[N, {classes}, *S]"),
        ),
    )  # fmt: skip


def only_where_present(value: str) -> tuple[Item, ...]:
    """Return nodes for the gradient `y`, which is +0 in every class of an ignored place."""
    return (
        Reshape("rows", "present", "[N, 1, *S]"),
        Number("zero", literal(0.0)),
        node("dx", "where", "rows", value, "zero"),
        node("y", "cast", "dx", to="output"),
    )


_KEPT = literal(1.0) - attribute("label_smoothing")
_SPREAD = attribute("label_smoothing") / count("c")


def smoothed() -> tuple[Item, ...]:
    """Return nodes that compute the value `term` of each place.

    Without label smoothing, `term` is `each`. With it, `term` mixes `each` with the logarithms of
    all classes.
    """
    return (
        Branch(
            Equals("label_smoothing", 0.0),
            (),
            (Join("term", "each", "mixed"),),
            others=(
                Transpose("last", "logs", "[N, C, *S]", "[N, *S, C]"),
                *_weighted("last", "logs_w"),
                node("all_logs", "sum", "logs_w", axes=(-1,), keepdims=False),
                node("all_minus", "neg", "all_logs"),
                Number("kept_part", _KEPT),
                node("own", "mul", "each", "kept_part"),
                Number("spread_part", _SPREAD),
                node("others", "mul", "all_minus", "spread_part"),
                node("mixed", "add", "own", "others"),
            ),
        ),
    )


def _weighted(value: str, name: str) -> tuple[Item, ...]:
    """Return nodes for `name`: `value` times the weights of the classes.

    The last axis of `value` is the axis of classes. Without weights, `name` is `value`.
    """
    return (
        Branch(
            Given("weight"),
            (
                node(f"{name}_weight", "cast", "weight"),
                node(f"{name}_product", "mul", value, f"{name}_weight"),
            ),
            (Join(name, f"{name}_product", value),),
        ),
    )


def unsmoothed() -> tuple[Item, ...]:
    """Return nodes for the gradient `dlogs` of all logarithms.

    They are the backward pass of the nodes of `smoothed` (G4.1).
    """
    return (
        Branch(
            Equals("label_smoothing", 0.0),
            (*scattered("g", "at_class"),),
            (Join("dlogs", "at_class", "dboth"),),
            others=(
                Number("spread_part", _SPREAD),
                node("to_all", "mul", "g", "spread_part"),
                node("to_all_minus", "neg", "to_all"),
                Broadcast("to_places", "to_all_minus", "[N, *S]"),
                Reshape("to_last", "to_places", "[N, *S, 1]"),
                *_weighted("to_last", "to_logs"),
                Transpose("even", "to_logs", "[N, *S, C]", "[N, C, *S]"),
                Number("kept_part", _KEPT),
                node("to_own", "mul", "g", "kept_part"),
                *scattered("to_own", "at_own"),
                node("dboth", "add", "even", "at_own"),
            ),
        ),
    )
