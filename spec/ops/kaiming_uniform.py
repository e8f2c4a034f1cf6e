"""Initial weights: uniform, scaled by the gain and a fan (He et al. 2015; clause D3)."""

from samebits.spec.families.initial_values import (
    KAIMING,
    KAIMING_NAN,
    initialiser,
    kaiming_deviation,
)

OP = initialiser(
    "kaiming_uniform",
    "uniform numbers whose bounds follow from the gain and a fan",
    KAIMING,
    kaiming_deviation,
    uniform=True,
    nan_scalars=KAIMING_NAN,
)
