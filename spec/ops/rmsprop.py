"""One step of RMSprop, with or without momentum (clause G8)."""

from samebits.spec.families.rmsprop_steps import rmsprop_landmarks, rmsprop_op

OP = rmsprop_op("rmsprop", "one step of RMSprop; momentum_buffer adds momentum", centered=False)

LANDMARKS = rmsprop_landmarks(centered=False)
