"""Witnesses: one digest for equal runs, and the first op, tensor and element where they part."""

import pytest
import torch
from click.testing import CliRunner
from torch import nn

from samebits.common import witnesses
from samebits.common.errors import SamebitsError
from samebits.conformance.commands.diff import command
from samebits.torch import reproducible, witness

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
    with pytest.raises(SamebitsError, match="no file that samebits"):
        witnesses.load(tmp_path / "a.npz")
