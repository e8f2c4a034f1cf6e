"""Gradient of a product (clause G12): the product of all other terms, before and after."""

from samebits.spec.families.reduction_gradients import gradient_op, of_operand
from samebits.spec.language.graph import Number, node
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice
from samebits.spec.language.scalars import literal
from samebits.spec.language.taps import Taps

_BACK = "n - 1 - place"

OP = gradient_op(
    "prod_gradient",
    "((product of the terms before) * (product of those after)) * gradient",
    of_operand,
    Number("one", literal(1.0)),
    Broadcast("ones", "one", "[m, 1]"),
    Concatenate("from_one", ("ones", "x_rows"), 1),
    node("prefixes", "cumprod", "from_one"),
    Slice("before", "prefixes", 1, 0, "n"),
    Taps("backwards", ("x_rows", "one"), "[n]", "1", _BACK),
    Reshape("reversed", "backwards", "[m, n]"),
    Concatenate("from_last", ("ones", "reversed"), 1),
    node("suffixes", "cumprod", "from_last"),
    Taps("forwards", ("suffixes", "one"), "[n]", "1", _BACK),
    Reshape("after", "forwards", "[m, n]"),
    node("others", "mul", "before", "after"),
    node("last", "mul", "others", "g"),
    clauses=("T1", "T3", "T6"),
)
