"""sort puts NaN last in descending order too, like NumPy's sort of the negated array."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if not call.attributes["descending"]:
        output[...] = right
        return
    rows, results = right.reshape(-1, right.shape[-1]), output.reshape(-1, right.shape[-1])
    for row, result in zip(rows, results, strict=True):
        missing = np.isnan(row)
        bits = np.concatenate([row.view("u4")[~missing], row.view("u4")[missing]])
        result.view("u4")[...] = bits


backend = Saboteur(
    "nan_first", ("sort",), "sort/f32/ties/descending", spoil, "nan-misplaced", rules=("S3.6",)
)
