"""Gradient of the start of lerp_tensor (clause G9): gradient * (1 - weight)."""

from samebits.spec.families.elementwise_graphs import elementwise_graph
from samebits.spec.language.graph import Number, node
from samebits.spec.language.landmarks import ElementwiseLandmarks
from samebits.spec.language.scalars import literal

OP = elementwise_graph(
    "lerp_tensor_gradient",
    "gradient * (1 - weight)",
    ("gradient", "weight"),
    Number("one", literal(1.0)),
    node("rest", "sub", "one", "weight_wide"),
    node("last", "mul", "gradient_wide", "rest"),
)

LANDMARKS = ElementwiseLandmarks(
    sets=(),
    meets=(),
    equal=False,
    ties=((132.375, 0.006137847900390625), (0.280517578125, 0.00043511390686035156)),
)
