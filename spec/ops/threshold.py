"""Elements that are not above a threshold are replaced by a value (clause G9).

The op is torch.nn.functional.threshold.
"""

from samebits.spec.families.elementwise_graphs import OUTGOING, elementwise_graph, host_scalar
from samebits.spec.language.gradients import Gradient
from samebits.spec.language.graph import Number, Ref, node
from samebits.spec.language.landmarks import ElementwiseLandmarks
from samebits.spec.language.scalars import attribute

OP = elementwise_graph(
    "threshold",
    "value where x <= threshold, else x",
    ("x",),
    Number("t", attribute("threshold")),
    node("is_low", "le", "x_wide", "t", to="bool"),
    Number("v", attribute("value")),
    node("last", "where", "is_low", "v", "x_wide"),
    attributes=(
        host_scalar("threshold", "the limit up to which the result is `value`", 0.0),
        host_scalar("value", "the result up to the threshold", 0.0),
    ),
    clauses=("S3",),
    gradients=(
        Gradient(
            operand="x",
            op="threshold_gradient",
            inputs=(OUTGOING, "x"),
            attributes={"threshold": Ref("threshold")},
        ),
    ),
)

LANDMARKS = ElementwiseLandmarks(
    sets=(
        {"threshold": 0.1, "value": 20.3},
        {"threshold": -0.0, "value": -0.0},
        {"threshold": -1.0, "value": 1e300},
        {"threshold": 1e-40, "value": 1e-40},
        {"threshold": float("-inf"), "value": 3.0},
    ),
    meets=("threshold",),
    equal=False,
)
