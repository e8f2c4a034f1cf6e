"""einsum of three operands multiplies the last two first, as a path optimizer may."""

from samebits.conformance.trials.saboteurs.base import Saboteur, right_einsum


def spoil(session, call, inputs, output):
    equation = call.attributes["equation"]
    if len(inputs) == 3:
        operands, result = equation.split("->")
        equation = ",".join(reversed(operands.split(","))) + "->" + result
        inputs = inputs[::-1]
    output[...] = right_einsum(session, call, equation, inputs)


backend = Saboteur(
    "einsum_right_to_left",
    ("einsum",),
    "einsum/f32/equation/ik-by-kj-by-jl-to-il",
    spoil,
    "equation-order",
    rules=("T4.einsum.4",),
)
