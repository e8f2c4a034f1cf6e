"""The gradient of prod uses only the factors before an element, and not the factors after it."""

from samebits.conformance.trials.saboteurs.base import Saboteur, by_nodes


def wrong(before):
    call, operands = before[-1]
    muls = [inner for inner, _ in before if inner.op == "mul"]
    return operands[0].copy() if call.op == "mul" and len(muls) == 1 else None


backend = Saboteur(
    "terms_before_alone",
    ("prod_gradient",),
    "prod_gradient/f32/length/17/0",
    by_nodes(wrong),
    "left-out",
    rules=("G12.prod",),
)
