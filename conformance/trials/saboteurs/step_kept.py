"""AdamW reuses the bias corrections of the first step that it saw with these shapes."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    seen = session.memory.setdefault("steps", {})
    step = seen.setdefault((call.inputs, inputs[0].shape), call.attributes["step"])
    as_another_call(session, call, inputs, output, step=step)


backend = Saboteur(
    "step_kept",
    ("adamw",),
    "law/attributes/adamw/f32",
    spoil,
    rules=("C1.3",),
)
