"""Tests of G3.7: a call with a scalar that is NaN is an error, found before a backend runs it."""

from __future__ import annotations

import math
import random
import struct
from itertools import combinations, product

import pytest

from samebits.spec import correctly_rounded as exact
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.errors import SpecError
from samebits.spec.graph_walk import steps_of
from samebits.spec.language.graph import Graph, Number
from samebits.spec.language.nan_scalars import may_be_nan, suspects
from samebits.spec.language.scalar_operations import OPERATIONS
from samebits.spec.language.scalars import Scalar, attribute, count, evaluate, literal, power, sqrt
from samebits.spec.language.shapes import elementwise
from samebits.spec.language.signs import SIGNS, signs_of, signs_of_number

GRAPHS = [op for op in all_ops().values() if op.op_class == "graph"]
VALUES = (0.0, -0.0, 0.125, 1.0, -1.0, 3.0, 1e308, math.inf, -math.inf)
SPECIAL = (*VALUES, -0.125, 5e-324, -5e-324, -3.0, -1e308, math.nan)


def graph_of(op, call):
    found = op.graph_of(call, op.shape_rule.shapes(len(call.inputs), call.attributes))
    assert found is not None
    return found


def calls(op):
    """Yield valid calls with the example's attributes and extreme values of real attributes."""
    inputs, outputs = op.signatures[0]
    given, _ = op.example(len(inputs))
    reals = [a.name for a in op.attributes if a.type == "real"]
    values = list(product(VALUES, repeat=len(reals)))
    if len(values) > 400:
        values = random.Random(op.name).sample(values, 400)
        usual = (0.5,) * len(reals)
        for i, j in combinations(range(len(reals)), 2):
            for x, y in product(VALUES, repeat=2):
                values.append((*usual[:i], x, *usual[i + 1 : j], y, *usual[j + 1 :]))
    sizes = [{}]
    if not op.operands and "whole" in given:
        sizes += [{"shape": shape, "whole": None, "at": None} for shape in ((0, 0), (3, 0))]
    for each, size in product(values, sizes):
        try:
            numbers = dict(zip(reals, each, strict=True))
            yield op.call(inputs, outputs, **{**given, **size, **numbers})
        except SpecError as error:
            assert "(G3.7)" not in str(error)  # noqa: PT017


@pytest.mark.parametrize("op", GRAPHS, ids=lambda op: op.name)
def test_G3_7_every_call_with_a_scalar_that_is_NaN_is_an_error_that_names_it(op):
    """The scalars of all nodes are evaluated by the steps that backends use.

    The test also checks that an op has such a call if and only if its declaration has an example of
    such a call.
    """
    refusals = 0
    for call in calls(op):
        shapes = op.shape_rule.shapes(len(call.inputs), call.attributes)
        refused = error = None
        try:
            op.output_shapes(call, shapes)
        except SpecError as caught:
            refused = str(caught)
        if refused is not None and "(G3.7)" not in refused:
            continue  # an error by a different rule
        try:
            steps_with_numbers(op, call, shapes)
        except SpecError as caught:
            error = str(caught)
        nan = error is not None and "NaN" in error
        assert nan == (refused is not None), (call, refused, error)
        refusals += nan
        if refused is not None:
            assert refused.startswith(f"{op.name}: the scalar ")
            assert any(f"{a.name}={call.attributes[a.name]!r}" in refused for a in op.attributes)
    assert bool(refusals) == bool(op.nan_scalars)


def steps_with_numbers(op, call, shapes):
    for step in steps_of(graph_of(op, call), call, shapes).steps:
        if isinstance(step.item, Number):
            evaluate(step.item.value, step.scope.attributes, step.scope.counts())


def test_G3_7_the_ops_whose_scalars_can_be_NaN_are_known():
    """Elementwise ops, and ops with operands whose graph a function makes, have no such scalars."""
    found = set()
    for op in GRAPHS:
        inputs, outputs = op.signatures[0]
        given, _ = op.example(len(inputs))
        graph = graph_of(op, op.call(inputs, outputs, **given))
        if suspects(graph):
            found.add(op.name)
            assert isinstance(op.graph, Graph) or not op.operands
            assert op.shape_rule is not elementwise
    assert found >= {"adamw", "trunc_normal"}


@pytest.mark.parametrize(
    ("op", "attributes", "scalar"),
    [
        ("adamw", {"lr": math.inf, "weight_decay": 0.0}, "(1 - (lr * weight_decay))"),
        ("adagrad", {"lr_decay": math.inf}, "(-(lr / (1 + ((step - 1) * lr_decay))))"),
        ("trunc_normal", {"mean": -math.inf, "a": -math.inf}, "(((a - mean) / std) / sqrt(2))"),
        ("xavier_normal", {"shape": (0, 0), "gain": 0.0}, "(gain * sqrt((2 / 0)))"),
        (
            "kaiming_normal",
            {"shape": (3, 0), "a": math.inf},
            "(sqrt((2 / (1 + (a * a)))) / sqrt(0))",
        ),
    ],
)
def test_G3_7_the_error_names_the_op_the_node_the_scalar_and_the_values(op, attributes, scalar):
    declared = get_op(op)
    inputs, outputs = declared.signatures[0]
    given, shapes = declared.example(len(inputs))
    given = {n: v for n, v in given.items() if n not in ("whole", "at")}
    call = declared.call(inputs, outputs, **{**given, **attributes})
    with pytest.raises(SpecError, match=rf"^{op}: the scalar \w+ = ") as caught:
        declared.output_shapes(call, shapes)
    assert f" = {scalar} is NaN with " in str(caught.value)
    named = [f"{name}={x!r}" for name, x in attributes.items() if isinstance(x, float)]
    assert all(text in str(caught.value) for text in named)


def test_G3_7_a_scalar_of_a_branch_that_is_not_taken_is_no_error():
    """G1.4: without smoothing, the graph of `cross_entropy` does not compute the scalar 0 / C."""
    op = get_op("cross_entropy")
    call = op.call(*op.signatures[0], label_smoothing=0.0)
    assert any(suspect.counts for suspect in suspects(op.graph))
    op.output_shapes(call, op.shape_rule.shapes(len(call.inputs), call.attributes))


def number(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


@pytest.mark.parametrize("form", sorted(OPERATIONS))
def test_no_operation_gives_a_sign_that_its_operands_signs_rule_out(form):
    count = OPERATIONS[form].operands
    operands = SPECIAL if count < 3 else (0.0, -1.0, math.inf, math.nan)
    for values in product(operands, repeat=count):
        made = exact.to_float(OPERATIONS[form].function(*map(number, values)))
        (sign,) = signs_of_number(made)
        signs = [next(iter(signs_of_number(x))) for x in values]
        assert sign in signs_of(form, *signs), (values, made)
        assert signs_of(form, *signs) <= set(SIGNS)


def test_may_be_nan_tells_scalars_that_are_numbers_for_any_attributes():
    a = attribute("a")
    assert not may_be_nan(1 / sqrt(count("n")))
    assert not may_be_nan(1 / (1 - a))
    assert may_be_nan(a * a / a)
    assert may_be_nan(power(a, literal(0.5)))
    assert not may_be_nan(a * a, {"a": math.inf})
    assert may_be_nan(a - a, {"a": math.inf})
    assert may_be_nan(Scalar("attribute", "b"), {})
