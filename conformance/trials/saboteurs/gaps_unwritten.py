"""slice_gradient writes its own elements, and leaves the old content between them."""

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.families.by_axis import numbers


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    named = numbers("slice_gradient", call.attributes, output.ndim, "starts", "steps")
    cut = [slice(None)] * output.ndim
    for axis, (start, step) in named.items():
        cut[axis] = slice(start, start + inputs[0].shape[axis] * step, step)
    output[tuple(cut)] = right[tuple(cut)]


backend = Saboteur(
    "gaps_unwritten",
    ("slice_gradient",),
    "slice_gradient/f32/part/matrix",
    spoil,
    diagnosis="unwritten",
    rules=("S2.slice_gradient.1",),
)
