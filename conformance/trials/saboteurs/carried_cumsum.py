"""cumsum scans blocks of 64 correctly, then adds the prefix before each block, as GPUs do."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    if call.label != "f32" or call.attributes["axis"] not in (-1, right.ndim - 1):
        output[...] = right
        return
    found = right.copy()
    for start in range(0, right.shape[-1], 64):
        block = np.ascontiguousarray(inputs[0][..., start : start + 64])
        scanned = session.right(call, [block], np.zeros(block.shape, block.dtype))
        before = found[..., start - 1 : start] if start else None
        found[..., start : start + 64] = scanned if before is None else before + scanned
    output[...] = canonical(found)


backend = Saboteur(
    "carried_cumsum", ("cumsum",), "cumsum/f32/line/300", spoil, "scan:carried(64)", rules=("T6.1",)
)
