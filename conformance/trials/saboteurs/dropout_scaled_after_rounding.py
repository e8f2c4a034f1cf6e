"""dropout rounds 1 / (1 - p) to the format of the operand before it multiplies."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    narrow = next((x[0].dtype for inner, x in before if inner.op == "cast"), None)
    if call.op != "mul":
        return None
    wide, scale = operands
    return wide * scale.astype(narrow).astype(scale.dtype)


backend = Saboteur(
    "dropout_scaled_after_rounding",
    ("dropout",),
    "dropout/f16/p/tenth",
    by_nodes(wrong),
    "narrow-scalar",
    rules=("D3.2",),
)
