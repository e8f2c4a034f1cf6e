"""Test that PyTorch's convolutions are called with the right functions, operands and attributes."""

import importlib.util

import numpy as np
import pytest

from samebits.backends import discovery, executor
from samebits.backends.protocol import Unsupported
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="PyTorch is not installed"
)
STEPS = {"stride": (2, 1), "padding": (1, 2), "dilation": (1, 2), "groups": 3}
IMAGE, WEIGHT, OUTCOME = (2, 6, 8, 9), (9, 2, 3, 2), (2, 9, 4, 11)


def whole(*shape):
    """Return small integers as floats, so that sums do not depend on the order of additions."""
    return np.random.default_rng(shape).integers(-3, 4, shape).astype(np.float32)


@pytest.mark.parametrize(
    ("op", "shapes", "more"),
    [
        ("conv2d", (IMAGE, WEIGHT, (9,)), {}),
        ("conv2d_input_gradient", (OUTCOME, WEIGHT), {"input_size": (8, 9)}),
        ("conv2d_weight_gradient", (IMAGE, OUTCOME), {"kernel_size": (3, 2)}),
        ("conv_transpose2d", (OUTCOME, WEIGHT, (6,)), {"output_padding": (1, 0)}),
    ],
)
def test_T5_pytorch_computes_the_same_function(op, shapes, more):
    call = get_op(op).call(["f32"] * len(shapes), ["f32"], **STEPS, **more)
    operands = [whole(*shape) for shape in shapes]
    with discovery.load("torch").open("cpu") as session:
        found = executor.execute(session, call, operands)[0]
    assert np.array_equal(found, numpy_route.evaluate(call, operands)[0])


def test_R4_other_formats_than_one_for_all_are_refused():
    call = get_op("conv2d").call(["f16", "f16"], ["f32"])
    with discovery.load("torch").open("cpu") as session:
        assert isinstance(session.supports(call), Unsupported)
    with discovery.load("numpy").open("cpu") as session:
        assert isinstance(session.supports(call), Unsupported)
