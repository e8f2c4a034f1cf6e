"""One step of stochastic gradient descent, with momentum (clause G8)."""

from samebits.spec.families.optimizers import (
    MAXIMIZE,
    ONE,
    Limit,
    decay,
    decayed_gradient,
    near_ties,
    optimizer,
    plus_scaled,
    rate,
    real,
    scaled,
    step_rule,
    widened,
)
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.geometry import Attributes, Refusal
from samebits.spec.language.graph import Branch, Equals, Given, Join
from samebits.spec.language.landmarks import StepLandmarks
from samebits.spec.language.scalars import attribute


def _check(attributes: Attributes, count: int) -> str:
    momentum, dampening = attributes["momentum"], attributes["dampening"]
    if count > 2 and momentum == 0.0:
        return "a momentum_buffer needs a momentum that is not 0"
    if attributes["nesterov"] and (momentum == 0.0 or dampening != 0.0):
        return "nesterov needs a momentum that is not 0, and a dampening of 0"
    return ""


_PLAIN = {"momentum": 0.9, "dampening": 0.0, "nesterov": False}

_RULE = step_rule(
    "sgd_step",
    3,
    (Limit("lr"), Limit("momentum"), Limit("weight_decay")),
    attributes=_PLAIN,
    results=2,
    refusals=(
        Refusal("G8.7", "a buffer without momentum", attributes={**_PLAIN, "momentum": 0.0}),
        Refusal(
            "G8.7",
            "`nesterov` with a `dampening` that is not 0",
            attributes={"momentum": 0.9, "dampening": 0.5, "nesterov": True},
        ),
        Refusal(
            "G8.7",
            "`nesterov` without momentum",
            shapes=((2, 3), (2, 3), (2, 3)),
            attributes={"momentum": 0.0, "dampening": 0.0, "nesterov": True},
        ),
    ),
    check=_check,
)

OP = optimizer(
    "sgd",
    "one step of SGD, with or without momentum",
    ("params", "grads", "momentum_buffer"),
    ((2, 2), (3, 2)),
    _RULE,
    (
        rate(1e-3),
        real("momentum", 0.0, "factor of the buffer, at least 0"),
        real("dampening", 0.0, "1 - dampening is the factor of the gradients in the buffer"),
        decay(0.0),
        Attribute(
            "nesterov",
            "whether the step uses Nesterov momentum (G8.6)",
            False,
            choices=(False, True),
        ),
        MAXIMIZE,
    ),
    (
        *decayed_gradient(),
        Branch(
            Given("momentum_buffer"),
            (
                *widened("momentum_buffer"),
                *scaled("slowed", "momentum_buffer_wide", attribute("momentum")),
                *plus_scaled("moved", "slowed", "decayed_gradient", ONE - attribute("dampening")),
            ),
            (Join("buffer", "moved", "decayed_gradient"),),
        ),
        Branch(
            Equals("nesterov", True),
            plus_scaled("ahead", "decayed_gradient", "buffer", attribute("momentum")),
            (Join("direction", "ahead", "buffer"),),
        ),
        *plus_scaled("stepped", "params_wide", "direction", -attribute("lr")),
    ),
    ("stepped", "buffer"),
)

LANDMARKS = StepLandmarks(
    sets=(
        {"lr": 0.1, "momentum": 0.9},
        {"lr": 0.1, "momentum": 0.7, "dampening": 0.3, "weight_decay": 0.01, "maximize": True},
        {"lr": 0.03, "momentum": 0.95, "weight_decay": 5e-4, "nesterov": True},
    ),
    alone=({"lr": 0.1}, {"lr": 0.7, "weight_decay": 0.3, "maximize": True}),
    squares=(),
    rows=near_ties({"momentum": 0.5}, 0.0),
)
