"""scatter_gradient gives the gradient of a position to all its updates, as autograd does."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, with_node


def spoil(session, call, inputs, output):
    gradient, index = inputs
    with_node(session, call, inputs, output, lambda inner, operands: None)
    places = list(np.indices(index.shape))
    places[call.attributes["axis"]] = index
    (others,) = session.memory["others"]
    others[...] = canonical(gradient[tuple(places)])


backend = Saboteur(
    "every_update_has_a_gradient",
    ("scatter_gradient",),
    "scatter_gradient/f32_i64_to_f32/axis/first",
    spoil,
    "left-out",
    rules=("T7.10",),
)
