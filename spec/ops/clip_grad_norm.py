"""Clipping of one gradient tensor by the norm of all gradients (clause G8)."""

from samebits.spec.families.gradient_scaling import with_norm
from samebits.spec.families.optimizers import FORMATS, ONE, real, widened
from samebits.spec.formats import Format
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph, Number, node
from samebits.spec.language.landmarks import Row, StepLandmarks
from samebits.spec.language.scalars import attribute, literal

OP = Op(
    name="clip_grad_norm",
    op_class="graph",
    summary="grads * minimum(max_norm / (total_norm + 1e-6), 1)",
    operands=("grads", "total_norm"),
    signatures=(
        *(((f, f), (f,)) for f in FORMATS),
        *(((f, "f32"), (f,)) for f in ("f16", "bf16")),
    ),
    shape_rule=with_norm,
    clauses=("R4", "S1", "G1", "G3", "G8"),
    profile="train",
    attributes=(real("max_norm", 1.0, "greatest norm of all gradients together"),),
    graph=Graph(
        operands=("grads", "total_norm"),
        nodes=(
            *widened("grads", "total_norm"),
            Number("little", literal(1e-6)),
            node("above", "add", "total_norm_wide", "little"),
            Number("most", attribute("max_norm")),
            node("share", "div", "most", "above"),
            Number("one", ONE),
            node("factor", "minimum", "share", "one"),
            node("product", "mul", "grads_wide", "factor"),
            node("clipped", "cast", "product", to="output"),
        ),
        results=("clipped",),
    ),
)


def _rows(form: Format) -> list[Row]:
    """Return rows whose product is close to a tie of f16.

    Rounded to binary32, the product is exactly the tie. A search found these rows.
    """
    several = (0.048065185546875, 0.09613037109375)
    attributes = {"max_norm": 0.3694049973122443}
    return [(attributes, (g, 1.5)) for g in several] if form.precision == 11 else []


LANDMARKS = StepLandmarks(
    sets=({"max_norm": 0.7}, {"max_norm": 3.0}, {"max_norm": 0.01}, {"max_norm": 1e-4}),
    alone=(),
    squares=("total_norm",),
    rows=_rows,
)
