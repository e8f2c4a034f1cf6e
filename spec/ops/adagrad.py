"""One step of Adagrad (clause G8)."""

import math

from samebits.spec.families.optimizers import (
    MAXIMIZE,
    ONE,
    STEP,
    Limit,
    decay,
    decayed_gradient,
    epsilon,
    near_ties,
    optimizer,
    plus_product,
    plus_quotient,
    rate,
    real,
    step_rule,
)
from samebits.spec.language.declare import nan_scalar
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import StepLandmarks
from samebits.spec.language.scalars import attribute

_SLOWED = ONE + (attribute("step") - ONE) * attribute("lr_decay")

OP = optimizer(
    "adagrad",
    "one step of Adagrad",
    ("params", "grads", "state_sum"),
    ((3, 2),),
    step_rule(
        "adagrad_step",
        3,
        tuple(Limit(x) for x in ("lr", "lr_decay", "weight_decay", "eps")),
        attributes={},
    ),
    (
        rate(1e-2),
        real("lr_decay", 0.0, "at least 0; lr is divided by 1 + (step - 1) * lr_decay"),
        decay(0.0),
        epsilon(1e-10),
        STEP,
        MAXIMIZE,
    ),
    (
        *decayed_gradient(),
        *plus_product("total", "state_sum_wide", "decayed_gradient", "decayed_gradient"),
        node("root", "sqrt", "total"),
        Number("least", attribute("eps")),
        node("denominator", "add", "root", "least"),
        *plus_quotient(
            "stepped",
            "params_wide",
            "decayed_gradient",
            "denominator",
            -(attribute("lr") / _SLOWED),
        ),
    ),
    ("stepped", "total"),
    (
        nan_scalar("`lr_decay` inf in step 1", lr_decay=math.inf),
        nan_scalar("`lr` inf and `lr_decay` inf", lr=math.inf, lr_decay=math.inf, step=2),
    ),
)

LANDMARKS = StepLandmarks(
    sets=(
        {"lr": 0.05},
        {"lr": 0.7, "lr_decay": 0.3, "step": 4, "weight_decay": 0.1, "maximize": True},
        {"lr": 0.1, "lr_decay": 0.01, "step": 1000, "eps": 0.125},
    ),
    alone=(),
    squares=("state_sum",),
    rows=near_ties({"eps": 0.0}, 0.0),
)
