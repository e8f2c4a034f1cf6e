"""Initial weights: normal, scaled by the gain and a fan (He et al. 2015; clause D3)."""

from samebits.spec.families.initial_values import (
    KAIMING,
    KAIMING_NAN,
    initialiser,
    kaiming_deviation,
)

OP = initialiser(
    "kaiming_normal",
    "normal numbers whose deviation follows from the gain and a fan",
    KAIMING,
    kaiming_deviation,
    uniform=False,
    nan_scalars=KAIMING_NAN,
)
