"""Batch norms: shape rules, attributes and nodes (clauses G5, G6)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.channel_norms import summed
from samebits.spec.families.norms import fitted
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, shape_rule
from samebits.spec.language.graph import Branch, Equals, Given, Item, Join, Number, node
from samebits.spec.language.moves import Reshape, Stack
from samebits.spec.language.scalars import attribute, count, if_less, literal

_X, _CHANNEL, _SCALAR = "[N, C, *S]", "[C]", "[]"
_EXAMPLE: tuple[Shape, Shape, Shape] = ((2, 6, 5), (6,), ())

COUNT = count("n") * count("s")
"""The number of values of a channel: the number of samples times the number of positions."""

MOMENTUM = Attribute(
    "momentum",
    "weight of the batch in running statistics; null means 1 / new_num_batches_tracked",
    0.1,
    real=True,
    nullable=True,
)

_EPS_REFUSED = tuple(
    Refusal("G6.9", f"an eps of {eps:g}", None, {"eps": eps}) for eps in (0.0, -1e-5)
)
_BELOW_ZERO = (Refusal("G6.12", "an eps below zero", None, {"eps": -1e-5}),)


@shape_rule(
    [_X, _CHANNEL, _CHANNEL, _CHANNEL, _CHANNEL, _SCALAR],
    _X,
    _CHANNEL,
    _CHANNEL,
    _CHANNEL,
    _CHANNEL,
    _SCALAR,
    example=[_EXAMPLE[i] for i in (0, 1, 1, 1, 1, 2)],
    refusals=(
        Refusal("G6.9", "one value for each channel", ((1, 6), (6,), (6,), (6,), (6,), ())),
        *_EPS_REFUSED,
    ),
)
def batch_norm(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take x[N, C, *S], weight, bias, running mean and variance, and their count of batches."""
    names = fitted(op, attributes, inputs, batch_norm.operands)
    _several_values(op, names)
    if not float(str(attributes["eps"])) > 0:
        raise SpecError(f"{op}: eps={attributes['eps']} must be above zero")
    channel: Shape = (names["C"],)
    made = (tuple(inputs[0]), channel, channel, channel, channel, ())
    return made[: 6 if len(inputs) == 6 else 3]


def _several_values(op: str, names: Names) -> None:
    if names["N"] * math.prod(names["S"]) == 1:
        raise SpecError(
            f"{op}: each channel has only one value, so its variance is undefined; pass more"
            " samples or places"
        )


@shape_rule(
    [_X, _X, _CHANNEL, _CHANNEL, _CHANNEL],
    _X,
    _CHANNEL,
    _CHANNEL,
    example=[_EXAMPLE[i] for i in (0, 0, 1, 1, 1)],
    refusals=(Refusal("G6.11", "one value for each channel", ((1, 6), (1, 6), (6,), (6,), (6,))),),
)
def batch_norm_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the gradient of the result, x, the saved statistics and the weight."""
    names = fitted(op, attributes, inputs, batch_norm_gradient.operands)
    _several_values(op, names)
    return _gradients(inputs, names)


def _gradients(inputs: Sequence[Shape], names: Names) -> tuple[Shape, ...]:
    return (tuple(inputs[0]), (names["C"],), (names["C"],))[: 3 if len(inputs) == 5 else 1]


@shape_rule(
    [_X, _CHANNEL, _CHANNEL, _CHANNEL, _CHANNEL],
    _X,
    example=[_EXAMPLE[i] for i in (0, 1, 1, 1, 1)],
    refusals=_BELOW_ZERO,
)
def batch_norm_inference(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take x[N, C, *S], running mean and variance, and optionally a weight and a bias."""
    fitted(op, attributes, inputs, batch_norm_inference.operands)
    _not_below_zero(op, attributes)
    return (tuple(inputs[0]),)


@shape_rule(
    [_X, _X, _CHANNEL, _CHANNEL, _CHANNEL],
    _X,
    _CHANNEL,
    _CHANNEL,
    example=[_EXAMPLE[i] for i in (0, 0, 1, 1, 1)],
    refusals=_BELOW_ZERO,
)
def batch_norm_inference_gradient(
    op: str, attributes: Attributes, inputs: Sequence[Shape]
) -> tuple[Shape, ...]:
    """Take the gradient of the result, x, running mean and variance, and the weight."""
    names = fitted(op, attributes, inputs, batch_norm_inference_gradient.operands)
    _not_below_zero(op, attributes)
    return _gradients(inputs, names)


def _not_below_zero(op: str, attributes: Attributes) -> None:
    if float(str(attributes["eps"])) < 0:
        raise SpecError(f"{op}: eps={attributes['eps']} must not be below zero")


def channel_mean(name: str, total: str, value: str) -> tuple[Item, ...]:
    """Return nodes for `name`[1, C, 1] = `total` / `n`; `total` is the sum G5.1 of `value`."""
    return (*summed(total, value), node(name, "div", total, "n"))


def running(new: str, old: str, statistic: str, to: str) -> tuple[Item, ...]:
    """Return nodes for `new` = `rest` * `old` + `factor` * `statistic`.

    If the batch has no values, `new` is `old`.
    """
    return (
        node(f"{new}_old", "cast", old),
        node(f"{new}_kept", "mul", "rest", f"{new}_old"),
        node(f"{new}_part", "mul", "factor", statistic),
        node(f"{new}_sum", "add", f"{new}_kept", f"{new}_part"),
        node(f"{new}_where", "where", "empty", f"{new}_old", f"{new}_sum"),
        node(f"{new}_made", "cast", f"{new}_where", to=to),
    )


_ONE = literal(1.0)

_BY_COUNT: tuple[Item, ...] = (
    Number("one", _ONE, to="f64"),
    node("batches", "cast", "tracked", to="f64"),
    node("share", "div", "one", "batches", to="f64"),
    node("others", "sub", "one", "share", to="f64"),
    node("factor_counted", "cast", "share"),
    node("rest_counted", "cast", "others"),
)

TRACKING = Branch(
    Given("running_mean"),
    (
        Number("next", _ONE, to="i64"),
        Stack("counts", ("num_batches_tracked", "next"), 0),
        node("tracked", "sum", "counts", to="i64", axes=(0,), keepdims=False),
        Branch(
            Equals("momentum", None),
            _BY_COUNT,
            (
                Join("factor", "factor_counted", "factor_given"),
                Join("rest", "rest_counted", "rest_given"),
            ),
            others=(
                Number("factor_given", attribute("momentum")),
                Number("rest_given", _ONE - attribute("momentum")),
            ),
        ),
        Number("empty", if_less(COUNT, 1.0, 1.0, 0.0), to="bool"),
        Number("freedom", COUNT - _ONE),
        node("unbiased", "div", "squares", "freedom"),
        Reshape("batch_var", "unbiased", _CHANNEL),
        *running("running_mean_2", "running_mean", "mean", "output 3"),
        *running("running_var_2", "running_var", "batch_var", "output 4"),
    ),
    (
        Join("new_running_mean", "running_mean_2_made", None),
        Join("new_running_var", "running_var_2_made", None),
        Join("new_num_batches_tracked", "tracked", None),
    ),
)
"""A branch with the nodes for the new running statistics and the new count of batches."""

SHAPE_RULES = (
    batch_norm,
    batch_norm_gradient,
    batch_norm_inference,
    batch_norm_inference_gradient,
)
"""The shape rules of batch norms."""
