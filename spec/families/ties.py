"""Nodes that share a gradient evenly among equal extremes (clauses G6, G12)."""

from __future__ import annotations

from samebits.spec.language.graph import Item, node


def shared(name: str, values: str, extreme: str, zero: str) -> tuple[Item, ...]:
    """Return nodes for `name`: g / k at the k positions of a row with its extreme, else +0."""
    return (
        node("is_it", "eq", values, extreme, to="bool"),
        node("ties", "sum", "is_it", to="i64", axes=(1,), keepdims=True),
        node("ties_c", "cast", "ties"),
        node("even", "div", "g", "ties_c"),
        node(name, "where", "is_it", "even", zero),
    )
