"""mean changes its last bit in every second call, by a counter of calls."""

from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.formats import bits_of


def spoil(session, call, inputs, output):
    right = session.right(call, inputs, output)
    session.memory["calls"] = session.memory.get("calls", 0) + 1
    if session.memory["calls"] % 2:
        bits = bits_of(right) ^ bits_of(right).dtype.type(1)
        right = bits.view(right.dtype)
    output[...] = right


backend = Saboteur(
    "run_to_run", ("mean",), "law/run_to_run/mean/f32", spoil, "history", rules=("C1.3",)
)
