"""The QR factorisation of matrices (clause G14)."""

from samebits.spec.families.factors import COMPLETE, FORMATS, QR, factored
from samebits.spec.language.declare import Op

OP = Op(
    name="qr",
    op_class="graph",
    summary="orthogonal q and upper triangular r whose product is a",
    operands=("a",),
    results=("q", "r"),
    signatures=tuple(((f,), (f,) * 2) for f in FORMATS),
    shape_rule=factored,
    clauses=("R4", "S1", "S2", "T1", "T3", "T4", "G1", "G14"),
    profile="nn",
    attributes=(COMPLETE,),
    graph=QR,
)
