"""RMSprop adds the square of the gradient by an fma, with one rounding."""

from samebits.conformance.trials.saboteurs.base import Saboteur, fma32, with_node


def spoil(session, call, inputs, output):
    products = []

    def node(inner, operands):
        if inner.op == "mul":
            products.append(operands)
        if inner.op == "add" and call.label == "f32" and len(products) == 3:
            a, b = products[2]
            products.append(())
            return fma32(a, b, operands[0])
        return None

    with_node(session, call, inputs, output, node)


backend = Saboteur(
    "fused_rmsprop",
    ("rmsprop",),
    "rmsprop/f32/attributes/2",
    spoil,
    "fused",
    rules=("G1.2", "G8.4"),
)
