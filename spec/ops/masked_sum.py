"""Sum by T1 in which masked elements are absent (clause T8)."""

from samebits.spec.families.reductions import AXES
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph, Number, Ref, node
from samebits.spec.language.scalars import literal
from samebits.spec.language.shapes import masked_reduction

OP = Op(
    name="masked_sum",
    op_class="graph",
    summary="sum T1 over axes of the elements with a true mask, others absent; +0 for no element",
    operands=("x", "mask"),
    signatures=tuple(((f, "bool"), (f,)) for f in ("f64", "f32", "f16", "bf16")),
    shape_rule=masked_reduction,
    clauses=("R4", "S1", "T1", "T2", "T8", "G1"),
    profile="nn",
    attributes=AXES,
    graph=Graph(
        operands=("x", "mask"),
        nodes=(
            node("c", "cast", "x"),
            Number("identity", literal(-0.0)),
            node("leaves", "where", "mask", "c", "identity"),
            node("total", "sum", "leaves", axes=Ref("axes"), keepdims=Ref("keepdims")),
            node("some", "any", "mask", to="bool", axes=Ref("axes"), keepdims=Ref("keepdims")),
            Number("zero", literal(0.0)),
            node("sum", "where", "some", "total", "zero"),
            node("y", "cast", "sum", to="output"),
        ),
        results=("y",),
    ),
    notes="mask has the shape of x; the values of x where it is false have no effect.",
)
