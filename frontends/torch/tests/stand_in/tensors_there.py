"""Ops return bit-identical results on tensors of a device and on the CPU."""

import threading

import pytest
import torch
from torch import nn

from samebits.common.errors import SamebitsError
from samebits.torch import NoCanonicalDefinition, from_torch_module, reproducible
from samebits.torch.places import HOST, autograd_keys, device_of, places
from samebits.torch.tests import opinfo
from samebits.torch.tests.stand_in.comparing import BACKEND, both, same
from samebits.torch.tests.stand_in.device import missing
from samebits.torch.tests.test_opinfo import PARTS, part

if missing():
    pytest.skip(f"tensors of a device are not tried: {missing()}", allow_module_level=True)


def test_the_device_is_known_with_its_keys(device):
    kinds = [place.type for place in places()]
    assert kinds == ["cpu", "emulated"]
    assert places()[0] is HOST
    x = torch.zeros(2, device=device)
    assert torch._C._dispatch_keys(x).has(torch._C.DispatchKey.PrivateUse1)
    assert "AutogradPrivateUse1" in repr(autograd_keys("emulated"))
    with reproducible(BACKEND) as block:
        assert sorted(block.computes) == kinds
        assert block.computes["emulated"].device == device
        assert device_of(block.computes["emulated"].session) == device
        assert device_of(block.compute.session) is None


def test_outside_of_a_block_and_after_it_the_device_has_bits_of_its_own(device):
    x = torch.linspace(0, 1, 9)
    there = x.to(device)
    assert torch.equal(there.cpu(), x)
    before = (there + there).cpu()
    assert not torch.equal(before, x + x)
    with reproducible(BACKEND):
        assert torch.equal((there + there).cpu(), x + x)
    assert torch.equal((there + there).cpu(), before)


def test_draws_are_those_of_the_host(device):
    def run(place):
        numbers = torch.empty(50, device=place, dtype=torch.int32)
        return [
            torch.rand(40, device=place),
            torch.randn(40, device=place, dtype=torch.bfloat16),
            torch.randint(-5, 99, (40,), device=place),
            torch.randperm(33, device=place),
            numbers.random_(),
            numbers.clone().random_(3, 9),
            torch.nn.functional.dropout(torch.ones(40, device=place), 0.4),
            torch.bernoulli(torch.full((40,), 0.3, device=place)),
            torch.multinomial(torch.ones(3, 9, device=place), 4),
            torch.nn.init.trunc_normal_(torch.empty(30, device=place)),
            torch.rand(3, device=place, generator=torch.Generator().manual_seed(7)),
            torch.nn.functional.scaled_dot_product_attention(
                *(torch.randn(1, 2, 5, 8).to(place) for _ in "qkv"), dropout_p=0.5
            ),
        ]

    same(device, run)


def test_of_several_updates_of_one_place_the_last_holds_of_integers_too(device):
    def run(place):
        index = torch.tensor([[0, 1, 1], [0, 1, 2], [0, 1, 1]], device=place)
        results = []
        for dtype in (torch.float32, torch.int64, torch.bool):
            source = (torch.arange(9, device=place) % 5).view(3, 3).to(dtype)
            x = torch.zeros(4, 3, dtype=dtype, device=place)
            some = torch.tensor([1, 3, 1, -1], device=place)
            results += [
                x.scatter(0, index, source),
                torch.scatter(x, 0, index, source, out=torch.empty(0, dtype=dtype, device=place)),
                x.clone().scatter_(1, index[:, :2], source),
                x.clone().index_copy_(0, some % 4, source[[0, 1, 2, 0]]),
                x.clone().index_put_((some, some - 1), source.flatten()[:4]),
                x.clone().put_(some, source.flatten()[:4]),
                x.scatter(1, index[:0], source[:0]),
                x.scatter(0, torch.arange(3, device=place)[None], source),
            ]
        return results

    same(device, run)


