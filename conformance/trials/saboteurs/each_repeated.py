"""repeat repeats each element in place, as repeat_interleave does."""

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    found = inputs[0]
    for axis, count in enumerate(call.attributes["repeats"]):
        found = found.repeat(count, axis)
    output[...] = found


backend = Saboteur(
    "each_repeated",
    ("repeat",),
    "repeat/f32/both/matrix",
    spoil,
    "each-element-repeated",
    rules=("S2.repeat",),
)
