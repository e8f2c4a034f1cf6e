"""cumprod in bfloat16 rounds every prefix and continues with the rounded prefix."""

import numpy as np

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical


def spoil(session, call, inputs, output):
    if (call.inputs, call.outputs) != (("bf16",), ("bf16",)):
        output[...] = session.right(call, inputs, output)
        return
    lines = np.moveaxis(inputs[0], call.attributes["axis"], 0)
    found = lines.copy()
    for i in range(1, len(lines)):
        wide = found[i - 1].astype(np.float32) * lines[i].astype(np.float32)
        found[i] = wide.astype(lines.dtype)
    output[...] = canonical(np.moveaxis(found, 0, call.attributes["axis"]))


backend = Saboteur(
    "rounded_cumprod", ("cumprod",), "cumprod/bf16/line/5", spoil, "scan:rounded", rules=("T6.2",)
)
