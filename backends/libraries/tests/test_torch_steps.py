"""Test that optimizer steps in binary64 agree with PyTorch's single-tensor code (G8)."""

from __future__ import annotations

import random

import numpy as np
import pytest

from samebits.backends.executor import execute
from samebits.backends.libraries.torch import backend
from samebits.backends.protocol import BackendError
from samebits.oracles import numpy_route
from samebits.spec.catalog import all_ops, get_op, landmarks_of
from samebits.spec.formats import get_format
from samebits.spec.language.landmarks import StepLandmarks

torch = pytest.importorskip("torch", reason="no PyTorch: nothing is compared with it")

OPS = [
    name
    for name, op in all_ops().items()
    if op.profile == "train" and name != "lion"  # torch.optim has no Lion
]
NEAR = 1e-12
ROUNDS = 12


def drawn_attributes(op, draw, operands):
    """Return the attributes of a landmark, with real ones scaled randomly within their limits."""
    landmarks = landmarks_of(op.name)
    assert isinstance(landmarks, StepLandmarks)
    few = operands < len(op.operands) and landmarks.alone
    found = dict(draw.choice(few or landmarks.sets))
    for attribute in op.attributes:
        name, kind = attribute.name, attribute.type
        if kind == "real" and name in found:
            found[name] *= draw.uniform(0.9, 1.0)
        if name == "step":
            found[name] = draw.randint(1, 40)
        if name == "maximize":
            found[name] = draw.random() < 0.5
    return found


def drawn_operands(op, call, shape, draw):
    squares = landmarks_of(op.name).squares
    patterns = op.shape_rule.operands
    made = []
    for number, name in enumerate(call.inputs):
        dtype = get_format(name).dtype
        x = draw.standard_normal(shape if patterns[number] != "[]" else ())
        if op.operands[number] in squares:
            x = np.abs(x) * 0.5
        made.append(np.asarray(x > 0 if name == "bool" else 3 * x).astype(dtype))
    return made


@pytest.mark.parametrize("name", OPS)
def test_a_step_in_binary64_is_near_that_of_torch_on_random_attributes(name):
    op, draw, values = get_op(name), random.Random(name), np.random.default_rng(len(name))
    signatures = [s for s in op.signatures if s[0][0] == "f64"] or list(op.signatures)
    with backend.open("cpu") as session:
        for inputs, outputs in signatures * ROUNDS:
            call = op.call(inputs, outputs, **drawn_attributes(op, draw, len(inputs)))
            operands = drawn_operands(op, call, (3, 7), values)
            assert session.supports(call)
            wanted = execute(session, call, operands)
            for got, near in zip(numpy_route.evaluate(call, operands), wanted, strict=True):
                np.testing.assert_allclose(got, near, rtol=NEAR, atol=NEAR, err_msg=str(call))


@pytest.mark.parametrize("name", OPS)
@pytest.mark.parametrize("form", ["f32", "f16", "bf16"])
def test_a_step_in_another_format_is_near_that_of_torch(name, form):
    op, draw, values = get_op(name), random.Random(name), np.random.default_rng(len(name))
    near = {"f32": 2e-6, "f16": 0.02, "bf16": 0.1}[form]
    with backend.open("cpu") as session:
        for inputs, outputs in [s for s in op.signatures if s[0][0] == form] * 3:
            call = op.call(inputs, outputs, **drawn_attributes(op, draw, len(inputs)))
            operands = drawn_operands(op, call, (3, 7), values)
            assert session.supports(call)
            wanted = execute(session, call, operands)
            for got, answer in zip(numpy_route.evaluate(call, operands), wanted, strict=True):
                np.testing.assert_allclose(
                    got.astype(float), answer.astype(float), rtol=near, atol=near, err_msg=str(call)
                )


def test_a_step_of_sgd_says_why_there_is_no_buffer_where_subnormal_numbers_are_flushed():
    call = get_op("sgd").call(["f32", "f32"], momentum=0.0)
    x = np.ones(3, np.float32)
    with backend.open("cpu") as session:
        assert len(execute(session, call, [x, x])) == 2
        try:
            if not torch.set_flush_denormal(True):
                pytest.skip("this processor flushes nothing: the error cannot be brought about")
            with pytest.raises(BackendError, match="made no buffer: a subnormal momentum"):
                execute(session, call, [x, x])
        finally:
            torch.set_flush_denormal(False)
