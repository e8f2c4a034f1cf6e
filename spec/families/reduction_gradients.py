"""Gradients of reductions over axes (clause G12): shape rules and declarations.

A graph works on rows of the operand: a row has the terms of one result. The graph then restores the
shape of the operand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from samebits.spec.errors import SpecError
from samebits.spec.families.reductions import AXES
from samebits.spec.formats import FLOAT_FORMATS
from samebits.spec.language.declare import Attribute, Op, Signature
from samebits.spec.language.geometry import Attributes, Names, Refusal, Shape, fitted, shape_rule
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Graph, Item, Passed, Ref, Sizes, node
from samebits.spec.language.row_moves import Column, FromRows, Rows
from samebits.spec.language.shapes import AXES_REFUSED, REDUCED, normalize_axes, reduction

SHAPE = Attribute(
    "shape",
    "shape of the operand of the reduction, and so of the result",
    required=True,
    kind="integers",
    least=0,
    length="rank",
)
"""The attribute for the shape of the operand, in a gradient op that does not read the operand."""

_MOST_AXES = 64
"""The maximal rank of a NumPy array. Axes that need a higher rank are always an error."""

_X: Shape = (2, 3, 4)
_Y: Shape = (2, 4)
_OTHER = "a gradient of another shape than the result"


def _terms(attributes: Attributes, names: Names) -> Names:
    """Return the number `m` of results, and the number `n` of terms of each result."""
    full = names.get("S", attributes.get("shape"))
    assert isinstance(full, tuple)
    axes = normalize_axes("a reduction", attributes["axes"], len(full))
    n = math.prod(full[axis] for axis in axes)
    return {"m": math.prod(s for axis, s in enumerate(full) if axis not in axes), "n": n}


def _checked(op: str, attributes: Attributes, full: Shape, given: Sequence[Shape]) -> None:
    """Raise SpecError unless each shape in `given` is the shape of the reduction."""
    (wanted,) = reduction(op, attributes, [full])
    for shape in given:
        if tuple(shape) != wanted:
            raise SpecError(f"{op}: a reduction of {full} must have shape {wanted}, got {shape}")


def _fit_shape(attributes: Attributes, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    full = attributes.get("shape", _X)
    assert isinstance(full, tuple)
    return reduction("the example", attributes, [full])


def _fit_operand(attributes: Attributes, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return the shapes of the example for any attributes, with more axes if `axes` needs them."""
    full = shapes[1]
    for more in range(_MOST_AXES - len(full) + 1):
        deeper = (*full, *(2,) * more)
        try:
            reduced = reduction("the example", attributes, [deeper])
        except SpecError:
            continue
        return (*reduced, deeper, *reduced)[: len(shapes)]
    reduced = reduction("the example", attributes, [full])  # raises SpecError with the reason
    return (*reduced, full, *reduced)[: len(shapes)]


@shape_rule(
    ["[*R]"],
    "[*shape]",
    example=[_Y],
    attributes={**REDUCED, "shape": _X},
    refusals=(
        *AXES_REFUSED,
        Refusal("G12.1", _OTHER, ((2, 3),)),
        Refusal("G12.1", "a shape of another rank", attributes={"shape": (2, 3)}),
    ),
    fitted=_fit_shape,
    derived=_terms,
)
def of_shape(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the gradient of the result; the attribute `shape` is the shape of the operand."""
    full = attributes["shape"]
    assert isinstance(full, tuple)
    _checked(op, attributes, full, inputs)
    return (full,)


@shape_rule(
    ["[*R]", "[*S]"],
    "[*S]",
    example=[_Y, _X],
    attributes=REDUCED,
    refusals=(*AXES_REFUSED, Refusal("G12.1", _OTHER, ((2, 3), _X))),
    fitted=_fit_operand,
    derived=_terms,
)
def of_operand(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the gradient of the result, and x."""
    fitted(op, attributes, inputs, of_operand.operands)
    _checked(op, attributes, tuple(inputs[1]), inputs[:1])
    return (tuple(inputs[1]),)


@shape_rule(
    ["[*R]", "[*S]", "[*R]"],
    "[*S]",
    example=[_Y, _X, _Y],
    attributes=REDUCED,
    refusals=(
        *AXES_REFUSED,
        Refusal("G12.1", _OTHER, ((2, 3), _X, _Y)),
        Refusal("G12.1", "a result of another shape", (_Y, _X, (2, 3))),
    ),
    fitted=_fit_operand,
    derived=_terms,
)
def of_result(op: str, attributes: Attributes, inputs: Sequence[Shape]) -> tuple[Shape, ...]:
    """Take the gradient of the result, x, and the result."""
    _checked(op, attributes, tuple(inputs[1]), (inputs[0], inputs[2]))
    return (tuple(inputs[1]),)


SHAPE_RULES = (of_shape, of_operand, of_result)
"""The shape rules of all gradients of reductions."""

_OPERANDS = {of_shape: 1, of_operand: 2, of_result: 3}
_NAMES = ("gradient", "x", "result")


def gradient_op(
    name: str,
    summary: str,
    rule: object,
    *items: Item,
    attributes: tuple[Attribute, ...] = (),
    formats: tuple[str, ...] = FLOAT_FORMATS,
    clauses: tuple[str, ...] = (),
) -> Op:
    """Return a gradient op. The value `last` of its `items` has rows in the compute format.

    `last` may also be a column, if all values of a row are equal. In `items`, `g` is the gradient,
    `x_rows` is the operand and `y` is the result, all in the compute format. g and y are columns.
    """
    shape_rule_of = next(each for each in _OPERANDS if each is rule)
    count = _OPERANDS[shape_rule_of]
    full = "[*shape]" if count == 1 else "[*S]"
    given: tuple[Item, ...] = (node("gc", "cast", "gradient"), Column("g", "gc", full))
    if count > 1:
        given += (node("xc", "cast", "x"), Rows("x_rows", "xc"))
    if count > 2:
        given += (node("yc", "cast", "result"), Column("y", "yc", full))
    nodes = (*given, *items, FromRows("whole", "last", full), node("dx", "cast", "whole",
             to="output"))  # fmt: skip
    signatures: tuple[Signature, ...] = tuple(((f,) * count, (f,)) for f in formats)
    return Op(
        name=name,
        op_class="graph",
        summary=summary,
        operands=_NAMES[:count],
        signatures=signatures,
        shape_rule=shape_rule_of,
        clauses=("R4", "S1", "T2", "G1", *clauses, "G12"),
        profile="nn",
        attributes=(*AXES, *((SHAPE,) if count == 1 else ()), *attributes),
        graph=Graph(operands=_NAMES[:count], nodes=nodes, results=("dx",)),
    )


def link(op: str, *read: str, **more: Passed) -> tuple[Gradient, ...]:
    """Return the declaration of the gradient of a reduction of x.

    `read` names the forward values that the gradient op reads: x, or x and the result. It may be
    empty.
    """
    attributes = {"axes": Ref("axes"), "keepdims": Ref("keepdims"), **more}
    if not read:
        attributes["shape"] = Sizes("[*S]")
    inputs = (f"{OF}result", *read)
    return (Gradient(operand="x", op=op, inputs=inputs, attributes=attributes),)
