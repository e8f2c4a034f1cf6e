"""The interface of RepDL, and tests that no defect of RepDL 0.1.1 is present."""

import mpmath
import pytest
import torch
from torch import nn

import samebits.torch as repdl
from samebits.torch.tests.by_spec import by_spec, same

X = torch.tensor([[0.5, -1.0, 2.0], [3.0, 0.25, -0.125], [1.0, 1.5, -2.0]])


@pytest.fixture(autouse=True)
def one_opening():
    with repdl.reproducible("c:baseline"):
        yield


@pytest.mark.parametrize(
    "op", ["mm", "div", "sqrt", "softmax", "sum1d", "sum2d_dim0", "sum2d_dim1"]
)
def test_the_ops_are_there(op):
    operands = {"mm": (X, X), "div": (X, 10), "sum1d": (X[0],)}.get(op, (X.abs(),))
    assert torch.isfinite(getattr(repdl.ops, op)(*operands)).all()


def test_ops_have_repdl_s_arguments():
    assert same(repdl.ops.mm(X, X, transB=True), torch.mm(X, X.t()))
    assert same(repdl.ops.sum2d_dim0(X, keepdim=True, average=True), X.mean(0, keepdim=True))
    images = torch.rand(2, 3, 4, 4)
    assert same(repdl.ops.sum4d_dim023(images), images.sum((0, 2, 3)))
    kernels = torch.rand(5, 3, 3, 3, requires_grad=True)
    images.requires_grad_()
    y = repdl.ops.conv2d(images, kernels, (1, 1), (1, 1), 1)
    y.backward(torch.ones_like(y))
    slope = torch.ones_like(y)
    of_images = repdl.ops.conv2d_grad_input(images.shape, kernels, slope, (1, 1), (1, 1))
    of_kernels = repdl.ops.conv2d_grad_kernel(images, kernels.shape, slope, (1, 1), (1, 1))
    assert same(of_images, images.grad)
    assert same(of_kernels, kernels.grad)
    assert repdl.ops.cross_entropy(X, torch.tensor([0, 1, 2])).shape == (3,)


def test_all_formats_are_computed_and_not_binary32_alone():
    for dtype in (torch.float16, torch.bfloat16, torch.float64):
        assert repdl.ops.mm(X.to(dtype), X.to(dtype)).dtype is dtype


def test_log_is_correctly_rounded_on_every_operand_that_repdl_gets_wrong():
    hard = [2.6034142, 1.1121e-38, 7.6037e9, 0.9, 1.0000001, 5.7e-20]
    x = torch.tensor(hard)
    with mpmath.workprec(200):
        wanted = torch.tensor([float(mpmath.log(v)) for v in x.tolist()], dtype=torch.float64)
    assert same(repdl.ops.log(x), by_spec("cast", [wanted], torch.empty(len(hard))))


def test_batch_norm_updates_its_running_statistics():
    norm = repdl.nn.BatchNorm1d(3)
    norm(X)
    assert norm.running_mean.tolist() != [0.0, 0.0, 0.0]
    assert int(norm.num_batches_tracked) == 1


def test_adam_knows_maximize_and_is_the_step_of_the_specification():
    p = nn.Parameter(X.clone())
    p.grad = X * 0.1
    zeros = torch.zeros_like(X)
    wanted = by_spec(
        "adam", [p, p.grad, zeros, zeros], [p, zeros, zeros], lr=0.1, maximize=True, step=1
    )[0]
    repdl.optim.Adam([p], lr=0.1, maximize=True).step()
    assert same(p.detach(), wanted)


def test_cross_entropy_takes_a_batch_of_one():
    x = X[:1].clone().requires_grad_()
    repdl.nn.functional.cross_entropy(x, torch.tensor([2])).backward()
    assert torch.isfinite(x.grad).all()


def test_layers_that_no_clause_defines_are_refused_and_not_run_as_they_are():
    class Spectrum(nn.Module):
        def forward(self, x):
            return torch.fft.fft(x).real

    with pytest.raises(repdl.NoCanonicalDefinition, match="Spectrum"):
        repdl.from_torch_module(nn.Sequential(Spectrum()))(X)


def test_keys_of_sequential_stay_and_the_argument_is_not_changed():
    class Named(nn.Sequential):
        def __init__(self):
            super().__init__()
            self.add_module("first", nn.Linear(3, 2))

    model = Named().eval()
    made = repdl.from_torch_module(model)
    assert list(made.state_dict()) == ["first.weight", "first.bias"]
    assert made.training is False
    assert type(model.first) is nn.Linear


def test_a_hash_sees_buffers_names_dtypes_and_shapes():
    norm = nn.BatchNorm1d(3)
    before = repdl.utils.get_hash(norm)
    norm.running_mean.fill_(1.0)
    assert repdl.utils.get_hash(norm) != before
    zeros = torch.zeros(4)
    kinds = [zeros, zeros.view(2, 2), zeros.to(torch.int32), [zeros], {"x": zeros}, {"y": zeros}]
    assert len({repdl.utils.get_hash(x) for x in kinds}) == len(kinds)
