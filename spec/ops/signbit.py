"""Whether the sign bit of an element is set, also for a zero or a NaN (clause G9)."""

from samebits.spec.families.kinds_of_numbers import question
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks
from samebits.spec.language.scalars import literal

OP = question(
    "signbit",
    "whether the sign bit of x is set",
    Number("one", literal(1.0)),
    node("one_like_x", "cast", "one", to="like x"),
    node("sign", "copysign", "one_like_x", "x", to="like x"),
    node("sign_wide", "cast", "sign"),
    Number("nothing", literal(0.0)),
    last=node("y", "lt", "sign_wide", "nothing", to="output"),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=False)
