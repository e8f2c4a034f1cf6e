"""Gradients of a loss from gradients of the scaled loss, and an overflow flag (clause G8)."""

from samebits.spec.families.gradient_scaling import with_scale
from samebits.spec.families.optimizers import FORMATS, ONE, widened
from samebits.spec.formats import Format
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.landmarks import Row, StepLandmarks

OP = Op(
    name="unscale",
    op_class="graph",
    summary="grads * (1 / scale), and whether a gradient is not a finite number",
    operands=("grads", "scale"),
    signatures=tuple(((f, "f32"), (f, "bool")) for f in FORMATS),
    shape_rule=with_scale,
    clauses=("R4", "S1", "G1", "G8"),
    profile="train",
    results=("unscaled", "found_inf"),
    graph=Graph(
        operands=("grads", "scale"),
        nodes=(
            *widened("grads"),
            Number("one", ONE, to="f32"),
            node("inverse", "div", "one", "scale", to="f32"),
            node("factor", "cast", "inverse"),
            node("product", "mul", "grads_wide", "factor"),
            node("unscaled", "cast", "product", to="output"),
            node("nothing", "sub", "grads_wide", "grads_wide"),
            node("found_inf", "any", "nothing", axes=None, keepdims=False, to="bool"),
        ),
        results=("unscaled", "found_inf"),
    ),
)


def _rows(form: Format) -> list[Row]:
    """Return rows whose product is close to a tie of f16.

    Rounded to binary32, the product is exactly the tie. A search found these rows.
    """
    several = (0.05517578125, 0.1103515625)
    return [({}, (g, 3.365286111831665)) for g in several] if form.precision == 11 else []


# The op has no attributes; there are three sets because each set is tested with its own scale.
LANDMARKS = StepLandmarks(sets=({}, {}, {}), alone=(), squares=("scale",), rows=_rows)
