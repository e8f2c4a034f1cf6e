"""Linear interpolation by a host scalar, like torch.lerp (clause G9)."""

from samebits.spec.families.elementwise_graphs import OUTGOING, elementwise_graph, host_scalar
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Below, Branch, Join, Number, Ref, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute, if_less, literal

_WEIGHT = attribute("weight")
_SIZE = if_less(_WEIGHT, 0.0, -_WEIGHT, _WEIGHT)

OP = elementwise_graph(
    "lerp",
    "x + weight * (end - x) where |weight| < 1/2, else end - (end - x) * (1 - weight)",
    ("x", "end"),
    node("apart", "sub", "end_wide", "x_wide"),
    Branch(
        Below(_SIZE, literal(0.5)),
        (
            Number("w", _WEIGHT),
            node("near", "mul", "w", "apart"),
            node("from_x", "add", "x_wide", "near"),
        ),
        (Join("last", "from_x", "from_end"),),
        others=(
            Number("rest", 1.0 - _WEIGHT),
            node("far", "mul", "apart", "rest"),
            node("from_end", "sub", "end_wide", "far"),
        ),
    ),
    attributes=(host_scalar("weight", "the part of the way from x to end", 0.5),),
    gradients=(
        Gradient(
            operand="x",
            op="mul_scalar",
            inputs=(OUTGOING,),
            attributes={"value": 1.0 - _WEIGHT},
        ),
        Gradient(
            operand="end",
            op="mul_scalar",
            inputs=(OUTGOING,),
            attributes={"value": Ref("weight")},
        ),
    ),
)

LANDMARKS = ElementwiseLandmarks(
    sets=each("weight", 0.1, 0.9, 0.4999999, 0.4999999999, -0.3, -0.7, 1.0, 0.0),
    meets=(),
    equal=False,
)
