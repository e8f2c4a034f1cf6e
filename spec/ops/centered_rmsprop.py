"""One step of centered RMSprop, with or without momentum (clause G8)."""

from samebits.spec.families.rmsprop_steps import rmsprop_landmarks, rmsprop_op

OP = rmsprop_op(
    "centered_rmsprop",
    "one step of RMSprop with a centered variance; momentum_buffer adds momentum",
    centered=True,
)

LANDMARKS = rmsprop_landmarks(centered=True)
