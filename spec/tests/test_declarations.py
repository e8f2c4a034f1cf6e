"""Tests of all op declarations, and of the checks of calls."""

import pickle
import re

import numpy as np
import pytest

from samebits.spec.catalog import all_ops, get_op
from samebits.spec.documents.rules import read_specification
from samebits.spec.errors import SpecError
from samebits.spec.graph_walk import node_calls, run_graph
from samebits.spec.language.call import Call
from samebits.spec.profiles import PROFILES, level_includes

CLAUSES = set(read_specification().clauses)


@pytest.mark.parametrize("name", all_ops())
def test_every_declaration_cites_clauses_that_stand_in_the_text(name):
    op = get_op(name)
    assert op.clauses
    assert set(op.clauses) <= CLAUSES
    assert op.profile in PROFILES
    assert (op.graph is not None) == (op.op_class == "graph")


@pytest.mark.parametrize("name", all_ops())
def test_every_signature_makes_a_call_with_default_attributes(name):
    """A1.2: omitted attributes have their defaults."""
    op = get_op(name)
    for inputs, outputs in op.signatures:
        call = op.call(inputs, outputs, **op.example(len(inputs))[0])
        assert call.label in op.labels()
        assert pickle.loads(pickle.dumps(call)) == call


def test_labels_are_short_where_formats_agree():
    assert get_op("exp").call(["f32"]).label == "f32"
    assert get_op("where").call(["bool", "f16", "f16"]).label == "f16"
    assert get_op("cast").call(["f64"], ["bf16"]).label == "f64_to_bf16"
    assert get_op("argmax").call(["f32"]).label == "f32_to_i64"


def test_calls_read_from_lists_equal_calls_built_from_tuples():
    a = get_op("sum").call(["f32"], axes=(0, 1))
    assert a == Call("sum", 1, ("f32",), ("f32",), {"keepdims": False, "axes": [0, 1]})
    assert len({a, Call("sum", 1, ("f32",), ("f32",), {"axes": (0, 1), "keepdims": False})}) == 1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: get_op("sofmax"), "did you mean softmax"),
        (lambda: get_op("exp").call(["i32"]), "have 0 possible result formats"),
        (lambda: get_op("add").call(["f32", "f16"], ["f32"]), "no signature"),
        (lambda: get_op("sum").call(["f32"], axis=0), "unknown attribute 'axis'"),
        (lambda: get_op("sum").call(["f32"], keepdims=2), "not one of"),
        (lambda: get_op("sum").call(["f32"], keepdims=1), "keepdims=1 is not one of"),
        (lambda: get_op("topk").call(["f32"], k=-1), "k=-1 must be an integer of at least 0"),
        (lambda: get_op("topk").call(["f32"], k=True), "k=True must be an integer"),
        (lambda: get_op("conv1d_input_gradient").call(["f32"] * 2), "'input_size' is required"),
    ],
)
def test_wrong_calls_are_refused_in_one_line(make, message):
    """C2.2, C2.4, A1.2, V1.2: wrong versions, formats and attributes; the message names the op."""
    with pytest.raises(SpecError, match=re.escape(message) if "did" not in message else message):
        make()


@pytest.mark.parametrize(
    ("name", "attributes", "shapes", "wanted"),
    [
        ("sum", {"axes": (0, 2)}, [(2, 3, 4)], (3,)),
        ("sum", {"axes": None, "keepdims": True}, [(2, 3)], (1, 1)),
        ("sum", {"axes": -1}, [(2, 3)], (2,)),
        ("sum", {"axes": ()}, [(2, 3)], (2, 3)),
        ("dot", {}, [(5,), (5,)], ()),
        ("matmul", {"transpose_a": True}, [(7, 3), (7, 2)], (3, 2)),
        ("bmm", {"transpose_b": True}, [(4, 3, 7), (4, 2, 7), (2,)], (4, 3, 2)),
        ("softmax", {"axis": 0}, [(4, 3)], (4, 3)),
    ],
)
def test_shape_rules(name, attributes, shapes, wanted):
    call = get_op(name).call(["f32"] * len(shapes), **attributes)
    assert get_op(name).output_shapes(call, shapes) == (wanted,)


@pytest.mark.parametrize(
    ("name", "attributes", "shapes", "message"),
    [
        ("add", {}, [(2,), (3,)], "one shape"),
        ("sum", {"axes": 2}, [(2, 3)], "axis 2 is out of range"),
        ("sum", {"axes": (0, -2)}, [(2, 3)], "the same axis twice"),
        ("max", {"axes": 0}, [(0, 3)], "empty axis"),
        ("dot", {}, [(5,), (6,)], "one length"),
        ("matmul", {}, [(2, 3), (4, 5)], "inner or batch sizes differ"),
        ("matmul", {}, [(2, 3), (3, 5), (4,)], "bias"),
        ("bmm", {}, [(2, 3), (3, 5)], "rank 3"),
    ],
)
def test_shape_errors_name_the_op_and_the_shapes(name, attributes, shapes, message):
    """C2.2, C2.4: wrong ranks and sizes."""
    op = get_op(name)
    call = op.call(["f32"] * len(shapes), **attributes)
    with pytest.raises(SpecError, match=message) as caught:
        op.output_shapes(call, shapes)
    assert str(caught.value).startswith(name)


def test_R4_graph_nodes_stay_in_the_compute_format_until_the_last():
    op = get_op("softmax")
    calls = node_calls(op.graph, op.call(["bf16"], axis=1))
    assert [c.label for _, c in calls][1:-1] == ["f32"] * (len(calls) - 2)
    assert calls[0][1].label == "bf16_to_f32"
    assert calls[-1][1].label == "f32_to_bf16"


def test_G1_a_graph_is_walked_in_order_with_broadcast_operands():
    op = get_op("softmax")
    seen = []

    def run(call, inputs):
        seen.append((call.op, [x.shape for x in inputs]))
        keep = np.zeros((2, 1), np.float32)
        return keep if call.op in ("max", "sum") else np.zeros((2, 3), np.float32)

    run_graph(op.graph, op.call(["f32"], axis=1), [np.zeros((2, 3), np.float32)], run)
    assert " ".join(name for name, _ in seen) == "cast max sub exp sum div cast"
    assert seen[2][1] == [(2, 3), (2, 3)]


def test_levels_contain_the_ones_before_them():
    assert level_includes("full", "standard")
    assert not level_includes("smoke", "standard")
