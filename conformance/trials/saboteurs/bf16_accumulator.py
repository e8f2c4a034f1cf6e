"""sum of bfloat16 rounds every node of the tree to bfloat16 instead of binary32."""

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, pairwise, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0]).T
    if call.label != "bf16" or not len(terms):
        output[...] = session.right(call, inputs, output)
        return
    output[...] = canonical(pairwise(terms)).reshape(output.shape)


backend = Saboteur(
    "bf16_accumulator", ("sum",), "sum/bf16/length/257*", spoil, "accumulator:bf16", rules=("R4.2",)
)
