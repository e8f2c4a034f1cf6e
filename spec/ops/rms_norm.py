"""Root mean square norm over the last axes (clause G6): (x * rstd) * weight."""

from samebits.spec.families.layer_norms import FLAT, rms_norm
from samebits.spec.families.norms import AXIS, forward, stored, weighted
from samebits.spec.language.declare import Attribute, Gradient, Op
from samebits.spec.language.graph import Branch, Computes, Equals, Graph, Join, Number, Ref, node
from samebits.spec.language.moves import Reshape
from samebits.spec.language.scalars import attribute, literal

_READ = ("gradient of y", "x", "rstd", "weight")

OP = Op(
    name="rms_norm",
    op_class="graph",
    summary="(x * rstd) * weight over the last axes, every node rounded",
    operands=("x", "weight"),
    optional_from=1,
    signatures=forward((1, 2), 1),
    shape_rule=rms_norm,
    clauses=("R4", "S1", "T1", "G1", "G3", "G6"),
    profile="nn",
    results=("y", "rstd"),
    attributes=(
        AXIS,
        Attribute(
            "eps",
            "added to the mean of squares; null means the distance from 1 to the next one (G6.4)",
            real=True,
            nullable=True,
        ),
    ),
    graph=Graph(
        operands=("x", "weight"),
        nodes=(
            node("c", "cast", "x"),
            Reshape("f", "c", FLAT),
            node("q", "mul", "f", "f"),
            node("v", "mean", "q", axes=(-1,), keepdims=True),
            Branch(
                Equals("eps", None),
                (
                    Branch(
                        Computes("f64"),
                        (Number("least_f64", literal(2.0**-52)),),
                        (Join("least", "least_f64", "least_f32"),),
                        others=(Number("least_f32", literal(2.0**-23)),),
                    ),
                ),
                (Join("e", "least", "given"),),
                others=(Number("given", attribute("eps")),),
            ),
            node("ve", "add", "v", "e"),
            node("r", "rsqrt", "ve"),
            node("h", "mul", "f", "r"),
            Reshape("hs", "h", "[*S, *D]"),
            weighted("hs"),
            stored("scaled"),
            Reshape("rstd", "r", "[*S]"),
        ),
        results=("y", "rstd"),
    ),
    gradients=tuple(
        Gradient(
            operand=operand,
            op="rms_norm_gradient",
            inputs=_READ,
            result=f"{operand}_gradient",
            attributes={"axis": Ref("axis")},
        )
        for operand in ("x", "weight")
    ),
)
