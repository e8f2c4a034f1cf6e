"""gather checks attributes and shapes, but wraps an index that is out of range."""

import numpy as np

from samebits.backends.checks import check_shapes
from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    check_shapes(call, [x.shape for x in inputs], [output.shape])
    x, index = inputs
    axis = call.attributes["axis"]
    x = x[tuple(slice(None if d == axis % x.ndim else n) for d, n in enumerate(index.shape))]
    output[...] = np.take_along_axis(x, index.astype(np.int64) % x.shape[axis], axis)


backend = Saboteur(
    "indices_wrap",
    ("gather",),
    "gather/f32_i64_to_f32/refused/an-index-below-0",
    spoil,
    diagnosis="refusal:missing",
    rules=("S2.3",),
)
