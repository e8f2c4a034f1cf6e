"""std divides by n - 1, whatever the value of correction."""

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    plain = get_op("std").call(call.inputs, call.outputs, **{**call.attributes, "correction": 1})
    output[...] = session.right(plain, inputs, output)


backend = Saboteur(
    "correction_ignored",
    ("std",),
    "std/f32/divisor/5-less-0",
    spoil,
    "correction",
    rules=("T3.std",),
)
