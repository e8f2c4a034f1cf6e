"""A call with a NaN scalar (G3.7) raises a `WrongCall` that names it, and reaches no backend."""

from __future__ import annotations

import math

import pytest
import torch

from samebits.spec.catalog import get_op
from samebits.torch import WrongCall, calls, reproducible


def test_a_step_with_a_scalar_that_is_NaN_is_a_wrong_call_that_names_the_scalar() -> None:
    weight = torch.nn.Parameter(torch.ones(3))
    weight.grad = torch.ones(3)
    step = torch.optim.AdamW([weight], lr=math.inf, weight_decay=0.0, fused=True)
    with (
        reproducible("c"),
        pytest.raises(WrongCall, match=r"lr \* weight_decay.* lr=inf, weight_decay=0\.0.*G3\.7"),
    ):
        step.step()
    assert weight.tolist() == [1.0, 1.0, 1.0]


def test_the_call_is_refused_before_a_session_is_asked() -> None:
    """`call_on` does not get a session, so it cannot use one."""
    tensors = [torch.ones(3) for _ in range(4)]
    wrong = {"lr": 0.0, "weight_decay": math.inf}
    with pytest.raises(calls.CallError, match="adamw: the scalar .* is NaN with lr=0"):
        calls.call_on("adamw", tensors, tensors[:3], wrong)
    assert calls.call_on("adamw", tensors, tensors[:3], {}).op == get_op("adamw").name
