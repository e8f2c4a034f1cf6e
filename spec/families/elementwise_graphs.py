"""Declarations of elementwise graphs (clause G9): their operands widened, one rounding at the end.

A host scalar among them is a `Number` of the compute format (R4.5).
"""

from __future__ import annotations

from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Constraint, Op, same_format
from samebits.spec.language.gradients import OF, Gradient
from samebits.spec.language.graph import Graph, Item, Node, Number, node
from samebits.spec.language.scalars import literal
from samebits.spec.language.shapes import elementwise

FORMATS = ("f32", "f16", "bf16", "f64")
"""Those of elementwise graphs."""

OUTGOING = OF + "result"
"""The gradient of the one result of an op, as links name it."""


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
    """An elementwise op of class graph on operands of one format, whose result has it too.

    In `items` an operand `x` is `x_wide`, x in the compute format; the value `last` is the result
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
    """The nodes that convert operands to the compute format, `x` to `x_wide`."""
    return tuple(node(f"{x}_wide", "cast", x) for x in operands)


def host_scalar(name: str, doc: str, default: float = 1.0) -> Attribute:
    """A number of the calling program, infinite ones too, rounded once to the compute format."""
    return Attribute(name, doc, default, kind="real")


def as_it_is(operand: str) -> Gradient:
    """The link of an operand whose gradient is that of the result, bit for bit."""
    return Gradient(operand=operand, op="cast", inputs=(OUTGOING,))


def extreme_gradient(name: str, worse: str) -> Op:
    """The gradient of x, +0 where `worse`(x, other) holds, and half of it where they are equal."""
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
