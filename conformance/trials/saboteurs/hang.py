"""sqrt never returns."""

import time

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    while True:
        time.sleep(1)


backend = Saboteur(
    "hang", ("sqrt",), "sqrt/f32/specials", spoil, outcome="timeout", rules=("P2.fail",)
)