def test_indices_of_equal_integers_are_those_of_the_host(device):
    def run(place):
        x = torch.tensor([[3, 1, 3, 1, 2, 2], [0, 0, 0, 5, 5, 5]], device=place)
        results = []
        for y in (x, x.float(), x.to(torch.bfloat16)):
            results += [
                *torch.kthvalue(y, 3, 1),
                *torch.median(y, 1, keepdim=True),
                *torch.nanmedian(y, 1),
                *torch.mode(y, 1),
                *torch.sort(y, 1),
                *torch.topk(y.float(), 3, 1),
                torch.argsort(y, 1, descending=True),
                torch.median(y),
            ]
        return results

    same(device, run)


def test_a_softmax_to_binary32_of_16_bits_as_pytorch_asks_for_it_on_a_gpu(device):
    x = (torch.arange(12.0).view(3, 4).sin() * 3).half().to(device)
    with reproducible(BACKEND):
        for name in ("_softmax", "_log_softmax"):
            op = getattr(torch.ops.aten, name)
            y = op(x, 1, True)
            wanted = op(x.float(), 1, False)
            assert y.dtype is torch.float32
            assert torch.equal(y.cpu(), wanted.cpu())
            back = getattr(torch.ops.aten, f"{name}_backward_data")(y * 2, y, 1, torch.float16)
            assert back.dtype is torch.float16
    with reproducible(), pytest.raises(RuntimeError, match="not supported on CPU"):
        torch.ops.aten._softmax(x.cpu(), 1, True)


def test_indices_may_lie_on_the_host(device):
    def run(place):
        x = torch.linspace(-1, 1, 20).view(5, 4).to(place).requires_grad_()
        rows, columns = torch.tensor([1, 3, 1, -1]), torch.tensor([0, 2, 0, 1])
        y = x[rows].sum() + (x[rows, columns] * 3).sum()
        y.backward()
        z = x.detach().clone()
        z[rows] = torch.arange(16.0, device=place).view(4, 4)
        z.index_put_((rows, columns), torch.ones(4, device=place), accumulate=True)
        return [y, x.grad, z]

    same(device, run)


def test_what_lies_on_the_host_beside_a_device(device):
    def run(place):
        x = torch.linspace(-2, 2, 12).view(3, 4).to(place)
        two = torch.tensor(2.0)
        return [
            x * two,
            two - x,
            torch.where(x > 0, x, torch.tensor(-1.0)),
            torch.lerp(x, x + 1, torch.tensor(0.25)),
            x.clamp(max=torch.tensor(0.5)),
            x.masked_fill(x > 1, torch.tensor(7.0)),
            torch.addcmul(x, x, x, value=0.3),
            x.clone().fill_(two),
        ]

    same(device, run)
    with reproducible(BACKEND), pytest.raises(SamebitsError, match="is a tensor on the host"):
        torch.ones(3, device=device) + torch.ones(3)


def test_conversions_on_the_way_between_devices(device):
    x = torch.randn(3, 5)

    def run(place):
        there = x.to(place, torch.bfloat16)
        back = there.to("cpu", torch.float32)
        target = torch.empty(3, 5, dtype=torch.float16, device=place)
        target.copy_(x)
        again = torch.empty(3, 5)
        again.copy_(target)
        return [
            there,
            back,
            target,
            again,
            there.to(x),
            nn.Linear(5, 2).to(place, torch.float16).weight,
        ]

    same(device, run)


def test_layouts_broadcasts_and_results_in_place(device):
    def run(place):
        x = torch.linspace(-1, 1, 24).view(2, 3, 4).to(place)
        row, column = x[0, 0], x[:, :, :1]
        out = torch.empty(0, device=place)
        torch.exp(x, out=out)
        y = x.clone()
        y.add_(row).mul_(column)
        y[:, 1].neg_()
        z = torch.empty(4, 3, 2, device=place).permute(2, 1, 0)
        torch.mul(x, column, out=z)
        return [x + row, x.mT * x.mT, row.expand(2, 3, 4) - x, out, y, z, x[:, ::2] / x[:, 1:2]]

    same(device, run)


