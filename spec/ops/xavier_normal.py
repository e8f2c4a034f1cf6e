"""Initial weights: normal, scaled by both fans (Glorot and Bengio 2010; clause D3)."""

from samebits.spec.families.initial_values import XAVIER, XAVIER_NAN, initialiser, xavier_deviation

OP = initialiser(
    "xavier_normal",
    "normal numbers whose deviation follows from both fans",
    XAVIER,
    xavier_deviation,
    uniform=False,
    nan_scalars=XAVIER_NAN,
)
