"""Tests of the steps of a graph for one call: formats, moves, numbers, branches, loops."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.graph_walk import graph_results, node_calls, run_graph, steps_of
from samebits.spec.language.graph import Graph, Number
from samebits.spec.language.graph_steps import unfold, walk
from samebits.spec.language.graph_text import graph_lines
from samebits.spec.language.moves import Broadcast, Concatenate, Reshape, Slice, Stack, Transpose
from samebits.spec.language.scalars import literal
from samebits.spec.language.scope import Scope
from samebits.spec.language.shapes import matmul
from samebits.spec.tests.graphs import adamw, layer_norm, masked, nested, recurrent
from samebits.spec.tests.graphs.cases import OPS
from samebits.spec.tests.graphs.declared import declared


@pytest.fixture(autouse=True)
def _declared():
    with declared(*OPS):
        yield


def names(op, call, shapes=None):
    return [item.name for item, _ in node_calls(op.graph, call, shapes)]


def test_G1_7_nodes_of_an_operand_that_is_left_out_are_absent():
    op = layer_norm.OP
    outputs = ["f32"] * 3
    plain = names(op, op.call(["f32"], outputs))
    weighted = names(op, op.call(["f32"] * 2, outputs))
    both = names(op, op.call(["f32"] * 3, outputs))
    assert [n for n in weighted if n not in plain] == ["wc", "hw"]
    assert [n for n in both if n not in weighted] == ["bc", "hb"]


def test_G1_4_a_flag_and_a_comparison_of_scalars_choose_nodes():
    op = adamw.OP
    few = names(op, op.call(["f32"] * 4))
    assert "gn" not in few
    assert "near" in few
    many = names(op, op.call(["f32"] * 4, maximize=True, beta1=0.25))
    assert "gn" in many
    assert "far" in many


def test_G1_7_a_result_is_absent_with_the_operand_that_it_follows():
    op = adamw.OP
    inputs = [np.ones((2, 2), np.float32)] * 4

    def run(call, operands):
        shapes = get_op(call.op).output_shapes(call, [x.shape for x in operands])
        return [np.zeros(s, np.float32) for s in shapes]

    assert len(graph_results(op.graph, op.call(["f32"] * 4), inputs, run)) == 3
    assert len(graph_results(op.graph, op.call(["f32"] * 5), [*inputs, inputs[0]], run)) == 4


def test_G1_9_a_loop_has_the_steps_that_a_size_gives_it_in_order():
    op = recurrent.RECURRENT
    shapes = [(2, 1, 4), (1, 5), (5, 4), (5, 5), (5,), (5,)]
    found = names(op, op.call(["f32"] * 6), shapes)
    assert found[6:-2] == [f"{n}[{t}]" for t in range(2) for n in ("a", "r", "s", "h2")]
    assert len(names(op, op.call(["f32"] * 6))) == 6 + 3 * 4 + 2
    shapes[0] = (0, 1, 4)
    with pytest.raises(SpecError, match="example_recurrent: node time: T is 0; a loop must have"):
        names(op, op.call(["f32"] * 6), shapes)


def test_G1_6_each_result_of_a_node_has_a_format_of_its_own():
    op = masked.MASKED
    call = op.call(["bf16", "bool"], ["bf16", "i64", "bf16", "i64"], k=2)
    formats = {item.name: inner.outputs for item, inner in node_calls(op.graph, call)}
    assert formats["values"] == ("f32", "i64")
    assert formats["count"] == ("i64",)
    assert formats["y"] == formats["top"] == ("bf16",)


def test_G1_5_a_number_is_rounded_once_to_its_format():
    op = adamw.OP
    for name, wanted in (("f32", np.float32(0.1)), ("f64", 0.1)):
        call = op.call([name] * 4, lr=0.5, weight_decay=1.8)
        values = run_graph(
            op.graph, call, [np.ones((1, 1), wanted.dtype if name == "f32" else float)] * 4,
            lambda c, x: np.zeros((1, 1), x[0].dtype),
        )  # fmt: skip
        assert values["decay"].shape == ()
        assert values["decay"] == type(wanted)(1 - 0.5 * 1.8)


def test_G1_5_numbers_of_integers_and_flags_are_exact():
    numbers = (Number("i", literal(-3.0), to="i8"), Number("b", literal(1.0), to="bool"))
    graph = Graph((), numbers, ("i",))
    call = get_op("neg").call(["f32"])
    scope = Scope(get_op("neg").shape_rule, {}, {})
    values = walk("x", unfold(graph, call, scope, get_op).steps, {}, lambda c, x: x[0])
    assert (values["i"].dtype, int(values["i"])) == (np.int8, -3)
    assert (values["b"].dtype, bool(values["b"])) == (np.bool_, True)
    for value, name in ((200.0, "i8"), (0.25, "i32"), (-1.0, "u8"), (float("inf"), "i64")):
        bad = Graph((), (Number("i", literal(value), to=name),), ("i",))
        with pytest.raises(SpecError, match="x: node i: "):
            walk("x", unfold(bad, call, scope, get_op).steps, {}, lambda c, x: x[0])


@pytest.mark.parametrize("name", ["f32", "bf16", "f8e4m3fn", "bool", "i64", "f64"])
def test_G1_3_moves_by_patterns_change_no_bits(name):
    x = from_bits(np.random.default_rng(0).integers(0, 2**63, (2, 3, 4), dtype=np.uint64), name)
    scope = Scope(matmul, {"k": 2}, {"N": 2, "S": (3, 4), "D": 4})
    raw = bits_of(x)

    def same(move, wanted):
        arrays = [x] * len(move.inputs)
        found = move.apply(arrays, scope)
        assert found.dtype == x.dtype
        assert np.array_equal(bits_of(found), wanted)

    same(Broadcast("y", "x", "[N, *S]"), raw)
    same(Broadcast("y", "x", "[5, N, *S]"), np.broadcast_to(raw, (5, 2, 3, 4)))
    same(Slice("y", "x", -1, "k - 1", "D - 1"), raw[..., 1:3])
    same(Slice("y", "x", 1, 0, 0), raw[:, :0])
    same(Concatenate("y", ("x", "x"), "k"), np.concatenate([raw, raw], 2))
    same(Stack("y", ("x", "x"), -1), np.stack([raw, raw], -1))
    same(Transpose("y", "x", "[N, *S]", "[*S, N]"), np.moveaxis(raw, 0, -1))
    same(Reshape("y", "x", "[?, D]"), raw.reshape(6, 4))
    same(Reshape("y", "x", "[N, 3, k, 2]"), raw.reshape(2, 3, 2, 2))


def test_a_move_that_cannot_be_is_named():
    with pytest.raises(SpecError, match=r"move y: \[N, C\] cannot become \[C\]"):
        Transpose("y", "x", "[N, C]", "[C]")
    scope = Scope(matmul, {}, {"N": 2, "S": (3, 4)})
    x = np.zeros((2, 3), np.float32)
    for move, message in (
        (Slice("y", "x", 2, 0, 1), "axis 2 is out of range for rank 2"),
        (Slice("y", "x", 0, "N", 1), "2 to 1 is out of bounds for axis 0"),
        (Concatenate("y", ("x", "z"), 0), "different formats: f32 and i64"),
        (Reshape("y", "x", "[N - 5, ?]"), "is not a shape"),
        (Slice("y", "x", 0, 0, "S"), "which is not an integer"),
        (Slice("y", "x", 0, 0, "N // 0"), "has no value"),
    ):
        with pytest.raises(SpecError, match=message):
            move.apply([x, x.astype(np.int64)][: len(move.inputs)], scope)


def test_a_result_of_another_format_or_number_is_refused_where_it_arises():
    graph = get_op("softmax").graph
    call, x = get_op("softmax").call(["f32"]), np.ones((2, 3), np.float32)
    with pytest.raises(SpecError, match="softmax: node c: a result must be f32, but it is f64"):
        run_graph(graph, call, [x], lambda c, operands: operands[0].astype(np.float64))
    with pytest.raises(SpecError, match="softmax: node c: the node has 1 results, but got 2"):
        run_graph(graph, call, [x], lambda c, operands: [operands[0]] * 2)
    with pytest.raises(SpecError, match=r"softmax: its graph returns .* \(G1\.10\)"):
        graph_results(graph, call, [x], lambda c, operands: operands[0][:1])


def test_a_value_is_dropped_when_nothing_reads_it_any_more():
    """In a loop, only carried and kept values stay in memory, for any number of steps."""
    op = recurrent.RECURRENT
    shapes = [(5, 1, 4), (1, 5), (5, 4), (5, 5), (5,), (5,)]
    call = op.call(["f32"] * 6)
    found = steps_of(op.graph, call, shapes)
    values = dict(zip(op.operands, [np.zeros(s, np.float32) for s in shapes], strict=True))
    most = 0

    def run(inner, operands):
        nonlocal most
        most = max(most, sum("[" in name and not name.startswith("h2") for name in values))
        given = [x.shape for x in operands]
        return [np.zeros(s, np.float32) for s in get_op(inner.op).output_shapes(inner, given)]

    left = walk(op.name, found.steps, values, run, ["ys", "last"])
    assert set(left) == {"ys", "last"}
    assert most == 2


def test_errors_name_the_way_into_a_graph_in_a_graph():
    """The error is a reduced axis of size 0 in a graph op that is a node of another graph op."""
    from samebits.oracles import numpy_route

    call = nested.OP.call(["f32"] * 2)
    x, w = np.zeros((2, 0), np.float32), np.zeros(0, np.float32)

    def run(inner, operands):
        if inner.op == "softmax":
            return numpy_route.evaluate(inner, operands)
        shapes = get_op(inner.op).output_shapes(inner, [v.shape for v in operands])
        return [np.zeros(s, np.float32) for s in shapes]

    with pytest.raises(SpecError, match=r"^example_attention_row: node p: softmax: axis 1 of"):
        run_graph(nested.OP.graph, call, [x, w], run)


def test_a_graph_reads_well_as_text():
    """N1.7: loops; N1.5: moves."""
    text = "\n".join(graph_lines(recurrent.RECURRENT.graph))
    for line in (
        "h = hc",
        "for t from 0 to T - 1:",
        "  x1 = xc from t to below t + 1 along axis 0",
        "  a = linear(x2, wc, bc)",
        "  h = h2, for the next step",
        "hs = h2 of every step, stacked along a new first axis",
        "ys = cast(hs) in the result's format",
        "returns ys, last",
    ):
        assert line in text.splitlines()
    text = "\n".join(graph_lines(adamw.OP.graph))
    assert "if maximize is true:\n  slope = -g\nelse:\n  slope = g\n" in text
    assert " * scalar(0 - (lr / (1 - pow(beta1, step))))\n" in text
    text = "\n".join(graph_lines(nested.OP.graph))
    assert "if scale is null:" in text
    assert "n, _, rstd = example_layer_norm(xc, wc, eps=eps)" in text


def test_names_of_an_alias_are_found_among_the_values():
    call = layer_norm.OP.call(["f32"], ["f32"] * 3)
    found = steps_of(layer_norm.OP.graph, call, [(2, 5)])
    assert found.names["shifted"] == found.names["scaled"] == "h"
