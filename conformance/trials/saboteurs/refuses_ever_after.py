"""After the first call that is an error, mul refuses every call."""

from samebits.backends.checks import check_call
from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    if session.memory.get("refused"):
        raise RuntimeError("the stream is in an error state")
    session.memory["refused"] = True
    check_call(call, inputs, [output])
    session.memory["refused"] = False
    output[...] = session.right(call, inputs, output)


backend = Saboteur(
    "refuses_ever_after",
    ("mul",),
    "mul/f32/refused/shapes",
    spoil,
    diagnosis="refusal:lasting",
    outcome="error",
    rules=("C2.5",),
)
