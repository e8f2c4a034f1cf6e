"""Declarations of elementwise graphs (clause G9).

Operands are converted to the compute format, and the result is rounded once at the end. A host
scalar in an elementwise graph is a `Number` of the compute format (R4.5).
"""

from __future__ import annotations

from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Constraint, Op, same_format
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Graph, Item, Node, Number, node
from samebits.spec.language.scalars import literal
from samebits.spec.language.shapes import elementwise

FORMATS = ("f32", "f16", "bf16", "f64")
"""The formats of elementwise graphs."""

OUTGOING = OF + "result"
"""The name of the gradient of an op's only result, for gradient declarations."""


def elementwise_graph(
    name: str,
    summary: str,
    operands: tuple[str, ...],
    *items: Item,
    attributes: tuple[Attribute, ...] = (),
    formats: tuple[str, ...] = FORMATS,
    clauses: tuple[str, ...] = (),
    constraints: tuple[Constraint, ...] = (),
    gradients: tuple[Gradient, ...] = (),
) -> Op:
    """Return an elementwise op of class graph whose operands and result have the same format.

    In `items`, `x_wide` is the operand `x` in the compute format. The value `last` is the result
    before its rounding.
    """
    nodes = (*widened(*operands), *items, node("y", "cast", "last", to="output"))
    return Op(
        name=name,
        op_class="graph",
        summary=summary,
        operands=operands,
        signatures=same_format(len(operands), *formats),
        shape_rule=elementwise,
        clauses=("R4", "S1", "G1", *clauses, "G9"),
        profile="nn",
        attributes=attributes,
        graph=Graph(operands=operands, nodes=nodes, results=("y",)),
        constraints=constraints,
        gradients=gradients,
    )


def widened(*operands: str) -> tuple[Node, ...]:
    """Return the nodes that convert operands to the compute format; `x` becomes `x_wide`."""
    return tuple(node(f"{x}_wide", "cast", x) for x in operands)


def host_scalar(name: str, doc: str, default: float = 1.0) -> Attribute:
    """Return an attribute for a real number, which may be infinite.

    It is rounded once to the compute format.
    """
    return Attribute(name, doc, default, kind="real")


def as_it_is(operand: str) -> Gradient:
    """Return the declaration of a gradient that equals the result's gradient, bit for bit."""
    return Gradient(operand=operand, op="cast", inputs=(OUTGOING,))


def extreme_gradient(name: str, worse: str) -> Op:
    """Return the op for the gradient of x in a maximum or minimum.

    It is +0 if `worse`(x, other) is true, half of `gradient` for equal values, and otherwise
    `gradient`.
    """
    words = {"lt": "x < other", "gt": "x > other"}[worse]
    return elementwise_graph(
        name,
        f"+0 where {words}, gradient / 2 where x = other, else gradient",
        ("gradient", "x", "other"),
        Number("half", literal(0.5)),
        node("halved", "mul", "gradient_wide", "half"),
        node("is_tie", "eq", "x_wide", "other_wide", to="bool"),
        node("shared", "where", "is_tie", "halved", "gradient_wide"),
        node("is_worse", worse, "x_wide", "other_wide", to="bool"),
        Number("nothing", literal(0.0)),
        node("last", "where", "is_worse", "nothing", "shared"),
        clauses=("S3",),
    )
