"""Witnesses: equal runs have one digest; for unequal runs the first different element is named."""

import random

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from torch import nn

from samebits.commands.diff import command
from samebits.common import witnesses
from samebits.common.errors import SamebitsError
from samebits.torch import get_hash, reproducible, witness

X = torch.tensor([[0.1, 0.2, 0.3], [1.0, -2.0, 3.0]])


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 4)
        self.shift = 0.0

    def forward(self, x):
        return torch.tanh(self.inner(x) + self.shift)


def net():
    torch.manual_seed(0)
    return nn.Sequential(Block(), nn.Linear(4, 2))


def diff(*files):
    return CliRunner().invoke(command, [str(f) for f in files])


def test_devices_have_one_digest_which_is_printed(capsys):
    digests = []
    for device in ("c:baseline", "auto"):
        with reproducible(device):
            digests.append(witness(net(), X, loss=torch.sum).digest)
    assert digests[0] == digests[1]
    assert capsys.readouterr().out.split() == digests


def test_inputs_parameters_ops_outputs_and_gradients_are_in_it(tmp_path):
    made = witness(net(), (X,), tmp_path / "a.npz", loss=torch.sum)
    ops = [step.op for step in made.steps]
    assert ops[:2] == ["inputs", "parameters"]
    assert ops[-2:] == ["outputs", "gradients"]
    assert "aten.tanh.default" in ops
    assert "aten.tanh_backward.default" in ops
    tanh = next(step for step in made.steps if step.op == "aten.tanh.default")
    assert "in 0 (Block)" in tanh.place
    assert __file__ in tanh.place
    assert [t.name for t in made.steps[-1].tensors] == [n for n, _ in net().named_parameters()]
    again = witnesses.load(tmp_path / "a.npz")
    assert again.digest == made.digest
    assert again.steps == made.steps


class Stateful(nn.Module):
    """A model whose call changes buffers, mode, input, a parameter, gradients and generators."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.ReLU(inplace=True), nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Dropout(0.5)
        )
        self.layers[1].weight.grad = torch.full((4, 3), 2.0)
        self.register_buffer("calls", torch.zeros(()))

    def forward(self, x):
        y = self.layers(x) * (1.0 + random.random() + np.random.random())
        self.calls = self.calls + 1.0
        if self.calls > 1.0:
            self.eval()
        with torch.no_grad():
            self.layers[1].bias.add_(1.0)
        return y


def test_a_witness_leaves_all_as_it_was_so_a_second_one_is_equal():
    torch.manual_seed(0)
    model, x = Stateful(), torch.tensor([[0.1, -0.2, 0.3], [1.0, -2.0, 3.0]])
    other = torch.ones(4, requires_grad=True)
    other.grad = torch.full((4,), 7.0)

    def everything():
        gradients = {name: p.grad for name, p in model.named_parameters()}
        modes = [m.training for m in model.modules()]
        drawn = torch.get_rng_state(), random.random(), np.random.random()
        return get_hash([model.state_dict(), gradients, modes, x, other, other.grad, *drawn])

    random.seed(1)
    np.random.seed(1)
    before = everything()
    digests = []
    for _ in range(2):
        random.seed(2)
        np.random.seed(2)
        digests.append(witness(model, x, loss=lambda y: (y * other).sum()).digest)
    random.seed(1)
    np.random.seed(1)
    assert everything() == before
    assert digests[0] == digests[1]


def test_a_witness_restores_the_generators():
    model, x = Stateful(), X.clone()
    torch.manual_seed(0)
    random.seed(2)
    np.random.seed(2)
    first = witness(model, x).digest
    assert witness(model, x).digest == first


def test_a_witness_that_fails_leaves_all_as_it_was():
    model, x = Stateful(), X.clone()
    before = get_hash([model, x, torch.get_rng_state()])

    def loss(y):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        witness(model, x, loss=loss)
    assert get_hash([model, x, torch.get_rng_state()]) == before
    assert torch.equal(model.layers[1].weight.grad, torch.full((4, 3), 2.0))


class Keeping(nn.Module):
    """A module whose forward pass changes attributes, a list, a generator and `requires_grad`."""

    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 2)
        self.before = torch.zeros(2)
        self.seen = []
        self.draws = torch.Generator().manual_seed(3)

    def forward(self, x):
        self.inner.bias.requires_grad_(False)
        drawn = torch.randint(9, (1,), generator=self.draws).float()
        self.before = self.before + self.inner(x).detach().sum(0) + drawn
        self.seen.append(self.before)
        self.last = len(self.seen)
        return self.inner(x) + self.before * len(self.seen)


def test_a_witness_restores_attributes_lists_generators_and_flags():
    torch.manual_seed(0)
    model = Keeping()
    with reproducible("c:baseline"):
        before = get_hash(model)
        first = witness(model, X).digest
        assert witness(model, X).digest == first
        assert get_hash(model) == before
    assert model.seen == []
    assert not model.before.any()
    assert not hasattr(model, "last")


def test_a_witness_of_a_scripted_module_and_of_autocast():
    torch.manual_seed(0)
    model = nn.Linear(3, 2)
    with pytest.warns(DeprecationWarning, match=r"torch\.jit"):
        scripted = torch.jit.script(model)
    with reproducible("c:baseline"):
        assert witness(scripted, X).digest
        with torch.autocast("cpu"):
            assert witness(model, X).digest == witness(model, X).digest


def test_equal_files_are_equal(tmp_path):
    for name in ("a.npz", "b.npz"):
        witness(net(), X, tmp_path / name)
    done = diff(tmp_path / "a.npz", tmp_path / "b.npz")
    assert done.exit_code == 0
    assert done.output.startswith("equal: ")


def test_the_first_op_tensor_and_element_that_part_them_are_named(tmp_path):
    model = net()
    witness(model, X, tmp_path / "a.npz")
    model[0].shift = 1e-6
    witness(model, X, tmp_path / "b.npz")
    done = diff(tmp_path / "a.npz", tmp_path / "b.npz")
    assert done.exit_code == 1
    assert "aten.add.Tensor in 0 (Block), " in done.output
    assert "result 0 float32 [2, 4], element [0, 0]: " in done.output


def test_without_kept_elements_the_tensor_is_named(tmp_path):
    model = net()
    witness(model, X, tmp_path / "a.npz", keep=0)
    witness(model, X + 1.0, tmp_path / "b.npz", keep=0)
    done = diff(tmp_path / "a.npz", tmp_path / "b.npz")
    assert done.exit_code == 1
    assert "step 0: inputs" in done.output
    assert "were not kept" in done.output


def test_another_specification_is_said_first(tmp_path):
    made = witness(net(), X)
    witnesses.Witness({**made.state, "torch": "2.0"}, made.steps).save(tmp_path / "a.npz")
    made.save(tmp_path / "b.npz")
    done = diff(tmp_path / "a.npz", tmp_path / "b.npz")
    assert done.exit_code == 1
    assert done.output.startswith("torch: 2.0 and ")


def test_what_is_no_witness_is_an_error_of_one_line(tmp_path):
    (tmp_path / "a.npz").write_text("no archive")
    with pytest.raises(SamebitsError, match="not a file that samebits"):
        witnesses.load(tmp_path / "a.npz")
