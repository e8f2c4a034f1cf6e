"""One step of AdamW: Adam with a weight decay apart from the gradients (clause G8)."""

from samebits.spec.adam_steps import ADAM_LANDMARKS, adam_op
from samebits.spec.optimizers import ONE, scaled, slope
from samebits.spec.scalars import attribute

OP = adam_op(
    "adamw",
    "one step of AdamW; with max_exp_avg_sq that of AMSGrad",
    1e-2,
    (
        slope(),
        *scaled("decayed", "params_wide", ONE - attribute("lr") * attribute("weight_decay")),
    ),
    "decayed",
    "slope",
    "lr * weight_decay is the part of the parameters taken away",
)

LANDMARKS = ADAM_LANDMARKS
