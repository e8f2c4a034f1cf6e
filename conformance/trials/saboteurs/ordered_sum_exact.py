"""sum_exact adds on the canonical tree. The sum is not exact and depends on the order."""

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, pairwise, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0]).T
    if call.label != "f32" or not len(terms):
        output[...] = session.right(call, inputs, output)
        return
    output[...] = canonical(pairwise(terms)).reshape(output.shape)


backend = Saboteur(
    "ordered_sum_exact", ("sum_exact",), "law/permutation/sum_exact/f32", spoil, rules=("T10.1",)
)
