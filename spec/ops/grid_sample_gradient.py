"""Gradients of grid_sample with respect to the image and to the grid (clauses T7, G13)."""

from samebits.spec.families.resampling import FORMATS
from samebits.spec.families.sampling import ATTRIBUTES, grid_sample_gradient
from samebits.spec.families.sampling_graphs import GRID_SAMPLE_GRADIENT
from samebits.spec.language.declare import Op

OP = Op(
    name="grid_sample_gradient",
    op_class="graph",
    summary="the gradients of x and grid of `grid_sample`",
    operands=("gradient", "x", "grid"),
    results=("x_gradient", "grid_gradient"),
    signatures=tuple(((f,) * 3, (f,) * 2) for f in FORMATS),
    shape_rule=grid_sample_gradient,
    clauses=("R4", "S1", "S3", "T1", "T4", "T7", "T8", "G1", "G13"),
    profile="nn",
    attributes=ATTRIBUTES,
    graph=GRID_SAMPLE_GRADIENT,
)
