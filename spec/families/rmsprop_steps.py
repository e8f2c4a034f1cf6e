"""The step of RMSprop, plain and centered (clause G8)."""

from __future__ import annotations

from samebits.spec.families.optimizers import (
    MAXIMIZE,
    ONE,
    Limit,
    between,
    decay,
    decayed_gradient,
    epsilon,
    near_ties,
    optimizer,
    plus_product,
    plus_quotient,
    plus_scaled,
    rate,
    real,
    scaled,
    step_rule,
    widened,
)
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import Attributes, Refusal
from samebits.spec.language.graph import Branch, Given, Item, Join, Number, node
from samebits.spec.language.landmarks import StepLandmarks
from samebits.spec.language.scalars import attribute, if_less

_PACE = -attribute("lr")
_REST = ONE - attribute("alpha")


def rmsprop_op(name: str, summary: str, *, centered: bool) -> Op:
    """Return the declaration of RMSprop.

    If `centered` is true, the step is divided by the root of a variance. Otherwise it is divided by
    the root of a mean square.
    """
    operands = ("params", "grads", "square_avg") + (("grad_avg",) if centered else ())
    least = len(operands)

    def check(attributes: Attributes, count: int) -> str:
        if count == least and attributes["momentum"] != 0.0:
            return "momentum needs a momentum_buffer"
        return ""

    refused = Refusal(
        "G8.12",
        "`momentum` without a momentum_buffer",
        shapes=((2, 3),) * least,
        attributes={"momentum": 0.5},
    )
    limits = tuple(Limit(x) for x in ("lr", "alpha", "eps", "weight_decay", "momentum"))
    root = _centered() if centered else (node("root", "sqrt", "square"),)
    return optimizer(
        name,
        summary,
        (*operands, "momentum_buffer"),
        ((least, least - 1), (least + 1, least)),
        step_rule(
            f"{name}_step", least + 1, limits, attributes={}, refusals=(refused,), check=check
        ),
        (
            rate(1e-2),
            real("alpha", 0.99, "share of the averages that stays, at least 0"),
            epsilon(1e-8),
            decay(0.0),
            real("momentum", 0.0, "factor of the buffer, at least 0"),
            MAXIMIZE,
        ),
        (
            *decayed_gradient(),
            *scaled("faded", "square_avg_wide", attribute("alpha")),
            *plus_product("square", "faded", "decayed_gradient", "decayed_gradient", _REST),
            *root,
            Number("least", attribute("eps")),
            node("denominator", "add", "root", "least"),
            Branch(
                Given("momentum_buffer"),
                (
                    *widened("momentum_buffer"),
                    *scaled("slowed", "momentum_buffer_wide", attribute("momentum")),
                    *plus_quotient("buffer", "slowed", "decayed_gradient", "denominator"),
                    node("new_buffer", "cast", "buffer", to=f"output {least - 1}"),
                    *plus_scaled("moved", "params_wide", "buffer", _PACE),
                ),
                (Join("stepped", "moved", "fallen"), Join("stored_buffer", "new_buffer", None)),
                others=plus_quotient(
                    "fallen", "params_wide", "decayed_gradient", "denominator", _PACE
                ),
            ),
        ),
        ("stepped", "square", *(("mean",) if centered else ()), "stored_buffer"),
    )


def _centered() -> tuple[Item, ...]:
    """Return nodes for `root`: the square root of the mean square minus the squared mean."""
    return (
        *between(
            "mean", "grad_avg_wide", "decayed_gradient", _REST, if_less(_REST, 0.0, -_REST, _REST)
        ),
        node("mean_square", "mul", "mean", "mean"),
        node("variance", "sub", "square", "mean_square"),
        node("root", "sqrt", "variance"),
    )


def rmsprop_landmarks(*, centered: bool) -> StepLandmarks:
    """Return landmarks: without and with momentum, and weights of averages on both sides of 1/2.

    The variance of a single gradient is 0, so in a near tie, the denominator of a centered step is
    eps.
    """
    near = {"alpha": 0.0, "eps": 1.0 if centered else 0.0}
    return StepLandmarks(
        sets=(
            {"lr": 0.02, "momentum": 0.9, "weight_decay": 0.1},
            {"lr": 0.3, "alpha": 0.3, "momentum": 0.3, "eps": 0.25, "maximize": True},
            {"lr": 0.005, "alpha": 0.5},
        ),
        alone=({"lr": 0.02, "weight_decay": 0.1}, {"lr": 0.3, "alpha": 0.3, "maximize": True}),
        squares=("square_avg",),
        rows=near_ties(near, *(0.5,) * (3 if centered else 2)),
    )
