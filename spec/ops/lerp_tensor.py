"""Linear interpolation by a weight for each element, like torch.lerp (clause G9)."""

from samebits.spec.families.elementwise_graphs import OUTGOING, elementwise_graph
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks
from samebits.spec.language.scalars import literal

OP = elementwise_graph(
    "lerp_tensor",
    "x + weight * (end - x) where |weight| < 1/2, else end - (end - x) * (1 - weight)",
    ("x", "end", "weight"),
    node("apart", "sub", "end_wide", "x_wide"),
    node("near", "mul", "weight_wide", "apart"),
    node("from_x", "add", "x_wide", "near"),
    Number("one", literal(1.0)),
    node("rest", "sub", "one", "weight_wide"),
    node("far", "mul", "apart", "rest"),
    node("from_end", "sub", "end_wide", "far"),
    node("size", "abs", "weight_wide"),
    Number("half", literal(0.5)),
    node("is_near", "lt", "size", "half", to="bool"),
    node("last", "where", "is_near", "from_x", "from_end"),
    gradients=(
        Gradient(operand="x", op="lerp_tensor_gradient", inputs=(OUTGOING, "weight")),
        Gradient(operand="end", op="mul", inputs=(OUTGOING, "weight")),
        Gradient(operand="weight", op="lerp_weight_gradient", inputs=(OUTGOING, "x", "end")),
    ),
)

LANDMARKS = ElementwiseLandmarks(sets=(), meets=(), equal=True)
