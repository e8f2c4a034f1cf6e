"""sub leaves scratch data when it refuses a call: the next result has one wrong bit."""

from samebits.backends.checks import check_call
from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    dirty, session.memory["dirty"] = session.memory.get("dirty"), True
    check_call(call, inputs, [output])
    session.memory["dirty"] = False
    output[...] = session.right(call, inputs, output)
    if dirty:
        output.view("u1").reshape(-1)[0] ^= 1


backend = Saboteur(
    "wrong_after_refusal",
    ("sub",),
    "sub/f32/refused/shapes",
    spoil,
    diagnosis="refusal:lasting",
    rules=("C2.5",),
)
