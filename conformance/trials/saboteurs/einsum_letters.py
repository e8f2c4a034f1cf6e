"""einsum flattens the letters that it contracts in the opposite order."""

from samebits.conformance.trials.saboteurs.base import Saboteur, right_einsum


def spoil(session, call, inputs, output):
    operands, result = call.attributes["equation"].split("->")
    turned = ",".join(letters[::-1] for letters in operands.split(",")) + "->" + result
    output[...] = right_einsum(session, call, turned, [x.transpose() for x in inputs])


backend = Saboteur(
    "einsum_letters",
    ("einsum",),
    "einsum/f32/equation/ijn-by-njl-to-il",
    spoil,
    "equation-letters",
    rules=("T4.einsum.4",),
)
