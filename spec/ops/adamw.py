"""One step of AdamW: Adam with a weight decay that does not enter the gradients (clause G8)."""

import math

from samebits.spec.families.adam_steps import ADAM_LANDMARKS, adam_op
from samebits.spec.families.optimizers import ONE, scaled, signed_gradient
from samebits.spec.language.declare import nan_scalar
from samebits.spec.language.scalars import attribute

OP = adam_op(
    "adamw",
    "one step of AdamW; with max_exp_avg_sq one step of AMSGrad",
    1e-2,
    (
        signed_gradient(),
        *scaled("decayed", "params_wide", ONE - attribute("lr") * attribute("weight_decay")),
    ),
    "decayed",
    "gradient",
    "lr * weight_decay is the part of the parameters taken away",
    (
        nan_scalar("`lr` inf and `weight_decay` 0", lr=math.inf, weight_decay=0.0),
        nan_scalar("`lr` 0 and `weight_decay` inf", lr=0.0, weight_decay=math.inf),
    ),
)

LANDMARKS = ADAM_LANDMARKS
