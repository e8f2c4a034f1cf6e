"""from_torch_module, and modules that open a block: what they preserve, guarantee and refuse."""

import copy
import pickle

import pytest
import torch
from torch import nn

import samebits.torch
from samebits.common.errors import SamebitsError
from samebits.torch import current, from_torch_module, get_hash, reproducible
from samebits.torch.tests.by_spec import same


def net():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Dropout(0.5), nn.Linear(8, 2))


X = torch.tensor([[0.1, 0.2, 0.3, 0.4], [1.0, -2.0, 3.0, -4.0], [0.7, 0.7, 0.7, 0.7]])


def gradients(model, loss):
    model.zero_grad()
    loss.backward()
    return [p.grad for p in model.parameters()]


def test_a_copy_computes_inside_forward_and_backward_and_the_rest_is_pytorch():
    model = net().eval()
    made = from_torch_module(model)
    y = made(X)
    assert current() is None
    found = gradients(made, samebits.torch.ops.sum(y))
    assert current() is None
    with reproducible():
        wanted_y = model(X)
        wanted = gradients(model, wanted_y.sum())
    assert same(y, wanted_y)
    assert all(same(a, b) for a, b in zip(found, wanted, strict=True))
    torch.fft.fft(torch.ones(2))


def test_a_loss_of_pytorch_leaves_the_model_s_own_backward_pass_inside():
    made = from_torch_module(net().eval())
    with reproducible(count=True) as block:
        gradients(made, made(X).sum())
    counted = block.counts["mm"]
    assert counted > 0
    seen = []
    made[3].register_full_backward_pre_hook(lambda *_: seen.append(current() is not None))
    gradients(made, made(X).sum())
    assert seen == [True]


def test_an_error_in_a_backward_pass_leaves_the_block():
    made = from_torch_module(net().eval())

    def fail(*_):
        raise ArithmeticError("a hook of the program")

    made[3].register_full_backward_pre_hook(fail)
    with pytest.raises(ArithmeticError):
        made(X).sum().backward()
    assert current() is None


def test_the_model_itself_stays_as_it_is():
    model = net()
    before, kind = get_hash(model), type(model[0])
    made = from_torch_module(model)
    made(X)
    with torch.no_grad():
        made[0].weight.zero_()
    assert get_hash(model) == before
    assert type(model[0]) is kind is nn.Linear


def test_mode_dtype_requires_grad_keys_and_hash_are_kept():
    model = net().to(torch.bfloat16).eval()
    model[0].weight.requires_grad_(False)
    model.register_buffer("scale", torch.ones(3), persistent=False)
    made = from_torch_module(model)
    assert list(made.state_dict()) == list(model.state_dict())
    assert get_hash(made) == get_hash(model)
    assert [m.training for m in made.modules()] == [False] * 5
    assert made[0].weight.requires_grad is False
    assert made[0].weight.dtype is torch.bfloat16
    assert isinstance(made, nn.Sequential)
    assert isinstance(made[0], nn.Linear)
    assert same(made.scale, torch.ones(3))


def test_tied_weights_stay_tied():
    class Tied(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(5, 4)
            self.head = nn.Linear(4, 5, bias=False)
            self.head.weight = self.embedding.weight

        def forward(self, x):
            return self.head(self.embedding(x))

    made = from_torch_module(Tied())
    assert made.head.weight is made.embedding.weight
    assert len(list(made.parameters())) == 1
    made(torch.tensor([1, 2])).sum().backward()


def test_hooks_of_modules_and_parameters_are_kept():
    model, seen = net().eval(), []
    model[0].register_forward_hook(lambda *_: seen.append("forward"))
    model[3].weight.register_hook(lambda g: seen.append("parameter"))
    made = from_torch_module(model)
    made(X).sum().backward()
    assert seen == ["forward", "parameter"]


def test_a_copy_can_be_copied_pickled_and_saved(tmp_path):
    made = from_torch_module(net().eval())
    y = made(X)
    assert same(copy.deepcopy(made)(X), y)
    assert same(pickle.loads(pickle.dumps(made))(X), y)
    assert same(from_torch_module(made)(X), y)
    torch.save(made.state_dict(), tmp_path / "state.pt")
    again = from_torch_module(net().eval())
    again.load_state_dict(torch.load(tmp_path / "state.pt"))
    assert get_hash(again) == get_hash(made)


def test_a_block_around_the_loop_gives_the_same_bits():
    model = net()

    def train():
        made = from_torch_module(model)
        optimizer = samebits.torch.optim.AdamW(made.parameters(), lr=0.1)
        torch.manual_seed(3)
        for _ in range(3):
            optimizer.zero_grad()
            samebits.torch.nn.functional.mse_loss(made(X), X[:, :2]).backward()
            optimizer.step()
        return get_hash(made)

    alone = train()
    with reproducible("c:baseline"):
        assert train() == alone


def scripted():
    with pytest.warns(DeprecationWarning, match="script"):
        return torch.jit.script(nn.Linear(2, 2))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (scripted, "torch.jit"),
        (lambda: torch.compile(nn.Linear(2, 2)), "compiled"),
        (lambda: nn.Linear(2, 2).to(torch.complex64), "complex64"),
        (lambda: nn.Linear(2, 2, device="meta"), "meta"),
        (lambda: nn.LazyLinear(3), "no shape yet"),
        (lambda: nn.DataParallel(nn.Linear(2, 2)), "several devices"),
        (lambda: torch.ao.nn.quantized.Linear(2, 2), "quantised"),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_what_cannot_be_promised_is_refused_by_name(make, reason):
    model = nn.Sequential(nn.ReLU(), make())
    with pytest.raises(SamebitsError, match=reason) as error:
        from_torch_module(model)
    assert str(error.value).startswith("from_torch_module cannot promise the bits of 1 (")


def test_what_is_no_module_is_a_type_error():
    with pytest.raises(TypeError, match=r"torch\.nn\.Module"):
        from_torch_module(torch.ones(2))


def test_modules_of_samebits_draw_their_weights_inside():
    torch.manual_seed(5)
    made = samebits.torch.nn.Linear(3, 4)
    torch.manual_seed(5)
    with reproducible():
        plain = nn.Linear(3, 4)
    assert get_hash(made) == get_hash(plain)
    assert isinstance(made, nn.Linear)
    assert samebits.torch.nn.Parameter is nn.Parameter


def test_batch_norm_of_a_square_batch_has_its_gradient():
    """In this case RepDL 0.1.1 crashes, or is wrong without an error."""
    plain, x = nn.BatchNorm1d(4).to(torch.float64), torch.cat([X, X[:1] * 2])
    made = from_torch_module(nn.BatchNorm1d(4))
    found = x.clone().requires_grad_()
    (made(found) * x).sum().backward()
    wanted = x.to(torch.float64).requires_grad_()
    (plain(wanted) * x).sum().backward()
    assert torch.allclose(found.grad.to(torch.float64), wanted.grad, atol=1e-5)
    assert torch.allclose(made.weight.grad.to(torch.float64), plain.weight.grad, atol=1e-5)
