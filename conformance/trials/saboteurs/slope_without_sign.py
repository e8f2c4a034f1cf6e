"""leaky_relu uses the absolute value of the slope."""

from dataclasses import replace

from samebits.conformance.trials.saboteurs.base import Saboteur


def spoil(session, call, inputs, output):
    slope = abs(call.attributes["negative_slope"])
    other = replace(call, attributes={"negative_slope": slope})
    output[...] = session.right(other, inputs, output)


backend = Saboteur(
    "slope_without_sign", ("leaky_relu",), "law/negated/leaky_relu/f32", spoil, rules=("S4.7",)
)
