"""Nodes that the gradients of variance and standard deviation share (clause G12)."""

from __future__ import annotations

from samebits.spec.language.graph import Item, Number, node
from samebits.spec.language.scalars import attribute, count, if_less

_LEFT = count("n") - attribute("correction")


def deviations() -> tuple[Item, ...]:
    """Return nodes for `d` = x - mean, where each row has its own mean."""
    return (
        node("m", "mean", "x_rows", axes=(1,), keepdims=True),
        node("d", "sub", "x_rows", "m"),
    )


def divisor() -> tuple[Item, ...]:
    """Return a node for `divisor` = max(0, n - correction) in binary64, rounded once (T3.var.2)."""
    return (Number("divisor", if_less(0.0, _LEFT, _LEFT, 0.0)),)
