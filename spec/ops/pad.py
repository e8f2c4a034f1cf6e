"""Elements around an array: constant, mirrored, repeated or wrapped (clause S2)."""

from samebits.spec.declare import Attribute, Op, same_format
from samebits.spec.formats import FORMATS
from samebits.spec.padding import MODES, pad

OP = Op(
    name="pad",
    op_class="move",
    summary="x with elements before and after each axis",
    operands=("x",),
    signatures=same_format(1, *FORMATS),
    shape_rule=pad,
    clauses=("R5", "S2"),
    profile="contract",
    attributes=(
        Attribute(
            "widths",
            "elements before and after each axis, from the first axis on",
            required=True,
            kind="integers",
            least=0,
            length="2 * rank",
        ),
        Attribute("mode", "where the new elements come from", MODES[0], choices=MODES),
        Attribute(
            "value",
            "the new elements of mode constant: a binary64 number, cast to the format of x (R5)",
            0.0,
            kind="real",
        ),
    ),
)
