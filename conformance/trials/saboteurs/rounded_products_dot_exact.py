"""dot_exact rounds every product to binary32 before it adds exactly."""

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.catalog import get_op


def spoil(session, call, inputs, output):
    if call.label != "f32":
        output[...] = session.right(call, inputs, output)
        return
    total = get_op("sum_exact").call(["f32"], ["f32"])
    output[...] = session.right(total, [inputs[0] * inputs[1]], output)


backend = Saboteur(
    "rounded_products_dot_exact",
    ("dot_exact",),
    "dot_exact/f32/special/products",
    spoil,
    "exact:rounded-products",
    rules=("T10.1",),
)
