"""sum forgets the terms after the last whole vector of 16."""

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, pairwise, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0]).T
    whole = len(terms) - len(terms) % 16
    if call.label != "f32" or not whole:
        output[...] = session.right(call, inputs, output)
        return
    output[...] = canonical(pairwise(terms[:whole])).reshape(output.shape)


backend = Saboteur(
    "dropped_terms", ("sum",), "sum/f32/length/257*", spoil, "wrong-tail", rules=("T1.1",)
)
