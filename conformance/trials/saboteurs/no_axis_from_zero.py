"""sum over no axis adds every element to +0, so that -0 is lost."""

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    output[...] = session.right(call, inputs, output)
    if call.attributes["axes"] == ():
        output[...] += output.dtype.type(0)


backend = Saboteur("no_axis_from_zero", ("sum",), "law/no_axis/sum/f32", spoil, rules=("T2.2",))
