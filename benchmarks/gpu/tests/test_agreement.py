"""Test the comparison of two sides with tolerances.

It must detect that the sides compute different functions, and ignore differences in rounding.
"""

from __future__ import annotations

import math

import pytest

from samebits.benchmarks.gpu import agreement
from samebits.benchmarks.gpu.agreement import TOLERANCES, difference, tolerance

torch = pytest.importorskip("torch")


def _of(*values):
    return torch.tensor(values)


def test_equal_nans_and_infinities_are_equal():
    x = _of(math.nan, math.inf, -math.inf, -0.0)
    y = _of(math.nan, math.inf, -math.inf, 0.0)
    assert difference(torch, x, y, is_sum=True) == 0
    assert difference(torch, x, -y, is_sum=True) == math.inf
    assert difference(torch, _of(1.0), _of(math.nan), is_sum=True) == math.inf


def test_another_shape_is_another_result():
    assert difference(torch, torch.zeros(2, 3), torch.zeros(3, 2), is_sum=True) == math.inf


def test_a_sum_that_cancels_is_held_against_its_neighbours_and_a_function_is_not():
    ours, theirs = _of(1000.0, 0.3), _of(1000.0, 0.1)
    assert difference(torch, ours, theirs, is_sum=True) < TOLERANCES["f32"]
    assert difference(torch, ours, theirs, is_sum=False) > TOLERANCES["f32"]


def test_another_rounding_passes_and_another_function_does_not():
    x = torch.randn(1000) * 4
    assert difference(torch, x.exp(), x.double().exp().float(), is_sum=False) < TOLERANCES["f32"]
    assert difference(torch, x.exp(), x.exp2(), is_sum=False) > TOLERANCES["f32"]
    narrow = x.bfloat16()
    assert difference(torch, narrow, x, is_sum=False) < TOLERANCES["bf16"]


def test_every_part_of_a_long_array_is_compared(monkeypatch):
    monkeypatch.setattr(agreement, "CHUNK", 8)
    x = torch.ones(50)
    y = x.clone()
    y[-1] = 2
    assert difference(torch, x, y, is_sum=True) == pytest.approx(1 / 3, rel=0.05)


def test_an_aligned_product_is_as_near_as_its_narrower_operand():
    assert tolerance("f32", {}) == tolerance("f32", {"bits": (24, 24)}) == TOLERANCES["f32"]
    assert tolerance("f32", {"bits": (24, 8)}) == 0.125
