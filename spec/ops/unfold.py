"""The taps of every place of a window, as columns (clause S2)."""

from samebits.spec.declare import Attribute, Op, same_format
from samebits.spec.formats import FORMATS
from samebits.spec.unfolding import unfold

OP = Op(
    name="unfold",
    op_class="move",
    summary="for x[N, C, H, W] the taps of each window place; taps outside the image are +0",
    operands=("x",),
    signatures=same_format(1, *FORMATS),
    shape_rule=unfold,
    clauses=("S2",),
    profile="contract",
    attributes=(
        Attribute(
            "kernel_size",
            "rows and columns of the window",
            required=True,
            kind="integers",
            least=1,
            length=2,
        ),
        Attribute(
            "stride",
            "steps between places, down and across",
            (1, 1),
            kind="integers",
            least=1,
            length=2,
        ),
        Attribute(
            "padding",
            "rows and columns of +0 on every side of the image",
            (0, 0),
            kind="integers",
            least=0,
            length=2,
        ),
        Attribute(
            "dilation",
            "steps between taps, down and across",
            (1, 1),
            kind="integers",
            least=1,
            length=2,
        ),
    ),
)
