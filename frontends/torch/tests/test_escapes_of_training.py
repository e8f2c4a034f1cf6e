"""Ways in which training reaches ops inside a block: loss scaling, functional transforms, hooks.

The context `inside` observes every op that computes floating-point numbers, and compares these ops
with the ops that the block counted.
"""

import math

import pytest
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

from samebits.torch import current, reproducible
from samebits.torch.tests.by_spec import by_spec, same
from samebits.torch.tests.independent import values
from samebits.torch.tests.seeing import assert_same, bits_of, inside, layers, small

F32 = torch.float32


# Autocast and loss scaling


def scaled_step(model, scaler, optimizer, x, spoil=False):
    """Take a step in binary16 with a scaled loss; return gradients before and after `unscale_`."""
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.float16):
        loss = nn.functional.cross_entropy(model(x), torch.arange(5) % 3)
    scaler.scale(loss).backward()
    if spoil:
        model[0].weight.grad[0, 0] = math.inf
    before = bits_of(*(p.grad for p in model.parameters()))
    scaler.unscale_(optimizer)
    after = bits_of(*(p.grad for p in model.parameters()))
    scaler.step(optimizer)
    scaler.update()
    return before, after


def trained(steps, spoil=-1, save_at=-1):
    """Train, and save and resume at step `save_at` if given; return the weights and the scales."""
    model, scales = layers(), []
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.5)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0, growth_interval=2)
    for number in range(steps):
        if number == save_at:
            kept = [x.state_dict() for x in (model, optimizer, scaler)]
            model = layers()
            optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
            scaler = torch.amp.GradScaler("cpu")
            for one, state in zip((model, optimizer, scaler), kept, strict=True):
                one.load_state_dict(state)
        x = small(5, 4, seed=number)
        scaled_step(model, scaler, optimizer, x, spoil=number == spoil)
        scales.append(scaler.get_scale())
    return bits_of(*model.parameters()), scales


def test_autocast_to_binary16_with_a_scaled_loss_is_inside():
    model, x = layers(), small(5, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=1000.0)
    with inside() as block:
        before, after = scaled_step(model, scaler, optimizer, x)
    assert {"_amp_foreach_non_finite_check_and_unscale_", "_amp_update_scale_"} <= {*block.counts}
    scale = torch.tensor(1000.0)
    for found, gradient in zip(after, before, strict=True):
        wanted = by_spec(
            "unscale", [gradient, scale], [gradient, torch.empty((), dtype=torch.bool)]
        )
        assert same(found, wanted[0])


def test_a_step_with_an_infinite_gradient_is_left_out_and_the_scale_falls():
    with inside():
        weights, scales = trained(4, spoil=1)
    with inside():
        once, _ = trained(1)
        twice, _ = trained(2, spoil=1)
    assert scales == [1024.0, 512.0, 512.0, 1024.0]
    assert_same(twice, once)
    assert not all(same(a, b) for a, b in zip(weights, twice, strict=True))


def test_a_scaler_that_is_saved_and_restored_goes_on_with_the_same_bits():
    with inside():
        whole, scales = trained(5, spoil=2)
        resumed, again = trained(5, spoil=2, save_at=3)
    assert_same(resumed, whole)
    assert again == scales


# Transformations of functions


@pytest.mark.filterwarnings("ignore:.*torch.jit.script")
def test_forward_mode_and_functional_gradients_are_inside():
    x, v = small(4, 4), small(4, 4, seed=1)

    def f(a):
        return (a @ a).tanh() * a

    with inside():
        y, slope = torch.func.jvp(f, (x,), (v,))
        (gradient,) = torch.func.vjp(f, x)[1](v)
        along = (slope * v).sum(), (torch.func.grad(lambda a: (f(a) * v).sum())(x) * v).sum()
    with inside():
        leaf = x.clone().requires_grad_()
        plain = f(leaf)
        plain.backward(v)
    assert_same([y, gradient], [plain.detach(), leaf.grad])
    torch.testing.assert_close(*along)


def test_a_functional_call_is_inside():
    model, x = layers(), values(F32, (5, 4), 1)
    other = {k: p.detach() * 0.5 for k, p in model.named_parameters()}
    with inside() as block:
        found = torch.func.functional_call(model, other, (x,))
        counts = block.counts.copy()
    model.load_state_dict(other)
    with inside() as block:
        wanted = model(x)
        assert block.counts == counts
    assert_same([found], [wanted])


# Autograd's own hooks


@pytest.mark.parametrize("reentrant", [False, True])
def test_a_checkpoint_is_inside_and_changes_no_bit(reentrant):
    def run(wrap):
        model = layers()
        x = values(F32, (5, 4), 1).requires_grad_()
        y = wrap(model, x)
        y.backward(torch.ones_like(y))
        return bits_of(y, x.grad, *(p.grad for p in model.parameters()))

    with inside() as block:
        plain = run(lambda model, x: model(x))
        once = block.counts["addmm"]
    with inside() as block:
        again = run(lambda model, x: checkpoint(model, x, use_reentrant=reentrant))
        computed_twice = once if reentrant else once - 1  # the last op is not repeated
        assert block.counts["addmm"] == once + computed_twice
    assert_same(again, plain)


def test_hooks_on_saved_tensors_are_inside():
    x = values(F32, (4, 4), 1)

    def run(*hooks):
        leaf = x.clone().requires_grad_()
        with torch.autograd.graph.saved_tensors_hooks(*hooks):
            y = leaf.exp() * leaf
        y.backward(torch.ones_like(y))
        return leaf.grad

    with inside() as block:
        plain = run(lambda t: t, lambda t: t)
        assert block.counts["mul.Tensor"] == 4
        doubled = run(lambda t: t * 2.0, lambda t: t * 0.5)
        assert block.counts["mul.Tensor"] == 4 + 4 + 2 * 3
        with torch.autograd.graph.save_on_cpu():
            leaf = x.clone().requires_grad_()
            y = leaf.exp() * leaf
        y.backward(torch.ones_like(y))
    assert_same([doubled, leaf.grad], [plain, plain])


def test_an_error_in_a_backward_pass_leaves_the_block_and_pytorch_as_they_were():
    class Failing(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2.0

        @staticmethod
        def backward(ctx, grad):
            raise ValueError("on purpose")

    def work(x):
        return (x @ x).exp().sum()

    x = values(F32, (4, 4), 1)
    plain = work(x)
    with inside():
        wanted = work(x)
        leaf = x.clone().requires_grad_()
        with pytest.raises(ValueError, match="on purpose"):
            Failing.apply(leaf * 3.0).sum().backward()
        assert leaf.grad is None
        assert_same([work(x)], [wanted])
    assert current() is None
    assert_same([work(x)], [plain])
    with pytest.raises(ValueError, match="on purpose"), reproducible("c:baseline"):
        Failing.apply(leaf * 3.0).sum().backward()
    assert current() is None
    assert_same([work(x)], [plain])
