"""One step of Adam (clause G8)."""

from samebits.spec.adam_steps import ADAM_LANDMARKS, adam_op
from samebits.spec.optimizers import decayed_slope

OP = adam_op(
    "adam",
    "one step of Adam; with max_exp_avg_sq that of AMSGrad",
    0.0,
    decayed_slope(),
    "params_wide",
    "steep",
    "factor of the parameters added to the gradients",
)

LANDMARKS = ADAM_LANDMARKS
