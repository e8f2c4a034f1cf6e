"""The multilabel margin loss sums over pairs of a target and a class that is no target."""

import pytest
import torch
from torch.nn import functional

from samebits.torch import reproducible
from samebits.torch.tests.independent import assert_bits
from samebits.torch.tests.several import numbers, with_gradients

PLAIN = (torch.float32, torch.float64)


@pytest.fixture(autouse=True)
def _block():
    with reproducible("c:baseline"):
        yield


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
def test_G7_the_loss_adds_pairs_in_order_and_counts_for_the_gradient(dtype, reduction):
    x = numbers(dtype, 2, 4)
    target = torch.tensor([[3, 0, -1, 1], [2, -1, 0, 0]])
    losses, counts = [], torch.zeros(2, 4, dtype=dtype)
    for row, own in enumerate(([3, 0], [2])):
        terms = torch.zeros(4, 4, dtype=dtype)
        for k, t in enumerate(own):
            for d in range(4):
                z = torch.clamp_min((1.0 - x[row, t]) + x[row, d], 0.0)
                if d not in own and z > 0:
                    terms[k, d] = z
                    counts[row, d] += 1
                    counts[row, t] -= 1
        losses.append(terms.flatten().sum() / 4)
    wanted = torch.stack(losses)
    wanted = wanted if reduction == "none" else getattr(torch, reduction)(wanted)
    g = numbers(dtype, *wanted.shape, seed=3)

    def loss(x):
        return functional.multilabel_margin_loss(x, target, reduction=reduction)

    y, grad = with_gradients(loss, g, x)
    assert_bits(y, wanted)
    share = g.reshape(-1, 1) / 2 if reduction == "mean" else g.reshape(-1, 1)
    assert_bits(grad, share / 4 * counts)


def test_a_target_that_stands_twice_counts_twice_and_a_vector_has_one_loss():
    x = torch.tensor([0.0, 0.5, 0.0], requires_grad=True)
    y = functional.multilabel_margin_loss(x, torch.tensor([1, 1, -1]), reduction="none")
    y.backward()
    assert y.shape == ()
    assert y.item() == torch.tensor(2.0 / 3).item()
    third = torch.tensor(1.0) / 3
    assert_bits(x.grad, torch.stack([third * 2, third * -4, third * 2]))


def test_targets_out_of_range_are_errors():
    for target in ([3, -1, -1], [-2, 0, 0]):
        with pytest.raises(RuntimeError, match="out of range"):
            functional.multilabel_margin_loss(torch.ones(3), torch.tensor(target))
    with pytest.raises(RuntimeError, match="inconsistent target size"):
        functional.multilabel_margin_loss(torch.ones(3), torch.tensor([0, -1]))
