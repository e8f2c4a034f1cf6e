"""embedding_bag_gradient gives every row of a mean the undivided gradient of its bag."""

from samebits.conformance.trials.saboteurs.base import Saboteur, as_another_call


def spoil(session, call, inputs, output):
    mean = call.attributes["mode"] == "mean"
    mode = "sum" if mean else call.attributes["mode"]
    as_another_call(session, call, inputs, output, mode=mode)


backend = Saboteur(
    "undivided_bags",
    ("embedding_bag_gradient",),
    "embedding_bag_gradient/f32_i64_to_f32/bags/few/mean",
    spoil,
    "attribute:mode",
    rules=("T8.11",),
)
