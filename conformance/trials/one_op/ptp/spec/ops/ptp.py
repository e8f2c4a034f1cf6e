"""Maximum minus minimum over axes (clauses S3, T3). A call with no elements is an error."""

from __future__ import annotations

from typing import Any

from samebits.spec.families.reductions import AXES, extreme_signatures
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import ReductionLandmarks, Steps
from samebits.spec.language.shapes import nonempty_reduction

OP = Op(
    name="ptp",
    op_class="tree",
    summary="the S3 maximum over axes less the S3 minimum, one rounded subtraction",
    operands=("x",),
    signatures=extreme_signatures(),
    shape_rule=nonempty_reduction,
    clauses=("R4", "S1", "S3", "T2", "T3"),
    profile="reduce",
    attributes=AXES,
)


def _steps(run: Steps, x: Any) -> Any:
    most, least = run.reduce("max", x), run.reduce("min", x)
    form = get_format(run.call.inputs[0])
    if form.is_float:
        return run("sub", most, least)
    return most ^ least if form.kind == "bool" else most - least


LANDMARKS = ReductionLandmarks(
    dense="few lengths", exponents=None, drawn=None, extreme=None, steps=_steps
)
