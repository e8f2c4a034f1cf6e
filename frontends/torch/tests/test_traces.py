"""Programs that torch.jit traces inside a block, with constants as operands."""

from __future__ import annotations

import pytest
import torch
from torch.nn import functional

from samebits.torch import reproducible

C = 0.375
NAMES = (
    "add", "sub", "mul", "div", "rsub", "pow", "remainder", "fmod", "floor_divide", "eq", "lt",
    "ge", "clamp_min", "clamp_max", "float_power", "xlogy",
)  # fmt: skip


def beside_a_constant(name):
    function = getattr(torch, name)
    return lambda x: function(x, C)


FUNCTIONS = {
    **{f"{name}(x, c)": beside_a_constant(name) for name in NAMES},
    "c - x": lambda x: C - x,
    "c / x": lambda x: C / x,
    "c ** x": lambda x: C**x,
    "c // x": lambda x: C // x,
    "c % x": lambda x: C % x,
    "x * 3 + 2": lambda x: x * 3 + 2,
    "add, alpha": lambda x: torch.add(x, C, alpha=0.5),
    "a tensor": lambda x: x * torch.tensor(C),
    "where": lambda x: torch.where(x > 0.5, C, x),
    "where of numbers": lambda x: torch.where(x > 0.5, C, 1.0),
    "in place": lambda x: x.clone().add_(C).mul_(C),
    "lerp": lambda x: torch.lerp(x, x * 2, C),
    "gelu": lambda x: functional.gelu(x) * C,
    "mse": lambda x: functional.mse_loss(x, x * C),
    "floor": lambda x: torch.div(x, C, rounding_mode="floor"),
}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::torch.jit.TracerWarning")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16], ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_traced_function_with_a_constant_has_the_bits_of_the_function(name, dtype):
    function = FUNCTIONS[name]
    x, y = torch.tensor([0.25, 0.5, 0.75]).to(dtype), torch.tensor([0.125, 0.5, 0.875]).to(dtype)
    with reproducible("c:baseline"):
        wanted = function(y)
        traced = torch.jit.trace(function, x)  # this compares the trace with the function itself
        got = traced(y)
    assert got.dtype == wanted.dtype
    assert torch.equal(got, wanted)


ALONE = {
    "add": torch.ops.aten.add.Tensor,
    "sub": torch.ops.aten.sub.Tensor,
    "mul": torch.ops.aten.mul.Tensor,
    "div": torch.ops.aten.div.Tensor,
    "floor_divide": torch.ops.aten.floor_divide.default,
}


@pytest.mark.parametrize("default", [torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize("given", [(0.375, 0.1), (0.375, 2), (3, 0.1), (3, 2)])
@pytest.mark.parametrize("name", ALONE)
def test_an_op_of_numbers_alone_has_the_dtype_that_pytorch_gives_it(name, given, default):
    torch.set_default_dtype(default)
    try:
        wanted = ALONE[name](*given)
        with reproducible("c:baseline"):
            got = ALONE[name](*given)
    finally:
        torch.set_default_dtype(torch.float32)
    assert got.dtype == wanted.dtype
    assert got.shape == wanted.shape
    torch.testing.assert_close(got, wanted, rtol=1e-6, atol=0.0)
