"""Tests of declared gradients, and of the order in which contributions are added."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.oracles import numpy_route
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, get_format
from samebits.spec.language.gradients import OF, Gradient, fan_in
from samebits.spec.language.graph import Graph
from samebits.spec.language.graph_steps import unfold, walk
from samebits.spec.language.links import gradient_call
from samebits.spec.language.scope import Scope

LINKS = [(name, link) for name, op in all_ops().items() for link in op.gradients]
LINEAR = [
    (name, link)
    for name, link in LINKS
    if get_op(name).graph is None
    and get_op(link.op).graph is None
    and len(get_op(name).operands) > 1
]
"""Declared gradients of ops with several operands that are linear in each operand.

conformance/tests/test_meaning.py compares all gradients with central differences, including
gradients of graph ops and gradients that are graph ops.
"""


def total(*contributions):
    """Return the sum of contributions in forward order, computed by the nodes of `fan_in`."""
    names = tuple(f"g{i}" for i in range(len(contributions)))
    nodes = fan_in("total", names)
    graph = Graph(names, nodes, ("total",))
    call = get_op("fma").call(["f32"] * 3)  # any call with three operands
    scope = Scope(get_op("add").shape_rule, {}, {})
    values = dict(zip(names, contributions, strict=True))
    steps = unfold(graph, call, scope, get_op).steps
    return walk("fan-in", steps, values, lambda c, x: numpy_route.evaluate(c, x))["total"]


def test_G4_1_gradients_of_one_value_are_added_from_the_last_use_to_the_first():
    first, second, third = (np.full(1, x, np.float32) for x in (1.0, 2.0**24, -(2.0**24)))
    assert float(total(first, second, third)[0]) == 1.0
    assert float(total(third, first, second)[0]) == 0.0
    draw = np.random.default_rng(2)
    a, b, c = (draw.standard_normal(99).astype(np.float32) for _ in range(3))
    assert bits_of(total(a, b, c)).tolist() == bits_of((c + b) + a).tolist()
    assert bits_of(total(a, b, c)).tolist() != bits_of((a + b) + c).tolist()


def test_G4_1_one_use_needs_no_addition_and_nodes_have_names_of_their_own():
    assert fan_in("total", ["g"]) == ()
    assert [(n.name, n.inputs) for n in fan_in("total", ["a", "b", "c", "d"])] == [
        ("total_1", ("d", "c")),
        ("total_2", ("total_1", "b")),
        ("total", ("total_2", "a")),
    ]


def _wanted(op, link):
    """Return an example call, the shapes of its operands, and the call of its gradient."""
    count = min(2, len(op.operands))
    attributes, shapes = op.example(count)
    fitting = next(s for s in op.signatures if len(s[0]) == count and s[0][0] == s[1][0] == "f32")
    call = op.call(*fitting, **attributes)
    return call, shapes, gradient_call(op, link, call, shapes, get_op(link.op))


@pytest.mark.parametrize(("name", "link"), LINEAR, ids=[f"{n}-{k.operand}" for n, k in LINEAR])
def test_G4_2_what_a_link_names_is_the_gradient(name, link):
    """If an op is linear in each operand, <f(x), g> = <x, gradient>; tested on small integers."""
    op = get_op(name)
    call, shapes, inner = _wanted(op, link)
    draw = np.random.default_rng(4)
    inputs = [
        draw.integers(*((-2, 3) if f == "f32" else (0, 3)), s).astype(get_format(f).dtype)
        for s, f in zip(shapes, call.inputs, strict=True)
    ]
    (result,) = numpy_route.evaluate(call, inputs)
    gradient = draw.integers(-2, 3, result.shape).astype(np.float32)
    given = {**dict(zip(op.operands, inputs, strict=False)), f"{OF}result": gradient}
    (found,) = numpy_route.evaluate(inner, [given[n] for n in link.inputs])
    x = given[link.operand]
    assert found.shape == x.shape
    assert float((result * gradient).sum()) == float((x * found).sum())
    assert np.any(found)


def test_G4_2_what_is_kept_for_a_gradient_is_what_it_reads_of_the_forward_call():
    saved = {(name, link.operand): link.saved for name, link in LINKS}
    assert saved["conv2d", "x"] == ("weight",)
    assert saved["conv2d", "weight"] == ("x",)
    assert saved["gather", "x"] == ("index",)
    assert Gradient(operand="x", op="mul", inputs=("gradient of y", "y", "y")).saved == ("y",)


def test_a_signature_without_a_gradient_is_named():
    op = get_op("gather")
    call = op.call(["bool", "i64"], axis=0)
    message = r"gather_gradient has no signature \('bool', 'i64'\) -> bool"
    with pytest.raises(SpecError, match=message):
        gradient_call(op, op.gradients[0], call, [(3,), (3,)], get_op("gather_gradient"))


def test_T5_11_a_transposed_convolution_with_output_padding_of_the_stride_has_no_gradient():
    op = get_op("conv_transpose2d")
    shapes = [(1, 2, 3, 3), (2, 2, 2, 2)]
    attributes = {"stride": (2, 1), "dilation": (2, 2), "output_padding": (1, 1)}
    call = op.call(["f32", "f32"], **attributes)
    limited = [link for link in op.gradients if link.operand != "bias"]
    for link in limited:
        with pytest.raises(SpecError, match=r"is below stride on every axis, but they"):
            gradient_call(op, link, call, shapes, get_op(link.op))
    call = op.call(["f32", "f32"], **attributes | {"output_padding": (1, 0)})
    for link in limited:
        assert gradient_call(op, link, call, shapes, get_op(link.op)).op == link.op


def test_an_operand_that_a_call_leaves_out_is_left_out_of_that_of_its_gradient():
    op, shapes = get_op("nll_loss"), [(2, 3), (2,), (3,)]
    for count in (2, 3):
        call = op.call(["f32", "i64", "f32"][:count], ["f32"])
        inner = gradient_call(
            op, op.gradients[0], call, shapes[:count], get_op("nll_loss_gradient")
        )
        assert inner.inputs == ("f32", "i64", "f32")[:count]
        assert inner.attributes["classes"] == 3
