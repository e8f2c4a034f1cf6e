"""Declarations that are not sound, each with the expected error message."""

from __future__ import annotations

from samebits.spec.language.attributes import Attribute
from samebits.spec.language.declare import Gradient, Op
from samebits.spec.language.geometry import shape_rule
from samebits.spec.language.graph import (
    Below,
    Branch,
    Carried,
    Computes,
    Equals,
    Given,
    Graph,
    Join,
    Loop,
    Number,
    Ref,
    Size,
    node,
)
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice, Stack, Transpose
from samebits.spec.language.rearrange import Rearrange
from samebits.spec.language.scalars import attribute, count, literal

SQUARE = shape_rule(["[N, D]", "[N, D]"], "[N, D]", example=[(3, 4), (3, 4)], refusals=())(
    lambda op, attributes, inputs: (inputs[0],)
)
"""A shape rule with two operands of rank 2; the result has the shape of the first operand."""


def op_of(*nodes, results=("y",), **fields):
    """Return an op with two operands a and b. The field `counts` can make b optional."""
    attributes = tuple(fields.pop("attributes", ()))
    formats = fields.pop("formats", (("f32", "f32"), ("bf16", "f32")))
    return Op(
        name="example",
        op_class="graph",
        summary="an example",
        operands=("a", "b"),
        signatures=tuple((formats[0][:n], ("f32",)) for n in fields.pop("counts", (2,))),
        shape_rule=fields.pop("rule", SQUARE),
        clauses=("G1",),
        profile="nn",
        attributes=attributes,
        graph=Graph(fields.pop("operands", ("a", "b")), nodes, results),
        **fields,
    )


ADD = node("y", "add", "a", "b")
FLAG = Attribute("flag", "a flag", False, choices=(False, True))
REAL = Attribute("scale", "a number", 2.0, kind="real")
AXIS = Attribute("axis", "an axis", -1, kind="axis")

OF_A = Gradient(operand="a", op="neg", inputs=("gradient of result",))


def loop(steps="N", after="t1", kept=(("ys", "t1"),), body=None):
    """Return a loop that adds b to a in every step."""
    return Loop(
        "again", "t", steps, (Carried("y", "t0", "a", after),), kept,
        body or (node("t1", "add", "t0", "b"),),
    )  # fmt: skip


