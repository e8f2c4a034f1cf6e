"""Initial weights: uniform, scaled by both fans (Glorot and Bengio 2010; clause D3)."""

from samebits.spec.families.initial_values import XAVIER, XAVIER_NAN, initialiser, xavier_deviation

OP = initialiser(
    "xavier_uniform",
    "uniform numbers whose bounds follow from both fans",
    XAVIER,
    xavier_deviation,
    uniform=True,
    nan_scalars=XAVIER_NAN,
)
