"""Everything is unsupported: no failure at all, and no pass either."""

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    raise AssertionError("never asked")


backend = Saboteur(
    "refuses",
    (),
    "sqrt/f32/specials",
    spoil,
    outcome="unsupported",
    refuses=True,
    rules=("P2.fail",),
)
