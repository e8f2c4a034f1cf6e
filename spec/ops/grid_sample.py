"""Samples of an image at the coordinates of a grid (clause G13)."""

from samebits.spec.families.resampling import FORMATS
from samebits.spec.families.sampling import ATTRIBUTES, grid_sample
from samebits.spec.families.sampling_graphs import GRID_SAMPLE
from samebits.spec.language.declare import Op, same_format
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Ref

OP = Op(
    name="grid_sample",
    op_class="graph",
    summary="x at the places of grid, whose coordinates go from -1 to 1 over the image",
    operands=("x", "grid"),
    signatures=same_format(2, *FORMATS),
    shape_rule=grid_sample,
    clauses=("R4", "S1", "S3", "T1", "T8", "G1", "G13"),
    profile="nn",
    attributes=ATTRIBUTES,
    graph=GRID_SAMPLE,
    gradients=tuple(
        Gradient(
            operand=operand,
            op="grid_sample_gradient",
            inputs=(OF + "result", "x", "grid"),
            result=f"{operand}_gradient",
            attributes={each.name: Ref(each.name) for each in ATTRIBUTES},
        )
        for operand in ("x", "grid")
    ),
)
