"""Initial weights: uniform numbers by both fans (Glorot and Bengio 2010; clause D3)."""

from samebits.spec.initial_values import XAVIER, initialiser, xavier_deviation

OP = initialiser(
    "xavier_uniform", "uniform numbers by both fans", XAVIER, xavier_deviation, uniform=True
)
