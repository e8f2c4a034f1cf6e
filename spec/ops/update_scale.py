"""The loss scale of the next step.

It is lower after an overflow, and higher after many steps without an overflow.
"""

from samebits.spec.families.gradient_scaling import scale_state
from samebits.spec.families.optimizers import ONE, real
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.landmarks import StepLandmarks
from samebits.spec.language.scalars import attribute, literal

OP = Op(
    name="update_scale",
    op_class="graph",
    summary="the next loss scale, and the number of steps in a row without an overflow",
    operands=("scale", "growth_tracker", "found_inf"),
    signatures=((("f32", "i32", "bool"), ("f32", "i32")),),
    shape_rule=scale_state,
    clauses=("R4", "R5", "S1", "S2", "G1", "G3", "G8"),
    profile="train",
    results=("new_scale", "new_growth_tracker"),
    attributes=(
        real(
            "growth_factor",
            2.0,
            "factor of the scale after growth_interval steps without an overflow, above 1",
        ),
        real("backoff_factor", 0.5, "factor of the scale after an overflow, above 0 and below 1"),
        Attribute(
            "growth_interval",
            "number of steps in a row without an overflow",
            2000,
            kind="integer",
            least=1,
        ),
    ),
    graph=Graph(
        operands=("scale", "growth_tracker", "found_inf"),
        nodes=(
            node("before", "cast", "growth_tracker", to="f64"),
            Number("one", ONE, to="f64"),
            node("good", "add", "before", "one", to="f64"),
            Number("enough", attribute("growth_interval"), to="f64"),
            node("is_due", "eq", "good", "enough", to="bool"),
            Number("growth", attribute("growth_factor")),
            node("grown", "mul", "scale", "growth"),
            node("nothing", "sub", "grown", "grown"),
            node("is_finite", "eq", "nothing", "nothing", to="bool"),
            node("larger", "where", "is_finite", "grown", "scale"),
            node("after_good", "where", "is_due", "larger", "scale"),
            Number("backoff", attribute("backoff_factor")),
            node("smaller", "mul", "scale", "backoff"),
            node("new_scale", "where", "found_inf", "smaller", "after_good"),
            Number("none", literal(0.0), to="f64"),
            node("counted", "where", "is_due", "none", "good", to="f64"),
            node("tracked", "where", "found_inf", "none", "counted", to="f64"),
            node("new_tracker", "cast", "tracked", to="output 1"),
        ),
        results=("new_scale", "new_tracker"),
    ),
    state=(("scale", "new_scale"), ("growth_tracker", "new_growth_tracker")),
)

LANDMARKS = StepLandmarks(
    sets=(
        {"growth_interval": 1, "growth_factor": 1.7},
        {"growth_interval": 3, "backoff_factor": 0.3},
        {"growth_interval": 2000},
    ),
    alone=(),
    squares=("scale",),
    rows=None,
)
