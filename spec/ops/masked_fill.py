"""Elements replaced by a host scalar where a mask is true, like torch.masked_fill (clause G9)."""

from samebits.spec.families.elementwise_graphs import FORMATS, OUTGOING, host_scalar, widened
from samebits.spec.language.declare import Op
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks, each
from samebits.spec.language.scalars import attribute, literal
from samebits.spec.language.shapes import elementwise

OP = Op(
    name="masked_fill",
    op_class="graph",
    summary="value where mask is true, else x",
    operands=("x", "mask"),
    signatures=tuple(((form, "bool"), (form,)) for form in FORMATS),
    shape_rule=elementwise,
    clauses=("R4", "S1", "S3", "G1", "G9"),
    profile="nn",
    attributes=(host_scalar("value", "the result where the mask is true", 0.0),),
    graph=Graph(
        operands=("x", "mask"),
        nodes=(
            *widened("x"),
            Number("v", attribute("value")),
            Number("false", literal(0.0), to="bool"),
            node("is_filled", "ne", "mask", "false", to="bool"),
            node("last", "where", "is_filled", "v", "x_wide"),
            node("y", "cast", "last", to="output"),
        ),
        results=("y",),
    ),
    gradients=(
        Gradient(
            operand="x", op="masked_fill", inputs=(OUTGOING, "mask"), attributes={"value": 0.0}
        ),
    ),
    notes="Any non-zero byte of mask counts as true.",
)

LANDMARKS = ElementwiseLandmarks(sets=each("value"), meets=(), equal=False)
