"""Lowerings compute results that are near to PyTorch's.

Bits may differ from PyTorch's; other tests compare them with the specification. A lowering that
computes something else fails here by a wide margin.
"""

import pytest
import torch

from samebits.torch import reproducible
from samebits.torch.tests.independent import values

A = values(torch.float64, (50,), 1, low=0.1)
B = values(torch.float64, (50,), 2, low=0.1)
D = values(torch.float64, (50,), 3, low=0.1)

IN_BINARY64 = {
    "add": lambda: A + B,
    "sub": lambda: torch.sub(A, B, alpha=0.3),
    "rsub": lambda: torch.rsub(A, B, alpha=0.3),
    "div": lambda: 2 - A / B,
    "floor_divide": lambda: torch.floor_divide(A * 10, -B),
    "trunc": lambda: torch.div(A * 10, -B, rounding_mode="trunc"),
    "remainder": lambda: torch.remainder(A, -B),
    "remainder of a number": lambda: torch.remainder(2.5, B),
    "fmod": lambda: torch.fmod(A, -B),
    "addcmul": lambda: torch.addcmul(A, B, D, value=0.3),
    "addcdiv": lambda: torch.addcdiv(A, B, D, value=0.3),
    "lerp": lambda: torch.lerp(A, B, 0.3),
    "lerp with a tensor": lambda: torch.lerp(A, B, D),
    "clamp": lambda: A.clamp(1, 3),
    "clamp with tensors": lambda: torch.clamp(A, B, D),
    "fmax": lambda: torch.fmax(A, B) - torch.fmin(A, B),
    "pow": lambda: A.pow(2) + A.pow(0.5) - A.pow(-1),
    "round": lambda: torch.round(A * 100, decimals=1) + torch.round(A * 100, decimals=-1),
    "frac": lambda: torch.frac(-A),
    "softshrink": lambda: torch.nn.functional.softshrink(A - 2, 0.7),
    "hardshrink": lambda: torch.nn.functional.hardshrink(A - 2, 0.7),
    "prelu": lambda: torch.nn.functional.prelu(A - 2, torch.tensor([0.3], dtype=A.dtype)),
    "hardtanh": lambda: torch.nn.functional.hardtanh(A - 2),
    "mse_loss": lambda: torch.nn.functional.mse_loss(A, B),
    "l1_loss": lambda: torch.nn.functional.l1_loss(A, B, reduction="none"),
    "smooth_l1_loss": lambda: torch.nn.functional.smooth_l1_loss(A, B, beta=0.7),
    "huber_loss": lambda: torch.nn.functional.huber_loss(A, B, delta=0.7),
}


@pytest.mark.parametrize("name", IN_BINARY64)
def test_in_binary64_results_are_near_those_of_pytorch(name):
    plain = IN_BINARY64[name]()
    with reproducible("c:baseline"):
        got = IN_BINARY64[name]()
    torch.testing.assert_close(got, plain, rtol=1e-9, atol=1e-9)
