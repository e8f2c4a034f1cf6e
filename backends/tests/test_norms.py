"""Test that norms and their gradients agree with PyTorch in binary32, up to rounding errors.

Our gradients are linked to the forward ops in the declarations. PyTorch's come from its autograd.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from samebits.backends.libraries.peers import all_peers
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.graph_walk import steps_of
from samebits.spec.language.gradients import OF
from samebits.spec.language.links import gradient_call

torch = pytest.importorskip("torch", reason="no PyTorch: nothing is compared with it")

NEAR = 3e-6
"""Largest allowed error relative to the largest result: a few dozen roundings of binary32."""

DRAW = np.random.default_rng(19)


def normal(*shape):
    return DRAW.standard_normal(shape).astype(np.float32)


def last(shape, axis, eps, count):
    """Return operands and attributes of a norm over the last axes.

    If `count` is 1 there is also a weight, and if it is 2, a weight and a bias.
    """
    weights = [normal(*shape[axis:]) for _ in range(count)]
    return [normal(*shape) * 2 + 1, *weights], {"axis": axis, "eps": eps}


def channels(shape, groups, eps, count):
    """Return operands and attributes of a norm over groups of channels."""
    weights = [normal(shape[1]) for _ in range(count)]
    return [normal(*shape) * 2 + 1, *weights], {"num_groups": groups, "eps": eps}


def _layer(a, x, *weights):
    return torch.nn.functional.layer_norm(x, x.shape[a["axis"] :], *weights, eps=a["eps"])


def _rms(a, x, weight=None):
    eps = torch.finfo(torch.float32).eps if a["eps"] is None else a["eps"]
    return torch.nn.functional.rms_norm(x, x.shape[a["axis"] :], weight, eps)


def _group(a, x, *weights):
    return torch.nn.functional.group_norm(x, a["num_groups"], *weights, eps=a["eps"])


CASES = [
    *(("layer_norm", _layer, *last((4, 3, 5), axis, eps, count))
      for axis in (-1, -2, -3) for eps, count in ((1e-2, 0), (0.3, 1), (2.0, 2))),
    *(("rms_norm", _rms, *last((4, 3, 5), axis, eps, count))
      for axis in (-1, -2, -3) for eps, count in ((None, 0), (0.3, 1))),
    *(("group_norm", _group, *channels(shape, groups, eps, count))
      for shape, groups in (((2, 6, 5), 3), ((3, 4), 2), ((2, 4, 3, 3), 4), ((2, 3, 2, 2, 3), 1))
      for eps, count in ((1e-2, 0), (0.3, 1), (2.0, 2))),
]  # fmt: skip


def near(found, wanted):
    scale = max(1.0, float(np.abs(wanted).max(initial=0.0)))
    assert found.shape == wanted.shape
    assert np.abs(found - wanted).max(initial=0.0) <= NEAR * scale


@pytest.mark.parametrize(("name", "function", "inputs", "attributes"), CASES)
def test_G4_2_a_norm_and_its_gradients_are_those_of_autograd(name, function, inputs, attributes):
    op = get_op(name)
    call = op.call(["f32"] * len(inputs), **attributes)
    made = dict(zip(op.results, numpy_route.evaluate(call, inputs), strict=False))
    leaves = [torch.from_numpy(x).double().requires_grad_() for x in inputs]
    y = function(attributes, *leaves)
    near(made["y"], y.detach().numpy())
    g = normal(*y.shape)
    wanted = torch.autograd.grad(y, leaves, torch.from_numpy(g).double())
    known = {**dict(zip(op.operands, inputs, strict=False)), **made, f"{OF}y": g}
    links = {link.operand: link for link in op.gradients}
    for operand, gradient in zip(op.operands, wanted, strict=False):
        link = links[operand]
        to = get_op(link.op)
        inner = gradient_call(op, link, call, [x.shape for x in inputs], to)
        read = [known[n] for n in link.inputs if n in known]
        found = numpy_route.evaluate(inner, read)[to.results.index(link.result)]
        near(found, gradient.numpy())


@pytest.mark.parametrize("number", range(len(CASES)))
def test_the_subject_gives_the_same_results_in_binary64(number):
    """The function that is judged as PyTorch agrees with the op, including its statistics."""
    name, _, inputs, attributes = CASES[number]
    op = get_op(name)
    call = op.call(["f32"] * len(inputs), **attributes)
    for wanted in (call, _gradient_of(op, call, inputs)):
        operands = inputs if wanted is call else _drawn(wanted, inputs[0].shape)
        form = all_peers()[wanted.op].torch(torch)
        found = form(wanted, *(torch.from_numpy(x).double() for x in operands))
        found = found if isinstance(found, tuple) else (found,)
        for a, b in zip(numpy_route.evaluate(wanted, operands), found, strict=True):
            near(a, b.numpy())


def _gradient_of(op, call, inputs):
    link = op.gradients[0]
    return gradient_call(op, link, call, [x.shape for x in inputs], get_op(link.op))


def _drawn(call, shape):
    """Return random operands of a gradient. The statistics do not belong to any x."""
    rule = get_op(call.op).shape_rule
    names = rule.sizes_of(call.attributes, (shape, shape))
    scope = get_op(call.op).scope(call, (shape, shape))
    assert names
    return [normal(*scope.shape(rule.pattern(i))) for i in range(len(call.inputs))]


def test_no_row_has_a_gradient_and_no_norm_divides_what_it_adds():
    """G6.1: every norm multiplies by r, and does not divide."""
    for name in sorted({case[0] for case in CASES}):
        op = get_op(name)
        call = op.call(["f32"], **op.example(1)[0])
        ops = [s.call.op for s in steps_of(op.graph, call).steps if s.call is not None]
        assert not {"div", "fma"}.intersection(ops)
        assert ops.count("rsqrt") == 1
    empty = np.zeros((0, 4), np.float32)
    call = get_op("layer_norm_gradient").call(["f32"] * 5)
    none = np.zeros(0, np.float32)
    found = numpy_route.evaluate(call, [empty, empty, none, none, np.ones(4, np.float32)])
    assert [x.tolist() for x in found[1:]] == [[0.0] * 4, [0.0] * 4]
    assert not any(math.copysign(1, x) < 0 for y in found[1:] for x in y)
