"""sum adds in 8 interleaved lanes, and then adds the lanes by T1."""

from samebits.conformance.trials.saboteurs.base import Saboteur, canonical, pairwise, rows


def spoil(session, call, inputs, output):
    terms = rows(call, inputs[0]).T
    if call.label != "f32" or not len(terms):
        output[...] = session.right(call, inputs, output)
        return
    lanes = terms[:8].copy()
    for start in range(8, len(terms), 8):
        group = terms[start : start + 8]
        lanes[: len(group)] = lanes[: len(group)] + group
    output[...] = canonical(pairwise(lanes)).reshape(output.shape)


backend = Saboteur(
    "lanes_sum", ("sum",), "sum/f32/length/257*", spoil, "tree:lanes(8)", rules=("T1.1",)
)
