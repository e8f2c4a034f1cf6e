"""Writes to overlapping memory are refused if PyTorch refuses them, with PyTorch's message."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
import torch

from samebits.torch import reproducible


def where(block):
    """Return a block, or an empty context."""
    return reproducible("c:baseline") if block else nullcontext()


def memory(n=13):
    return torch.arange(1.0, n + 1.0) / 8.0


def shifted():
    """Return two views of one tensor that overlap in all elements except one."""
    x = memory()
    return x[1:], x[:-1]


def square():
    return memory(16).view(4, 4)


PARTLY = {
    "add_": lambda x, y: x.add_(y),
    "sub_": lambda x, y: x.sub_(y, alpha=0.5),
    "mul_": lambda x, y: x.mul_(y),
    "div_": lambda x, y: x.div_(y),
    "pow_": lambda x, y: x.pow_(y),
    "fmod_": lambda x, y: x.fmod_(y),
    "atan2_": lambda x, y: x.atan2_(y),
    "copysign_": lambda x, y: x.copysign_(y),
    "addcmul_, first": lambda x, y: x.addcmul_(y, torch.ones(12)),
    "addcmul_, second": lambda x, y: x.addcmul_(torch.ones(12), y),
    "addcdiv_": lambda x, y: x.addcdiv_(torch.ones(12), y),
    "lerp_": lambda x, y: x.lerp_(y, 0.5),
    "clamp_": lambda x, y: x.clamp_(min=y),
    "lt_": lambda x, y: x.lt_(y),
    "exp, out": lambda x, y: torch.exp(y, out=x),
    "add, out": lambda x, y: torch.add(y, 1.0, out=x),
    "maximum, out": lambda x, y: torch.maximum(torch.ones(12), y, out=x),
    "cumsum, out": lambda x, y: torch.cumsum(y, 0, out=x),
    "lists": lambda x, y: torch._foreach_add_([torch.ones(2), x], [torch.ones(2), y]),
}


@pytest.mark.parametrize("name", PARTLY)
def test_a_write_that_overlaps_an_operand_in_part_is_an_error_and_writes_nothing(name):
    texts = []
    for block in (False, True):
        x, y = shifted()
        with (
            where(block),
            pytest.raises(RuntimeError, match="some elements of the input tensor") as error,
        ):
            PARTLY[name](x, y)
        texts.append(str(error.value))
        if block:
            assert torch.equal(x, memory()[1:])
    assert texts[0] == texts[1]


def test_the_transpose_of_a_tensor_overlaps_it_in_part():
    for x in (square(), torch.ones(2, 4, 4)):
        with (
            reproducible("c:baseline"),
            pytest.raises(RuntimeError, match="some elements of the input tensor"),
        ):
            x.mul_(x.mT)


REPEATED = {
    "add_ a number": lambda x: x.add_(1.0),
    "add_": lambda x: x.add_(torch.ones(5)),
    "mul_ by itself": lambda x: x.mul_(x),
    "exp_": lambda x: x.exp_(),
    "sqrt_": lambda x: x.sqrt_(),
    "normal_": lambda x: x.normal_(),
    "exp, out": lambda x: torch.exp(torch.ones(5), out=x),
    "add, out": lambda x: torch.add(torch.ones(5), 1.0, out=x),
    "lists": lambda x: torch._foreach_mul_([x], 2.0),
}


@pytest.mark.parametrize("name", REPEATED)
def test_a_write_to_an_expanded_tensor_is_an_error_and_writes_nothing(name):
    for block in (False, True):
        x = torch.full((1,), 0.5).expand(5)
        with (
            where(block),
            pytest.raises(RuntimeError, match="more than one element of the written-to tensor"),
        ):
            REPEATED[name](x)
        if block:
            assert x.tolist() == [0.5] * 5


def test_an_operand_that_is_the_target_is_read_before_it_is_written():
    with reproducible("c:baseline"):
        x = square()
        wanted = x * x, x @ x, torch.cumsum(x, 0), x.softmax(1)
        y = square()
        y.mul_(y)
        z, w, v = square(), square(), square()
        torch.mm(z, z.view(4, 4), out=z)
        torch.cumsum(w, 0, out=w)
        torch.softmax(v.view(4, 4), 1, out=v)
    for a, b in zip(wanted, (y, z, w, v), strict=True):
        assert torch.equal(a, b)


@pytest.mark.parametrize("device", ["c:baseline", "auto"])
def test_views_with_gaps_are_read_before_they_are_written(device):
    """PyTorch does not check such views, so its result depends on the order of its loop."""
    for n in (9, 100):
        with reproducible(device):
            x = memory(n * n).view(n, n)
            wanted = x[:, 1:] + x[:, :-1]
            y = x.clone()
            y[:, 1:].add_(y[:, :-1])
            z = x.clone()
            torch._foreach_add_([z[:, 1:]], [z[:, :-1]])
        assert torch.equal(y[:, 1:], wanted)
        assert torch.equal(z[:, 1:], wanted)


def test_disjoint_parts_of_one_tensor_and_empty_ones_are_no_overlap():
    with reproducible("c:baseline"):
        x = memory(12)
        x[:6].add_(x[6:])
        x.view(3, 4)[:, :2].mul_(x.view(3, 4)[:, 2:])
        torch.ones(0).expand(3, 0).add_(1.0)
        torch.ones(1, 3).expand(1, 3).add_(1.0)
    assert x[:2].tolist() == [(1 + 7) / 8 * (3 + 9) / 8, (2 + 8) / 8 * (4 + 10) / 8]


@pytest.mark.parametrize(
    "write",
    [
        lambda x: x[:2].__setitem__(slice(None), x[0, 0]),
        lambda x: x.fill_(x[0, 0]),
        lambda x: x.masked_fill_(x > 0, x[0, 0]),
        lambda x: x.index_fill_(0, torch.tensor([1, 2]), x[0, 0]),
        lambda x: x.__setitem__(x > 0, x[0, 0]),
    ],
)
def test_an_element_that_is_read_as_a_number_may_be_overwritten(write):
    """In these ops PyTorch reads a tensor of rank 0 as a number before it writes."""
    plain, mine = (torch.arange(-3.0, 6.0).view(3, 3) for _ in range(2))
    write(plain)
    with reproducible():
        write(mine)
    assert torch.equal(mine, plain)


ONE_VALUE = {
    "zero_": lambda x: x.zero_(),
    "fill_": lambda x: x.fill_(3.0),
    "masked_fill_ with a tensor": lambda x: x.masked_fill_(
        torch.ones(5, dtype=torch.bool), torch.tensor(3.0)
    ),
    "masked_fill_": lambda x: x.masked_fill_(torch.ones(5, dtype=torch.bool), 3.0),
    "index_fill_": lambda x: x.index_fill_(0, torch.tensor([1]), 3.0),
}


@pytest.mark.filterwarnings("ignore:Use of .* on expanded tensors is deprecated")
@pytest.mark.parametrize("name", ONE_VALUE)
def test_one_value_may_be_written_to_elements_that_share_a_place(name):
    made = []
    for block in (False, True):
        x = torch.ones(1).expand(5)
        with where(block):
            ONE_VALUE[name](x)
        made.append(x.tolist())
    assert made[0] == made[1]


def test_the_gradient_of_a_sum_may_be_filled():
    with reproducible("c:baseline"):
        b = torch.arange(4.0, requires_grad=True)
        (g,) = torch.autograd.grad(b.sum(), b)
        assert g.zero_().tolist() == [0.0] * 4


RESIZED = {
    "max": lambda x: torch.max(x, 1, out=(x[:, :2], torch.empty(0, dtype=torch.long))),
    "median": lambda x: torch.median(x, 1, out=(x[:, :2], torch.empty(0, dtype=torch.long))),
    "kthvalue": lambda x: torch.kthvalue(x, 2, 1, out=(x, torch.empty(0, dtype=torch.long))),
    "topk": lambda x: torch.topk(x, 2, 1, out=(x[:, 0], torch.empty(0, dtype=torch.long))),
}


@pytest.mark.filterwarnings("ignore:An output with one or more elements was resized")
@pytest.mark.parametrize("name", RESIZED)
def test_a_place_that_would_be_resized_over_an_operand_is_refused(name):
    for block in (False, True):
        x = square()
        with where(block), pytest.raises(RuntimeError, match="some elements of the input tensor"):
            RESIZED[name](x)
        if block:
            assert torch.equal(x, square())
