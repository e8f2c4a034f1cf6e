"""One step of Lion (Chen et al. 2023, arXiv 2302.06675, algorithm 2; clause G8)."""

from samebits.spec.families.optimizers import (
    MAXIMIZE,
    ONE,
    Limit,
    decay,
    near_ties,
    optimizer,
    plus_scaled,
    rate,
    real,
    scaled,
    signed_gradient,
    step_rule,
)
from samebits.spec.formats import Format
from samebits.spec.language.graph import Branch, Equals, Join, node
from samebits.spec.language.landmarks import Row, StepLandmarks
from samebits.spec.language.scalars import attribute

OP = optimizer(
    "lion",
    "one step of Lion: by the sign of an average",
    ("params", "grads", "exp_avg"),
    ((3, 2),),
    step_rule(
        "lion_step",
        3,
        (
            Limit("lr"),
            Limit("weight_decay"),
            Limit("beta1", fraction=True),
            Limit("beta2", fraction=True),
        ),
        attributes={},
    ),
    (
        rate(1e-4),
        real("beta1", 0.9, "share of exp_avg in the direction, from 0 to below 1"),
        real("beta2", 0.99, "share of exp_avg that stays, from 0 to below 1"),
        decay(0.0, "factor of the parameters added to the signs"),
        MAXIMIZE,
    ),
    (
        signed_gradient(),
        *scaled("held", "exp_avg_wide", attribute("beta1")),
        *plus_scaled("blend", "held", "gradient", ONE - attribute("beta1")),
        node("sign", "sign", "blend"),
        Branch(
            Equals("weight_decay", 0.0),
            (),
            (Join("direction", "sign", "decay"),),
            others=plus_scaled("decay", "sign", "params_wide", attribute("weight_decay")),
        ),
        *plus_scaled("stepped", "params_wide", "direction", -attribute("lr")),
        *scaled("faded", "exp_avg_wide", attribute("beta2")),
        *plus_scaled("mean", "faded", "gradient", ONE - attribute("beta2")),
    ),
    ("stepped", "mean"),
)


def _rows(form: Format) -> list[Row]:
    """Return near ties, and averages that cancel the gradient except for rounding errors."""
    several = [(9.0 + n) / 8.0 for n in range(16)]
    return [*near_ties({}, 0.0)(form), *(({}, (1.0, -9.0 * x, x)) for x in several)]


LANDMARKS = StepLandmarks(
    sets=(
        {"lr": 0.01},
        {"lr": 0.3, "beta1": 0.6, "beta2": 0.7, "weight_decay": 0.1, "maximize": True},
    ),
    alone=(),
    squares=(),
    rows=_rows,
)
