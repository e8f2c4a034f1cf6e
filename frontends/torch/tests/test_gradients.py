"""Gradients that autograd composes equal the specification's gradient ops bit for bit (G4.2).

PyTorch's formulas are several ops in the format of the operands. In binary32 these ops are the
nodes of the clause. In a 16-bit format each op rounds, so that only gradients with one op agree.
"""

import numpy as np
import pytest
import torch

from samebits.torch import reproducible
from samebits.torch.tests.independent import SHORTER, array, assert_bits, spec, values


@pytest.fixture(scope="module", autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


ONE_OP = {
    "add with alpha": (lambda a, b, d: torch.add(a, b, alpha=0.3), 1, "mul_scalar", "g", 0.3),
    "lerp": (lambda a, b, d: torch.lerp(a, b, 0.3), 0, "mul_scalar", "g", 1 - 0.3),
    "lerp of its end": (lambda a, b, d: torch.lerp(a, b, 0.3), 1, "mul_scalar", "g", 0.3),
    "lerp of its end by a tensor": (torch.lerp, 1, "mul", "gd", None),
    "clamp": (lambda a, b, d: a.clamp(1, 2), 0, "clamp_gradient", "ga", {"min": 1.0, "max": 2.0}),
    "clamp by tensors": (torch.clamp, 0, "clamp_tensor_gradient", "gabd", None),
    "clamp of its least": (torch.clamp, 1, "clamp_least_gradient", "gabd", None),
    "clamp of its most": (torch.clamp, 2, "clamp_most_gradient", "gabd", None),
    "maximum": (lambda a, b, d: torch.maximum(a, b), 0, "maximum_gradient", "gab", None),
    "minimum": (lambda a, b, d: torch.minimum(a, b), 1, "minimum_gradient", "gba", None),
    "square": (lambda a, b, d: a**2, 0, "pow_scalar_gradient", "ga", {"exponent": 2.0}),
}

SEVERAL = {
    "addcmul": (
        lambda a, b, d: torch.addcmul(a, b, d, value=0.3), 1, "addcmul_gradient", "gd", 0.3
    ),
    "addcdiv of its dividend": (
        lambda a, b, d: torch.addcdiv(a, b, d, value=0.3), 1, "addcdiv_tensor1_gradient", "gd", 0.3
    ),
    "addcdiv of its divisor": (
        lambda a, b, d: torch.addcdiv(a, b, d, value=0.3), 2, "addcdiv_tensor2_gradient", "gbd", 0.3
    ),
    "lerp by a tensor": (torch.lerp, 0, "lerp_tensor_gradient", "gd", None),
    "lerp of its weight": (torch.lerp, 2, "lerp_weight_gradient", "gab", None),
    "pow": (lambda a, b, d: a**3, 0, "pow_scalar_gradient", "ga", {"exponent": 3.0}),
    "root": (lambda a, b, d: a**0.5, 0, "pow_scalar_gradient", "ga", {"exponent": 0.5}),
    "pow of its exponent": (lambda a, b, d: 0.3**a, 0, "rpow_scalar_gradient", "ga", {"base": 0.3}),
}  # fmt: skip


def check_gradient(case, dtype):
    function, place, op, reads, given = case
    operands = [values(dtype, (4, 5), seed, low=0.1) for seed in (1, 2, 3)]
    g = values(dtype, (4, 5), 4)
    leaves = [x.clone().requires_grad_(i == place) for i, x in enumerate(operands)]
    function(*leaves).backward(g)
    attributes = {} if given is None else given if isinstance(given, dict) else {"value": given}
    named = dict(zip("abdg", (array(x) for x in (*operands, g)), strict=True))
    wanted = spec(op, *(named[name] for name in reads), **attributes)
    assert_bits(leaves[place].grad, wanted)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
@pytest.mark.parametrize("name", ONE_OP)
def test_a_gradient_of_one_op_is_the_op_of_the_clause(name, dtype):
    check_gradient(ONE_OP[name], dtype)


@pytest.mark.parametrize("name", SEVERAL)
def test_a_gradient_of_several_ops_is_the_op_of_the_clause_in_binary32(name):
    check_gradient(SEVERAL[name], torch.float32)


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_a_number_by_a_tensor_is_its_reciprocal_times_the_number(dtype):
    x = values(dtype, (4, 5), 1, low=0.1)
    wanted = spec("mul_scalar", spec("reciprocal", array(x)), value=0.3)
    assert_bits(0.3 / x, wanted)  # Tensor.__rtruediv__ calls these two ops


@pytest.mark.parametrize("dtype", SHORTER, ids=str)
def test_a_filled_element_has_no_gradient(dtype):
    x, g = values(dtype, (4, 5), 1, low=0.1), values(dtype, (4, 5), 4)
    mask = x > 2
    leaf = x.clone().requires_grad_()
    leaf.masked_fill(mask, 0.3).backward(g)
    zero = np.zeros((), array(g).dtype)
    assert_bits(leaf.grad, spec("where", array(mask), zero, array(g)))
