"""Classes drawn at random by weight, with or without replacement (clause D3)."""

from typing import Any

from samebits.spec.families.drawing_graphs import sampled
from samebits.spec.families.draws import SOURCE
from samebits.spec.language.declare import Attribute, Op
from samebits.spec.language.graph import Branch, Equals, Graph, Join, Number, Ref, Size, Sizes, node
from samebits.spec.language.moves import Reshape, Slice
from samebits.spec.language.scalars import literal
from samebits.spec.language.taps import Positions

_SOURCE: dict[str, Any] = {"seed": Ref("seed"), "stream": Ref("stream")}

OP = Op(
    name="multinomial",
    op_class="graph",
    summary="class numbers, drawn with probabilities that follow from the weights",
    operands=("weights",),
    signatures=tuple(((f,), ("i64",)) for f in ("f32", "f16", "bf16", "f64")),
    shape_rule=sampled,
    clauses=("D1", "D2", "S3", "T6", "G1", "D3"),
    profile="nn",
    attributes=(
        Attribute("num_samples", "samples for each row", required=True, kind="integer", least=0),
        Attribute("replacement", "a class may be drawn again", False, choices=(False, True)),
        *SOURCE,
    ),
    graph=Graph(
        operands=("weights",),
        nodes=(
            node("w", "cast", "weights"),
            Branch(
                Equals("replacement", True),
                (
                    node("sums", "cumsum", "w", axis=-1),
                    Slice("total", "sums", -1, "C - 1", "C"),
                    node("u", "uniform", shape=Sizes("[*B, num_samples]"), **_SOURCE),
                    node("place", "mul", "u", "total"),
                    Reshape("each_place", "place", "[*B, num_samples, 1]"),
                    Reshape("each_sum", "sums", "[*B, 1, C]"),
                    node("is_behind", "le", "each_sum", "each_place", to="bool"),
                    node(
                        "behind", "count_nonzero", "is_behind",
                        to="i64", axes=(-1,), keepdims=False,
                    ),
                    Number("zero", literal(0.0)),
                    node("is_possible", "gt", "w", "zero", to="bool"),
                    # Class numbers are exact in f64.
                    Positions("numbers", "[C]"),
                    node("classes", "cast", "numbers", to="f64"),
                    Number("first", literal(0.0), to="f64"),
                    node("possible", "where", "is_possible", "classes", "first", to="f64"),
                    node("last", "max", "possible", to="f64", axes=(-1,), keepdims=True),
                    node("number", "cast", "behind", to="f64"),
                    node("within", "minimum", "number", "last", to="f64"),
                    node("found", "cast", "within", to="i64"),
                ),
                (Join("y", "found", "chosen"),),
                (
                    node("e", "exponential", shape=Sizes("[*B, C]"), **_SOURCE),
                    node("keys", "div", "w", "e"),
                    node(
                        ("", "chosen"), "topk", "keys",
                        to=("compute", "i64"), k=Size("num_samples"), axis=-1, largest=True,
                    ),
                ),
            ),
        ),
        results=("y",),
    ),
)  # fmt: skip
