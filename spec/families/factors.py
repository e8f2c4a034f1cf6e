"""Factors of matrices (clause G14): the QR factorisation by Householder reflections (1958).

The order of its steps follows LAPACK's geqr2 and org2r: one column after the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.language.attributes import Attribute
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, fitted, shape_rule
from samebits.spec.language.graph import Carried, Graph, Item, Loop, Number, node
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice
from samebits.spec.language.scalars import literal
from samebits.spec.language.taps import Positions

FORMATS = ("f64", "f32", "f16", "bf16")

COMPLETE = Attribute(
    "complete",
    "whether q is square; else K is min(M, N)",
    False,
    choices=(False, True),
)

_MATRIX = "[*B, M, N]"


def _matrices(attributes: Attributes, names: Names) -> Names:
    """Return the size G, the number of matrices."""
    return {"G": math.prod(names["B"])}


@shape_rule(
    [_MATRIX],
    "[*B, M, K]",
    "[*B, K, N]",
    example=[(2, 4, 3)],
    attributes={"complete": False},
    sizes={"L": "min(M, N)", "K": "complete*M + (1 - complete)*L"},
    refusals=(
        Refusal("G14.1", "an operand of rank 1", ((4,),)),
        Refusal("G14.1", "a matrix without rows", ((2, 0, 3),)),
        Refusal("G14.1", "a matrix without columns", ((2, 4, 0),)),
    ),
    derived=_matrices,
)
def factored(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take non-empty matrices along the last two axes; return the shapes of q and r."""
    (shape,) = inputs
    if len(shape) < 2 or 0 in shape[-2:]:
        raise SpecError(f"{op}: needs matrices with at least one row and column, got {shape}")
    names = fitted(op, attributes, inputs, [_MATRIX])
    columns = names["M"] if attributes["complete"] else min(names["M"], names["N"])
    return (*names["B"], names["M"], columns), (*names["B"], columns, names["N"])


def _reflected(rows: str, below: str, scale: str, mark: str) -> tuple[Item, ...]:
    """Return nodes for `reflected_..` = `rows` + v * (scale * (v contracted with rows)).

    The first element of v is 1, and `below` has its other elements.
    """
    return (
        Concatenate(f"v_{mark}", ("ones", below), 1),
        node(f"along_{mark}", "bmm", f"v_{mark}", rows, transpose_a=True),
        node(f"scaled_{mark}", "mul", scale, f"along_{mark}"),
        node(f"moved_{mark}", "mul", f"v_{mark}", f"scaled_{mark}"),
        node(f"reflected_{mark}", "add", rows, f"moved_{mark}"),
    )


_COLUMNS = Loop(
    name="columns",
    index="j",
    steps="L",
    carried=(Carried("worked", before="w", first="matrices", after="w_next"),),
    kept=(("scales", "scale"),),
    body=(
        Slice("done", "w", 1, 0, "j"),
        Slice("open", "w", 1, "j", "M"),
        Slice("left", "open", 2, 0, "j"),
        Slice("column", "open", 2, "j", "j + 1"),
        Slice("right", "open", 2, "j + 1", "N"),
        Slice("head", "column", 1, 0, 1),
        Slice("tail", "column", 1, 1, "M - j"),
        node("rest", "norm", "tail", axes=(1,), keepdims=True),
        node("flat", "eq", "rest", "zero", to="bool"),
        node("length", "norm", "column", axes=(1,), keepdims=True),
        node("minus_head", "neg", "head"),
        node("turned", "copysign", "length", "minus_head"),
        node("apart", "sub", "head", "turned"),
        node("below_one", "div", "tail", "apart"),
        node("part", "div", "apart", "turned"),
        node("below", "where", "flat", "zero", "below_one"),
        node("scale", "where", "flat", "zero", "part"),
        node("diagonal", "where", "flat", "head", "turned"),
        *_reflected("right", "below", "scale", "right"),
        Concatenate("column_next", ("diagonal", "below"), 1),
        Concatenate("open_next", ("left", "column_next", "reflected_right"), 2),
        Concatenate("w_next", ("done", "open_next"), 1),
    ),
)
"""The loop over columns that computes `worked`, which has r on and above its diagonal.

Below the diagonal, each column has the elements of its v after the leading 1.
"""

_REFLECTIONS = Loop(
    name="reflections",
    index="i",
    steps="L",
    carried=(Carried("q_worked", before="q_before", first="unit", after="q_next"),),
    kept=(),
    body=(
        Slice("above", "q_before", 1, 0, "L - 1 - i"),
        Slice("under", "q_before", 1, "L - 1 - i", "M"),
        Slice("worked_column", "worked", 2, "L - 1 - i", "L - i"),
        Slice("kept_below", "worked_column", 1, "L - i", "M"),
        Slice("kept_scales", "scales", 0, "L - 1 - i", "L - i"),
        Reshape("kept_scale", "kept_scales", "[G, 1, 1]"),
        *_reflected("under", "kept_below", "kept_scale", "under"),
        Concatenate("q_next", ("above", "reflected_under"), 1),
    ),
)

QR = Graph(
    operands=("a",),
    nodes=(
        node("c", "cast", "a"),
        Reshape("matrices", "c", "[G, M, N]"),
        Number("zero", literal(0.0)),
        Number("one", literal(1.0)),
        Broadcast("ones", "one", "[G, 1, 1]"),
        _COLUMNS,
        Positions("rows", "[M, 1]"),
        Positions("columns", "[1, K]"),
        node("same", "eq", "rows", "columns", to="bool"),
        node("of_unit", "where", "same", "one", "zero"),
        Broadcast("unit", "of_unit", "[G, M, K]"),
        _REFLECTIONS,
        Reshape("q_shaped", "q_worked", "[*B, M, K]"),
        node("q", "cast", "q_shaped", to="output"),
        Slice("upper", "worked", 1, 0, "K"),
        node("triangle", "triu", "upper"),
        Reshape("r_shaped", "triangle", "[*B, K, N]"),
        node("r", "cast", "r_shaped", to="output 1"),
    ),
    results=("q", "r"),
)
