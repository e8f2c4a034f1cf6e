"""A tensor of one number (clause G15)."""

from samebits.spec.attributes import Attribute
from samebits.spec.filled import filled, filling, made_of, real_of
from samebits.spec.graph import Number, node
from samebits.spec.moves import Broadcast
from samebits.spec.scalars import attribute

OP = filling(
    "full",
    "one number everywhere",
    filled,
    (
        Attribute("shape", "of the result", required=True, kind="integers", length="any", least=0),
        real_of("fill_value", "the number; rounded once to the result's format"),
    ),
    made_of(
        Number("wide", attribute("fill_value"), to="f64"),
        node("value", "cast", "wide", to="output"),
        Broadcast("y", "value", "[*shape]"),
    ),
)
