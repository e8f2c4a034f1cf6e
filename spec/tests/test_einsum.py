"""Tests of the graph of an equation: its nodes, formats and errors (clauses T4, G1)."""

import numpy as np
import pytest

from samebits.oracles import evaluate
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.graph_walk import node_calls
from samebits.spec.language.rearrange import Rearrange

SIZES = dict(zip("abcijklmn", (1, 2, 3, 2, 3, 4, 5, 2, 6), strict=True))
EQUATIONS = [
    "ij->ji", "ii->i", "ii->", "iijj->ij", "iji->j", "ij->", "ij->j", "i,j->ij", "ij,jk->ik",
    "bij,bjk->bik", "ij,ij->ij", "ij,ij->", "ijk,jil->kl", "iij,jk->ik", "ij,jk,kl->il",
    "ij,ik,il->jkl", "ij,k,jl->il", "aij,jk,ak->ai", "i,i,i->", ",->", "->", "ab,bc->", "a,i->ia",
]  # fmt: skip


def call_of(equation, result="f32", name="f32"):
    count = equation.count(",") + 1
    return get_op("einsum").call([name] * count, [result], equation=equation)


def nodes(call):
    graph = get_op("einsum").graph_of(call)
    return [(item.op, inner.inputs, inner.outputs) for item, inner in node_calls(graph, call)]


@pytest.mark.parametrize("equation", EQUATIONS)
def test_T4_an_equation_has_the_value_that_numpy_gives_it(equation):
    """The operands are small integers, so sums are exact in every order."""
    rng = np.random.default_rng(1)
    letters = equation.split("->")[0].split(",")
    operands = [
        np.asarray(rng.integers(-3, 4, [SIZES[x] for x in part]), np.float32) for part in letters
    ]
    (got,) = evaluate(call_of(equation), operands)
    wanted = np.einsum(equation, *operands)
    assert got.shape == wanted.shape
    assert np.array_equal(got, wanted)


def test_T1_letters_of_one_operand_are_summed_before_the_product():
    x, y = np.array([[2.0**24, 1, -(2.0**24)]], np.float32), np.ones(2, np.float32)
    assert evaluate(call_of("ik,j->ij"), [x, y])[0].tolist() == [[0, 0]]
    assert [op for op, _, _ in nodes(call_of("ik,j->ij"))] == ["sum", "bmm"]


def test_T4_products_go_from_left_to_right():
    names = [item.name for item in get_op("einsum").graph_of(call_of("ij,jk,kl->il")).op_nodes()]
    assert names == ["ab", "abc"]


def test_R4_products_stay_in_the_compute_format_and_the_result_is_rounded_once():
    assert nodes(call_of("ij,jk->ik", "bf16", "bf16")) == [("bmm", ("bf16", "bf16"), ("bf16",))]
    three = nodes(call_of("ij,jk,kl->il", "f16", "f16"))
    assert three == [
        ("bmm", ("f16", "f16"), ("f32",)),
        ("cast", ("f16",), ("f32",)),
        ("bmm", ("f32", "f32"), ("f32",)),
        ("cast", ("f32",), ("f16",)),
    ]
    assert [op for op, _, _ in nodes(call_of("ij->i", "f8e5m2", "f8e5m2"))] == [
        "cast",
        "sum",
        "cast",
    ]


def test_S2_an_equation_that_only_moves_keeps_payloads():
    payload = from_bits(np.array([[0x7FA00001, 0xFFC12345]], np.uint32), "f32")
    (moved,) = evaluate(call_of("ij->ji"), [payload])
    assert bits_of(moved).tolist() == [[0x7FA00001], [0xFFC12345]]
    (product,) = evaluate(call_of("i,ij->ij"), [np.ones(1, np.float32), payload])
    assert bits_of(product).tolist() == [[0x7FC00000] * 2]


@pytest.mark.parametrize(
    ("equation", "shapes", "message"),
    [
        ("ij,jk", [(2, 3), (3, 4)], "must have one '->'"),
        ("ij,jk->ik->i", [(2, 3), (3, 4)], "must have one '->'"),
        ("ij->i", [(2, 3), (3, 4)], "is for 1 operands, but 2 are given"),
        ("i1,jk->ik", [(2, 3), (3, 4)], "has '1'; indices are letters"),
        ("...j,jk->k", [(2, 3), (3, 4)], r"has '\.'; indices are letters"),
        ("i j,jk->ik", [(2, 3), (3, 4)], "has ' '; indices are letters"),
        ("ij,jk->ii", [(2, 3), (3, 4)], "has the index 'i' twice in the result"),
        ("ij,jk->il", [(2, 3), (3, 4)], "has 'l' in the result, but in no operand"),
        ("ij,jk->ik", [(2, 3), (4, 5)], "index 'j' .* has sizes 3 and 4 in shapes"),
        ("ij,jk->ik", [(2, 3), (3,)], r"'jk' in .* needs 2 axes, got shape \(3,\)"),
    ],
)
def test_a_malformed_equation_and_sizes_that_differ_are_named(equation, shapes, message):
    call = get_op("einsum").call(["f32"] * 2, ["f32"], equation=equation)
    with pytest.raises(SpecError, match=f"einsum: .*{message}"):
        get_op("einsum").output_shapes(call, shapes)


def test_an_equation_is_required():
    with pytest.raises(SpecError, match="'equation' is required"):
        get_op("einsum").call(["f32"])


def test_moves_take_every_format_views_and_empty_axes():
    for name in ("f8e4m3fn", "bf16", "f64"):
        x = from_bits(np.arange(36).reshape(3, 3, 4), name)[::-1, :, ::2]
        sizes = {}
        diagonal = Rearrange("d", "x", ("i", "i", "j"), ("ji", "")).apply(x, sizes)
        assert sizes == {"i": 3, "j": 2}
        wanted = bits_of(np.stack([x[i, i] for i in range(3)], axis=1)).reshape(6, 1)
        assert np.array_equal(bits_of(diagonal), wanted)
    empty = Rearrange("e", "x", ("ab", "c"), ("c", "a", "b"))
    assert empty.apply(np.zeros((0, 2), np.float32), {"a": 0, "b": 5}).shape == (2, 0, 5)
    with pytest.raises(SpecError, match="cannot become"):
        Rearrange("e", "x", ("a", "b"), ("a",))
