"""sqrt raises an exception."""

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    raise RuntimeError("the device fell off the bus")


backend = Saboteur(
    "raises", ("sqrt",), "sqrt/f32/specials", spoil, outcome="error", rules=("P2.fail",)
)
