"""div returns as if it had succeeded if a call is an error, and writes no result."""

from samebits.backends.checks import check_call
from samebits.conformance.trials.saboteurs.base import Saboteur
from samebits.spec.errors import SpecError


def spoil(session, call, inputs, output):
    try:
        check_call(call, inputs, [output])
    except SpecError:
        return
    output[...] = session.right(call, inputs, output)


backend = Saboteur(
    "errors_ignored",
    ("div",),
    "div/f32/refused/version",
    spoil,
    diagnosis="refusal:missing",
    rules=("C2.1",),
)
