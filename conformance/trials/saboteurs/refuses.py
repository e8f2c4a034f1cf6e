"""Every call is unsupported. This is not a failure, but the run cannot pass."""

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    raise AssertionError("an unsupported call was run")


backend = Saboteur(
    "refuses",
    (),
    "sqrt/f32/specials",
    spoil,
    outcome="unsupported",
    refuses=True,
    rules=("P2.fail",),
)
