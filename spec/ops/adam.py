"""One step of Adam (clause G8)."""

from samebits.spec.families.adam_steps import ADAM_LANDMARKS, adam_op
from samebits.spec.families.optimizers import decayed_gradient

OP = adam_op(
    "adam",
    "one step of Adam; with max_exp_avg_sq one step of AMSGrad",
    0.0,
    decayed_gradient(),
    "params_wide",
    "decayed_gradient",
    "factor of the parameters added to the gradients",
)

LANDMARKS = ADAM_LANDMARKS
