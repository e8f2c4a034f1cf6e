"""slice takes the right number of elements, but takes them consecutively."""

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.families.by_axis import numbers


def spoil(session, call, inputs, output):
    named = numbers("slice", call.attributes, inputs[0].ndim, "starts")
    cut = [slice(None)] * inputs[0].ndim
    for axis, (start,) in named.items():
        cut[axis] = slice(start, start + output.shape[axis])
    output[...] = inputs[0][tuple(cut)]


backend = Saboteur(
    "steps_ignored",
    ("slice",),
    "slice/f32/part/matrix",
    spoil,
    "attribute:steps",
    rules=("S2.slice.1",),
)
