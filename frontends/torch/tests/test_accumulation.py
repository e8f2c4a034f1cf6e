"""The tree of the gradients of micro-batches equals the gradient of the whole batch (G4)."""

import pytest
import torch
from torch import nn

from samebits.common.errors import SamebitsError
from samebits.torch import TreeAccumulator, reproducible
from samebits.torch.tests.by_spec import same


def network():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 2))


def rows(count):
    torch.manual_seed(1)
    return torch.randn(count, 3), torch.randn(count, 2)


def loss(net, x, y):
    return nn.functional.mse_loss(net(x), y, reduction="sum")


@pytest.mark.parametrize(("micro", "size"), [(2, 256), (3, 256), (5, 256), (8, 256), (3, 512)])
def test_G4_the_tree_of_micro_batches_is_the_whole_batch(micro, size):
    with reproducible("c:baseline"):
        net, (x, y) = network(), rows(micro * size)
        loss(net, x, y).backward()
        wanted = [p.grad for p in net.parameters()]
        net.zero_grad()
        with TreeAccumulator(net.parameters()) as accumulator:
            for part in range(micro):
                cut = slice(part * size, (part + 1) * size)
                loss(net, x[cut], y[cut]).backward()
                accumulator.add()
        assert all(same(p.grad, w) for p, w in zip(net.parameters(), wanted, strict=True))


def test_G4_autograd_s_own_sum_of_micro_batches_is_another_tree():
    with reproducible("c:baseline"):
        net, (x, y) = network(), rows(2048)
        loss(net, x, y).backward()
        wanted = [p.grad.clone() for p in net.parameters()]
        net.zero_grad()
        for part in range(8):
            cut = slice(part * 256, (part + 1) * 256)
            loss(net, x[cut], y[cut]).backward()
        assert not all(same(p.grad, w) for p, w in zip(net.parameters(), wanted, strict=True))


def test_gradients_of_before_and_micro_batches_that_are_not_added_are_errors():
    with reproducible("c:baseline"):
        net, (x, y) = network(), rows(256)
        with pytest.raises(SamebitsError, match="not added"), TreeAccumulator(net.parameters()):
            loss(net, x, y).backward()
        with pytest.raises(SamebitsError, match="zero_grad"), TreeAccumulator(net.parameters()):
            pass


def test_a_parameter_without_a_gradient_keeps_none():
    with reproducible("c:baseline"):
        p = nn.Parameter(torch.ones(2))
        with TreeAccumulator([p]) as accumulator:
            accumulator.add()
        assert p.grad is None
