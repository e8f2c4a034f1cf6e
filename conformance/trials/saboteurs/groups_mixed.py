"""A grouped convolution assigns channel c to group c mod groups, not in consecutive blocks."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    groups, channels = call.attributes["groups"], inputs[0].shape[1]
    order = np.arange(channels).reshape(channels // groups, groups).T.reshape(-1)
    output[...] = session.right(call, [inputs[0][:, order], *inputs[1:]], output)


backend = Saboteur(
    "groups_mixed",
    ("conv2d",),
    "conv2d/f32/geometry/groups",
    spoil,
    "groups:mixed",
    rules=("T5.2",),
)
