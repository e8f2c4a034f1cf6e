"""Adam returns the averages of the previous step: a state that is stale by one step."""

from samebits.conformance.trials.saboteurs.base import Saboteur, with_node


def spoil(session, call, inputs, output):
    with_node(session, call, inputs, output, lambda inner, operands: None)
    step, number = session.memory.get("at", (0, 0))
    number = number + 1 if step == call.attributes["step"] else 0
    session.memory["at"] = call.attributes["step"], number
    fresh = session.memory["others"][0]
    stale = session.memory.get(number, fresh.copy())
    session.memory[number] = fresh.copy()
    if stale.shape == fresh.shape:
        fresh[...] = stale


backend = Saboteur(
    "state_of_the_step_before",
    ("adam",),
    "trajectory/perceptron/f32/small/steps",
    spoil,
    "history",
    rules=("G8.9", "G20.3"),
)