REFUSED = {
    "assigned twice": (op_of(ADD, ADD), "example: node y: y is assigned twice"),
    "assigned to an operand": (
        op_of(node("a", "add", "a", "b"), results=("a",)),
        "example: node a: a is assigned twice",
    ),
    "not assigned": (
        op_of(node("y", "add", "a", "c")),
        "example: node y: c is not assigned before it",
    ),
    "assigned later": (
        op_of(node("y", "add", "a", "z"), node("z", "neg", "b")),
        "example: node y: z is not assigned before it",
    ),
    "unused node": (
        op_of(ADD, node("z", "neg", "y")),
        "example: node z: z is never used",
    ),
    "unused operand": (op_of(node("y", "neg", "a")), "example: operand b: b is never used"),
    "unused attribute": (
        op_of(ADD, attributes=[REAL]),
        "example: attribute scale: it is not read by a node",
    ),
    "named like an attribute": (
        op_of(Number("scale", attribute("scale")), node("y", "add", "a", "b"), attributes=[REAL]),
        "example: node scale: scale is the name of an attribute",
    ),
    "no such attribute": (
        op_of(node("s", "sum", "a", axes=Ref("axis"), keepdims=True), node("y", "add", "s", "b")),
        "example: node s: the op has no attribute 'axis'",
    ),
    "no such scalar": (
        op_of(Number("s", attribute("scale")), node("z", "mul", "a", "s"),
              node("y", "add", "z", "b")),
        "example: node s: a scalar names the attribute 'scale'",
    ),
    "no such size": (
        op_of(Number("s", count("q")), node("z", "mul", "a", "s"), node("y", "add", "z", "b")),
        "example: node s: a scalar names the count 'q'",
    ),
    "unknown op": (
        op_of(node("y", "ad", "a", "b")),
        "example: node y: unknown op 'ad'; did you mean pad or add or adam?",
    ),
    "another format": (
        op_of(node("y", "add", "a", "b", to="f16")),
        "example: node y: add: no signature ('f32', 'f32') -> ('f16',)",
    ),
    "a condition that is no bool": (
        op_of(node("y", "where", "a", "a", "b")),
        "example: node y: where: no signature ('f32', 'f32', 'f32')",
    ),
    "a comparison in the compute format": (
        op_of(node("c", "gt", "a", "b"), node("y", "where", "c", "a", "b")),
        "example: node c: gt: no signature ('f32', 'f32') -> ('f32',)",
    ),
    "unknown format": (
        op_of(node("y", "add", "a", "b", to="wide")),
        "example: node y: 'wide' is not a format",
    ),
    "no such result": (
        op_of(node("y", "add", "a", "b", to="output 1")),
        "example: node y: 'output 1': the call has only 1 results",
    ),
    "a result of another format": (
        op_of(node("z", "add", "a", "b"), node("y", "cast", "z", to="f16")),
        "example: result y: it is f16 in the graph, but f32 in example[f32]",
    ),
    "too many names": (
        op_of(node(("y", "z"), "add", "a", "b"), node("w", "add", "y", "z"), results=("w",)),
        "example: node y: add has 1 results, but the node has 2",
    ),
    "an attribute that the op lacks": (
        op_of(node("y", "add", "a", "b", axis=1)),
        "example: node y: add: unknown attribute 'axis'",
    ),
    "shapes that do not go together": (
        op_of(node("s", "sum", "a", axes=(1,), keepdims=False), node("y", "add", "s", "b")),
        "example: node y: operands of shapes (3,) and (3, 4) cannot be broadcast to one shape",
    ),
    "a result of another shape": (
        op_of(node("z", "add", "a", "b"), node("y", "sum", "z", axes=(1,), keepdims=True)),
        "example: result y: its shape is (3, 1), not (3, 4)",
    ),
    "an axis out of range": (
        op_of(node("s", "sum", "a", axes=(2,), keepdims=True), node("y", "add", "s", "b")),
        "example: node s: sum: axis 2 is out of range",
    ),
    "a product of other sizes": (
        op_of(node("y", "matmul", "a", "b")),
        "example: node y: matmul: inner or batch sizes differ",
    ),
    "a reshape to another size": (
        op_of(Reshape("r", "a", "[N, N]"), node("y", "add", "r", "b")),
        "example: node r: (3, 4) has 12 elements, but (3, 3) has 9",
    ),
    "a broadcast of another size": (
        op_of(Broadcast("r", "a", "[D, D]"), node("y", "add", "r", "b")),
        "example: node r: shape (3, 4) cannot be broadcast to (4, 4)",
    ),
    "a slice beyond the axis": (
        op_of(Slice("r", "a", 1, 0, "D + 1"), node("y", "add", "r", "b")),
        "example: node r: 0 to 5 is out of bounds for axis 1 of (3, 4)",
    ),
    "a formula with an unknown name": (
        op_of(Slice("r", "a", 1, 0, "K"), node("y", "add", "r", "b")),
        "example: node r: 'K' names 'K'; known: D, N",
    ),
    "a formula that is none": (
        op_of(Slice("r", "a", 1, 0, "D +"), node("y", "add", "r", "b")),
        "example: node r: 'D +' has no value",
    ),
    "pieces that differ": (
        op_of(Concatenate("r", ("a", "b"), 0), node("y", "add", "r", "b")),
        "example: node y: operands of shapes (6, 4) and (3, 4)",
    ),
    "a stack of two shapes": (
        op_of(Slice("r", "a", 0, 0, 1), Stack("s", ("r", "b"), 0), Reshape("y", "s", "[?]")),
        "example: node s: its inputs have different shapes: [(1, 4), (3, 4)]",
    ),
    "a transposition of another rank": (
        op_of(Transpose("r", "a", "[N, D, K]", "[K, N, D]"), node("y", "add", "r", "b")),
        "example: node r: the shape (3, 4) does not fit the pattern [N, D, K]",
    ),
    "a letter without a size": (
        op_of(Rearrange("r", "a", ("ij", "k"), ("i", "j", "k")), node("y", "add", "r", "b")),
        "example: node r: the size of 'i' is not known",
    ),
    "no operand": (
        op_of(node("u", "add"), ADD),
        "example: node u: u is never used",
    ),
    "an op without an operand": (
        op_of(node("u", "add"), node("z", "add", "a", "u"), node("y", "add", "z", "b")),
        "example: node u: add needs operands; only an op of class draw has none",
    ),
    "an operand that may be left out": (
        op_of(node("y", "add", "a", "b"), counts=(1, 2), optional_from=1),
        "example: node y: the call example[f32] has no value b",
    ),
    "a branch on a required operand": (
        op_of(Branch(Given("b"), (ADD,), (Join("r", "y", "a"),)), results=("r",)),
        "example: branch on b: it is not an optional operand",
    ),
    "a branch on no attribute": (
        op_of(Branch(Equals("flag", True), (ADD,), (Join("r", "y", "a"),)), results=("r",)),
        "example: branch on flag: the op has no attribute of this name",
    ),
    "a branch on no value": (
        op_of(
            Branch(Equals("flag", 3), (ADD,), (Join("r", "y", "a"),)),
            results=("r",), attributes=[FLAG],
        ),
        "example: flag=3 is not one of (False, True)",
    ),
    "a branch that nobody sees": (
        op_of(Branch(Equals("flag", True), (node("z", "neg", "a"),), ()), ADD, attributes=[FLAG]),
        "example: branch on flag: it has no joins, so its values are never used",
    ),
    "a branch that is the same": (
        op_of(Branch(Equals("flag", True), (), (Join("r", "a", "a"),)),
              node("y", "add", "r", "b"), attributes=[FLAG]),
        "example: branch on flag: r is a in both cases",
    ),
    "a value of a branch used outside": (
        op_of(Branch(Equals("flag", True), (node("z", "neg", "a"),), (Join("r", "z", "a"),)),
              node("w", "add", "r", "z"), node("y", "add", "w", "b"), attributes=[FLAG]),
        "example: node w: z is not assigned before it",
    ),
    "a branch that is never taken": (
        op_of(Branch(Below(literal(1.0), literal(0.0)), (node("z", "neg", "a"),),
                     (Join("r", "z", "a"),)), node("y", "add", "r", "b")),
        "example: branch on 1 < 0: its condition never holds",
    ),
    "a branch on no compute format": (
        op_of(Branch(Computes("f16"), (ADD,), (Join("r", "y", "a"),)), results=("r",)),
        "example: branch on f16: it is not a compute format; known: f32, f64",
    ),
    "a branch on a compute format that no signature has": (
        op_of(Branch(Computes("f64"), (node("z", "neg", "a"),), (Join("r", "z", "a"),)),
              node("y", "add", "r", "b")),
        "example: branch on f64: its condition never holds",
    ),
    "an arm that is ill-typed": (
        op_of(Branch(Equals("flag", True), (node("z", "gt", "a", "b", to="bool"),),
                     (Join("r", "z", "a"),)), node("y", "add", "r", "b"), attributes=[FLAG]),
        "example: node y: add: no signature ('bool', 'f32')",
    ),
    "a loop that nobody sees": (
        op_of(Loop("again", "t", "N", (), (), (node("z", "neg", "a"),)), ADD),
        "example: loop again: it returns no value; give it `carried` or `kept`",
    ),
    "a loop whose index is a value": (
        op_of(Loop("again", "a", "N", (), (("ys", "z"),), (node("z", "neg", "a"),)), ADD),
        "example: loop again: the index name a is already used",
    ),
    "a loop of no step": (
        op_of(loop(steps="N - N", kept=()), results=("y",)),
        "example: node again: N - N is 0; a loop must have at least one step",
    ),
    "a loop that changes a shape": (
        op_of(loop(kept=(), after="t2", body=(
            node("t1", "add", "t0", "b"), node("t2", "sum", "t1", axes=(0,), keepdims=True)))),
        "example: loop again: a has the shape (3, 4), but t2[0] has the shape (1, 4)",
    ),
    "a loop that changes a format": (
        op_of(loop(kept=(), body=(node("t1", "gt", "t0", "b", to="bool"),))),
        "example: node again: a is f32, t1[0] is bool",
    ),
    "a value of a loop used outside": (
        op_of(loop(kept=()), node("z", "add", "y", "t1"), results=("z",)),
        "example: node z: t1 is not assigned before it",
    ),
    "a value of the loop that is not used": (
        op_of(loop(), results=("y",)),
        "example: loop again: ys is never used",
    ),
    "a number that is no integer": (
        op_of(Number("s", literal(0.5), to="i64"), node("i", "cast", "s"),
              node("z", "add", "a", "i"), node("y", "add", "z", "b")),
        "example: node s: 0.5 is not an integer of at most 2^53",
    ),
    "a number that is no bool": (
        op_of(Number("s", literal(2.0), to="bool"), node("y", "where", "s", "a", "b")),
        "example: node s: 2.0 is not a number of the format bool",
    ),
    "a size as an attribute that is out of range": (
        op_of(node(("z", "i"), "topk", "a", to=("compute", "i64"), k=Size("D + 1"), axis=1), ADD,
              results=("y",)),
        "example: node z: z is never used",
    ),
    "more results than the op": (
        op_of(ADD, results=("y", "a")), "example: it has 1 results, but its graph has 2",
    ),
    "other operands than the op": (
        op_of(ADD, operands=("b", "a")),
        "example: its operands are ('a', 'b'), but the operands of its graph ('b', 'a')",
    ),
    "one result twice": (
        op_of(ADD, results=("y", "y")), "example: it has 1 results, but its graph has 2",
    ),
    "state of no operand": (
        op_of(ADD, state=(("c", "result"),)),
        "example: state c: the op has no operand of this name",
    ),
    "state of no result": (
        op_of(ADD, state=(("a", "a2"),)), "example: state a2: the op has no result of this name",
    ),
    "state twice": (
        op_of(ADD, state=(("a", "result"), ("b", "result"))),
        "example: state result: it is listed twice",
    ),
    "state of another format": (
        op_of(node("w", "cast", "a"), node("y", "add", "w", "b"),
              formats=(("bf16", "f32"),), state=(("a", "result"),)),
        "example: state a: it is bf16[3, 4], but result is f32[3, 4]",
    ),
    "a gradient of no operand": (
        op_of(ADD, gradients=(Gradient(operand="c", op="neg", inputs=("a",)),)),
        "example: gradient of c: the op has no operand of this name",
    ),
    "a gradient by no op": (
        op_of(ADD, gradients=(Gradient(operand="a", op="negg", inputs=("a",)),)),
        "example: gradient of a: unknown op 'negg'",
    ),
    "two gradients": (
        op_of(ADD, gradients=(OF_A, OF_A)),
        "example: gradient of a: it is declared twice",
    ),
    "a gradient of something unknown": (
        op_of(ADD, gradients=(Gradient(operand="a", op="neg", inputs=("gradient of z",)),)),
        "example: gradient of a: 'gradient of z' is not an operand, a result",
    ),
    "a gradient of too few operands": (
        op_of(ADD, gradients=(Gradient(operand="a", op="mul", inputs=("a",)),)),
        "example: gradient of a: mul has no signature ('f32',) -> f32",
    ),
    "a gradient of another shape": (
        op_of(ADD, gradients=(Gradient(operand="a", op="sum", inputs=("a",),
                                       attributes={"axes": (0,)}),)),
        "example: gradient of a: sum returns the shape (4,), not (3, 4)",
    ),
    "a gradient that is no result": (
        op_of(ADD, gradients=(Gradient(operand="a", op="neg", inputs=("a",), result="z"),)),
        "example: gradient of a: neg has no result 'z'",
    ),
}  # fmt: skip
