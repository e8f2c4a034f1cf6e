"""Gradient of nll_loss (clause G7): minus the weight at the target class."""

from samebits.spec.families.class_losses import (
    IGNORE_INDEX,
    chosen,
    nll_gradient,
    only_where_present,
    scattered,
    share_of_places,
    signatures,
    weights,
)
from samebits.spec.families.losses import REDUCTION
from samebits.spec.language.declare import Attribute, Op
from samebits.spec.language.graph import Graph

OP = Op(
    name="nll_loss_gradient",
    op_class="graph",
    summary="minus gradient times weight at the class that target names, +0 elsewhere",
    operands=("gradient", "target", "weight"),
    optional_from=2,
    signatures=signatures(1),
    shape_rule=nll_gradient,
    clauses=("R4", "S1", "T1", "T8", "G1", "G7"),
    profile="nn",
    attributes=(
        Attribute("classes", "number of classes", required=True, kind="integer", least=1),
        IGNORE_INDEX,
        REDUCTION,
    ),
    graph=Graph(
        operands=("gradient", "target", "weight"),
        nodes=(
            *chosen(),
            *weights(),
            *share_of_places(),
            *scattered("g", "picked", "classes"),
            *only_where_present("picked"),
        ),
        results=("y",),
    ),
)
