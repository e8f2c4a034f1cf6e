"""sqrt kills the process."""

import os
import signal

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    os.kill(os.getpid(), signal.SIGSEGV)


backend = Saboteur(
    "crash", ("sqrt",), "sqrt/f32/specials", spoil, outcome="crash", rules=("P2.fail",)
)
