"""roll moves elements towards the beginning instead of towards the end."""

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    other = tuple(-shift for shift in call.attributes["shifts"])
    turned = get_op("roll").call(call.inputs, **{**call.attributes, "shifts": other})
    output[...] = session.right(turned, inputs, output)


backend = Saboteur(
    "roll_backwards",
    ("roll",),
    "roll/f32/forward/matrix",
    spoil,
    "attribute:shifts",
    rules=("S2.roll.1",),
)
