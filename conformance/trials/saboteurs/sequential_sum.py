"""sum adds from left to right."""

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0]).T
    if call.label != "f32" or not len(terms):
        output[...] = session.right(call, inputs, output)
        return
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    output[...] = canonical(total).reshape(output.shape)


backend = Saboteur(
    "sequential_sum", ("sum",), "sum/f32/length/257*", spoil, "tree:sequential", rules=("T1.1",)
)
