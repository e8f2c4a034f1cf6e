"""The step of Adam and AdamW, which differ only in where the weight decay is applied (G8)."""

from __future__ import annotations

from samebits.spec.families.optimizers import (
    MAXIMIZE,
    ONE,
    STEP,
    Limit,
    between,
    decay,
    epsilon,
    near_ties,
    optimizer,
    plus_product,
    plus_quotient,
    rate,
    real,
    scaled,
    step_rule,
    widened,
)
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import Refusal
from samebits.spec.language.graph import Branch, Given, Item, Join, Number, node
from samebits.spec.language.landmarks import StepLandmarks
from samebits.spec.language.scalars import attribute, power, sqrt

_FIRST = ONE - power(attribute("beta1"), attribute("step"))
_SECOND = ONE - power(attribute("beta2"), attribute("step"))


def adam_op(
    name: str,
    summary: str,
    weight_decay: float,
    before: tuple[Item, ...],
    heavy: str,
    averaged: str,
    decay_doc: str,
    nan_scalars: tuple[Refusal, ...] = (),
) -> Op:
    """Return the declaration of Adam or AdamW.

    The items `before` compute two values. `heavy` is the name of the parameters from which the step
    starts, and `averaged` is the name of the gradients that enter the averages.
    """
    limits = [Limit(x) for x in ("lr", "eps", "weight_decay")]
    limits += [Limit(x, fraction=True) for x in ("beta1", "beta2")]
    return optimizer(
        name,
        summary,
        ("params", "grads", "exp_avg", "exp_avg_sq", "max_exp_avg_sq"),
        ((4, 3), (5, 4)),
        step_rule(f"{name}_step", 5, limits, attributes={}),
        (
            rate(1e-3),
            real("beta1", 0.9, "share of exp_avg that stays, from 0 to below 1"),
            real("beta2", 0.999, "share of exp_avg_sq that stays, from 0 to below 1"),
            epsilon(1e-8),
            decay(weight_decay, decay_doc),
            STEP,
            MAXIMIZE,
        ),
        (
            *before,
            *between("mean", "exp_avg_wide", averaged, ONE - attribute("beta1")),
            *scaled("faded", "exp_avg_sq_wide", attribute("beta2")),
            *plus_product("square", "faded", averaged, averaged, ONE - attribute("beta2")),
            Branch(
                Given("max_exp_avg_sq"),
                (
                    *widened("max_exp_avg_sq"),
                    node("greatest", "maximum", "max_exp_avg_sq_wide", "square"),
                    node("new_max_exp_avg_sq", "cast", "greatest", to="output 3"),
                ),
                (
                    Join("used", "greatest", "square"),
                    Join("stored_maximum", "new_max_exp_avg_sq", None),
                ),
            ),
            node("root", "sqrt", "used"),
            Number("correction", sqrt(_SECOND)),
            node("corrected", "div", "root", "correction"),
            Number("least", attribute("eps")),
            node("denominator", "add", "corrected", "least"),
            *plus_quotient("stepped", heavy, "mean", "denominator", -(attribute("lr") / _FIRST)),
        ),
        ("stepped", "mean", "square", "stored_maximum"),
        nan_scalars,
    )


ADAM_LANDMARKS = StepLandmarks(
    sets=(
        {"lr": 0.01, "step": 3, "weight_decay": 0.1},
        {"lr": 0.3, "step": 1, "beta1": 0.3, "beta2": 0.7, "eps": 0.125, "maximize": True},
        {"lr": 0.002, "step": 1000, "beta1": 0.5, "beta2": 0.95, "weight_decay": 0.0},
    ),
    alone=(),
    squares=("exp_avg_sq", "max_exp_avg_sq"),
    rows=near_ties({"beta1": 0.0, "beta2": 0.0, "eps": 0.0, "weight_decay": 0.0}, 0.5, 0.5, 0.5),
)
"""Landmarks of both ops: weights of averages below, above and at 1/2; early and late steps."""
