"""Test declarations with moves and with a loop over the recurrent cell tanh(W x + b + U h + c)."""

from __future__ import annotations

import math

from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import shape_rule
from samebits.spec.language.graph import Carried, Graph, Loop, node
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice, Stack, Transpose


@shape_rule(
    ["[T, B, I]", "[B, H]", "[H, I]", "[H, H]", "[H]", "[H]"],
    "[T, B, H]",
    "[B, H]",
    example=[(3, 2, 4), (2, 5), (5, 4), (5, 5), (5,), (5,)],
    refusals=(),
)
def _rule(op, attributes, inputs):
    (t, b, _), (_, h) = inputs[:2]
    return (t, b, h), (b, h)


_WIDE = ("xc", "hc", "wc", "uc", "bc", "cc")
_OPERANDS = ("x", "h0", "w", "u", "b", "c")

RECURRENT = Op(
    name="example_recurrent",
    op_class="graph",
    summary="tanh(W x + b + U h + c) over time",
    operands=_OPERANDS,
    signatures=tuple(((f,) * 6, (f, f)) for f in ("f32", "bf16")),
    shape_rule=_rule,
    clauses=("G1",),
    profile="nn",
    results=("ys", "last"),
    graph=Graph(
        operands=_OPERANDS,
        nodes=(
            *(node(c, "cast", x) for c, x in zip(_WIDE, _OPERANDS, strict=True)),
            Loop(
                name="time",
                index="t",
                steps="T",
                carried=(Carried("h_last", "h", "hc", "h2"),),
                kept=(("hs", "h2"),),
                body=(
                    Slice("x1", "xc", 0, "t", "t + 1"),
                    Reshape("x2", "x1", "[B, I]"),
                    node("a", "linear", "x2", "wc", "bc"),
                    node("r", "linear", "h", "uc", "cc"),
                    node("s", "add", "a", "r"),
                    node("h2", "tanh", "s"),
                ),
            ),
            node("ys", "cast", "hs", to="output"),
            node("last", "cast", "h_last", to="output 1"),
        ),
        results=("ys", "last"),
    ),
)


@shape_rule(
    ["[B, *S, D]", "[D]"],
    "[2, *S, B, D]",
    example=[(2, 3, 4), (4,)],
    refusals=(),
)
def _turned(op, attributes, inputs):
    b, *s, d = inputs[0]
    return ((2, *s, b, d),)


ROTATED = Op(
    name="example_rotated",
    op_class="graph",
    summary="the halves of the last axis exchanged, one of them scaled; the scale beside it",
    operands=("x", "scale"),
    signatures=((("f32", "f32"), ("f32",)),),
    shape_rule=_turned,
    clauses=("G1",),
    profile="nn",
    graph=Graph(
        operands=("x", "scale"),
        nodes=(
            Slice("front", "x", -1, 0, "D//2"),
            Slice("back", "x", -1, "D//2", "D"),
            Slice("factors", "scale", 0, 0, "D//2"),
            node("scaled", "mul", "back", "factors"),
            Concatenate("turned", ("scaled", "front"), -1),
            Broadcast("beside", "scale", "[B, *S, D]"),
            Stack("both", ("turned", "beside"), 0),
            Transpose("y", "both", "[two, B, *S, D]", "[two, *S, B, D]"),
        ),
        results=("y",),
    ),
)

MOVED = Op(
    name="example_moved",
    op_class="graph",
    summary="moves alone: bits are kept",
    operands=("x",),
    signatures=tuple(((f,), (f,)) for f in ("f32", "bf16", "bool", "i64")),
    shape_rule=shape_rule(["[*S, D]"], "[?]", example=[(2, 3, 4)], refusals=())(
        lambda op, attributes, inputs: ((math.prod(inputs[0]),),)
    ),
    clauses=("G1",),
    profile="nn",
    graph=Graph(
        operands=("x",),
        nodes=(Transpose("t", "x", "[*S, D]", "[D, *S]"), Reshape("y", "t", "[?]")),
        results=("y",),
    ),
)
