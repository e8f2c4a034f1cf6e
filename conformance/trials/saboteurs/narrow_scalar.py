"""A host scalar is rounded to the format of the tensor before it is used (R4.5)."""

import numpy as np

from samebits.backends.executor import execute
from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    value = float(np.float64(call.attributes["value"]).astype(output.dtype))
    narrow = get_op(call.op).call(call.inputs, call.outputs, value=value)
    output[...] = execute(session.inner, narrow, inputs)[0]


backend = Saboteur(
    "narrow_scalar",
    ("mul_scalar",),
    "mul_scalar/bf16/attributes/set-1*",
    spoil,
    "narrow-scalar",
    rules=("R4.5", "G9.2", "G9.mul_scalar"),
)
