"""Orthogonal initial weights (clause D3): the factor q of a matrix of normal numbers.

The op does the same as orthogonal_ in torch.nn.init.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from samebits.spec.errors import SpecError
from samebits.spec.families.draws import MOST_ELEMENTS, SOURCE, SOURCE_EXAMPLE
from samebits.spec.families.initial_values import nodes_format
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.call import Call
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, shape_rule
from samebits.spec.language.graph import Graph, Item, Number, Ref, Sizes, node
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice, Transpose
from samebits.spec.language.scalars import attribute, literal

ATTRIBUTES = (
    Attribute(
        "shape", "shape of the result", required=True, kind="integers", length="any", least=0
    ),
    *SOURCE,
    Attribute("gain", "factor of the weights", 1.0, kind="real"),
)


def _sizes(attributes: Attributes, names: Names) -> Names:
    """Return R and C, the rows and columns of the weights, L = max(R, C) and K = min(R, C)."""
    shape: Any = attributes["shape"]
    sides = shape[0], math.prod(shape[1:])
    return {"R": sides[0], "C": sides[1], "L": max(sides), "K": min(sides)}


@shape_rule(
    [],
    "[*shape]",
    example=[],
    attributes={"shape": (3, 2, 2), **SOURCE_EXAMPLE},
    refusals=(
        Refusal("D3.9", "weights of rank 1", attributes={"shape": (3,)}),
        Refusal("D3.9", "no weights", attributes={"shape": (3, 0)}),
        Refusal("D3.9", "more than 2^65 elements", attributes={"shape": ((1 << 33) + 1, 1 << 32)}),
    ),
    derived=_sizes,
)
def orthogonal(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take no operand; the weights have at least two axes, outputs first, and no empty axis."""
    shape: Any = attributes["shape"]
    if len(shape) < 2 or 0 in shape:
        raise SpecError(f"{op}: weights need at least two axes, all of size 1 or more, got {shape}")
    if math.prod(shape) > MOST_ELEMENTS:
        raise SpecError(f"{op}: weights of shape {shape} have more than 2^65 elements")
    return (shape,)


def graph(call: Call, sizes: Names) -> Graph:
    """Return the graph of a call.

    If the matrix has more columns than rows, it is transposed before the factorisation, and q is
    transposed back. If the elements of r [K, K] are laid out in rows of length K + 1, the first
    column is the diagonal of r.
    """
    wide, form = sizes["R"] < sizes["C"], nodes_format(call)
    items: tuple[Item, ...] = (
        node(
            "z",
            "normal",
            to=form,
            shape=Sizes("[R, C]"),
            **{each.name: Ref(each.name) for each in SOURCE},
        ),
        *((Transpose("tall", "z", "[R, C]", "[C, R]"),) if wide else ()),
        node(("q", "r"), "qr", "tall" if wide else "z", to=(form, form), complete=False),
        Number("zero", literal(0.0), to=form),
        Reshape("row", "r", "[K*K]"),
        Broadcast("behind", "zero", "[K]"),
        Concatenate("longer", ("row", "behind"), 0),
        Reshape("skewed", "longer", "[K, K + 1]"),
        Slice("first_column", "skewed", 1, 0, 1),
        Reshape("diagonal", "first_column", "[1, K]"),
        node("signs", "sign", "diagonal", to=form),
        node("even", "mul", "q", "signs", to=form),
        *((Transpose("turned", "even", "[L, K]", "[K, L]"),) if wide else ()),
        Reshape("shaped", "turned" if wide else "even", "[*shape]"),
        Number("factor", attribute("gain"), to=form),
        node("value", "mul", "shaped", "factor", to=form),
        node("y", "cast", "value", to="output"),
    )
    return Graph((), items, ("y",))
