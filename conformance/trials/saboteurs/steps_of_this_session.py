"""Adam counts the steps of its session: a resumed training run starts counting from 1 again."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    seen = session.memory.setdefault("steps", set())
    seen.add(call.attributes["step"])
    as_another_call(session, call, inputs, output, step=len(seen))


backend = Saboteur(
    "steps_of_this_session",
    ("adam",),
    "trajectory/perceptron/f32/small/resumed",
    spoil,
    "network:resumed",
    rules=("G20.7",),
)
