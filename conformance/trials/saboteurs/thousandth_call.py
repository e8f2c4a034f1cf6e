"""gelu is wrong by one ulp from the thousandth call of a shape on, as if a new kernel took over."""

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.formats import bits_of

MANY = 1000


def spoil(session, call, inputs, output):
    output[...] = session.right(call, inputs, output)
    key = call.key(), inputs[0].shape
    session.memory[key] = session.memory.get(key, 0) + 1
    if session.memory[key] >= MANY and output.size:
        bits = bits_of(output).copy()
        bits.reshape(-1)[0] ^= bits.dtype.type(1)
        output[...] = bits.view(output.dtype)


backend = Saboteur(
    "thousandth_call",
    ("gelu",),
    "law/history/gelu/f32",
    spoil,
    "history",
    rules=("C1.3",),
)
