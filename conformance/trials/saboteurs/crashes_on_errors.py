"""sum over an axis that does not exist reads out of bounds, and the process crashes."""

import os
import signal

from samebits.backends.checks import check_call
from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.errors import SpecError


def spoil(session, call, inputs, output):
    try:
        check_call(call, inputs, [output])
    except SpecError:
        os.kill(os.getpid(), signal.SIGSEGV)
    output[...] = session.right(call, inputs, output)


backend = Saboteur(
    "crashes_on_errors",
    ("sum",),
    "sum/f32/refused/an-axis-beyond-the-rank",
    spoil,
    outcome="crash",
    rules=("C2.1",),
)