def test_ops_without_a_kernel_of_the_session_are_computed_on_copies(device):
    def run(place):
        x = torch.randn(5, 2, 4).to(place).requires_grad_()
        labels = torch.tensor([[1, 2], [3, 1]], device=place)
        loss = torch.nn.functional.ctc_loss(x.log_softmax(2), labels, (5, 5), (2, 2))
        image = torch.randn(1, 2, 5, 4, dtype=torch.float64).to(place).requires_grad_()
        wide = torch.nn.functional.interpolate(image, size=(8, 9), mode="bicubic")
        (loss + wide.sum()).backward()
        return [loss, wide, x.grad, image.grad]

    same(device, run)


def test_aligned_products(device):
    def run(place):
        a, b = (torch.randn(4, 9).to(place).requires_grad_() for _ in "ab")
        product = torch.nn.functional.linear(a, b) + torch.einsum("ik,jk->ij", a, b)
        product.sum().backward()
        return [product, a.grad, b.grad]

    same(device, run, contraction="aligned:16x8")
    plain, aligned = (both(device, run, contraction=chosen)[1] for chosen in ("T4", "aligned:16x8"))
    assert plain != aligned


def test_other_threads_and_backward_passes_outside_of_the_block_that_computed(device):
    def run(place):
        x = torch.linspace(-1, 1, 7).to(place).requires_grad_()
        y = x.exp().sum()
        found = []
        thread = threading.Thread(target=lambda: found.append(torch.tanh(x.detach() * 3)))
        thread.start()
        thread.join()
        y.backward()
        return [*found, y, x.grad]

    same(device, run)


def test_what_still_waits_at_the_end_of_a_block_is_carried_out(device):
    with reproducible(BACKEND):
        x = torch.full((1000,), 3.0, device=device)
        y = (x * x).sqrt() - 1
    assert y.cpu().tolist() == [2.0] * 1000


def test_a_block_that_does_not_compute_there_refuses(device):
    x = torch.ones(3, device=device)
    with (
        reproducible(),
        pytest.raises(NoCanonicalDefinition, match="emulated: move them"),
    ):
        x + x
    with reproducible():
        assert (torch.arange(3, device=device) * 2).cpu().tolist() == [0, 2, 4]
        assert torch.cat([x, x]).cpu().tolist() == [1.0] * 6
    with reproducible(strict=False) as block:
        x + x
    assert block.let_through == {"add.Tensor": 1}
    with reproducible(BACKEND):
        with reproducible("auto"), pytest.raises(NoCanonicalDefinition):
            x + x
        assert (x + x).cpu().tolist() == [2.0] * 3


def test_memory_may_be_told_to_be_in_use_on_a_stream(device):
    stream = torch.Stream(stream_id=0, device_index=0, device_type=20)
    with reproducible(BACKEND):
        torch.ops.aten.record_stream(torch.ones(3, device=device), stream)


def test_a_model_of_a_device_opens_no_block_of_its_own(device):
    with pytest.raises(SamebitsError, match="weight is on emulated:0"):
        from_torch_module(nn.Linear(2, 2).to(device))


def test_inference_mode_vmap_and_functions_of_ones_own(device):
    class Twice(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2.1

        @staticmethod
        def backward(ctx, g):
            return g * 2.1

    def run(place):
        x = torch.linspace(-1, 1, 6).view(2, 3).to(place).requires_grad_()
        with torch.inference_mode():
            first = torch.softmax(x, 1)
        Twice.apply(x).exp().sum().backward()
        mapped = torch.vmap(lambda row: row.logsumexp(0))(x)
        return [first.clone(), mapped, x.grad]

    same(device, run)


def test_a_device_that_is_a_context_gives_its_tensors_within_a_block(device):
    for place in ("meta", device):
        with reproducible(), torch.device(place):
            for x in (torch.empty(3), torch.zeros(3), torch.empty_strided((2,), (1,))):
                assert x.device.type == torch.device(place).type
            assert nn.Conv2d(1, 1, 1, device="meta").weight.is_meta


@pytest.mark.parametrize("dtype", ["f64", "f32", "bf16"])
def test_ops_of_a_part_of_pytorchs_data_base(dtype):
    pytest.importorskip("expecttest", reason="PyTorch's own tests need it: pip install expecttest")
    found = opinfo.verdicts(dtype, part(), PARTS, there=True)
    bad = {n: f.reasons for n, f in found.items() if f.verdict in ("wrong", "error", "untainted")}
    assert found
    assert not bad
