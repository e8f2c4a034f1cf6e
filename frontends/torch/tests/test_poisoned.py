"""Hashes in a block are the same in a PyTorch whose rounding kernels all flip a bit."""

import subprocess
import sys
from pathlib import Path

import pytest

from samebits.torch.tests.examples import SENTENCE_MODEL

ROOT = Path(__file__).resolve().parents[3]
PLAIN = """
import torch
x = torch.arange(12).view(3, 4) / 7
print((x @ x.t()).exp().flatten().tolist(), torch.nn.functional.gelu(x).sum().item())
"""
BLOCK = PLAIN.replace("import torch\n", "import torch, samebits.torch\n", 1).replace(
    "x = ", "samebits.torch.reproducible('c:baseline').__enter__()\nx = "
)
LAYERS = """
import torch, samebits.torch
from torch import nn
torch.manual_seed(3)
model = nn.Sequential(
    nn.Conv2d(2, 4, 3), nn.BatchNorm2d(4), nn.SiLU(), nn.MaxPool2d(2), nn.Flatten(),
    nn.LayerNorm(16), nn.Dropout(0.3), nn.Linear(16, 8), nn.GELU(), nn.Linear(8, 5),
)
with samebits.torch.reproducible("c:baseline"):
    for layer in model:
        if hasattr(layer, "reset_parameters"):
            layer.reset_parameters()
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    images = torch.randn(6, 2, 6, 6)
    classes = torch.arange(6) % 5
    for _ in range(3):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(images), classes)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    query = torch.randn(1, 2, 7, 8, requires_grad=True)
    end = nn.functional.scaled_dot_product_attention(query, query, query, is_causal=True)
    end.sum().backward()
for x in (*model.state_dict().values(), loss.detach(), query.grad):
    print(x.flatten().double().tolist() if x.is_floating_point() else x.tolist())
"""


def run(program: list[str], tmp_path: Path) -> str:
    ended = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", *program],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def both(text: str, tmp_path: Path, *arguments: str, everywhere: bool = False) -> tuple[str, str]:
    """Return the output of a program in plain PyTorch and in a damaged PyTorch."""
    program = tmp_path / "program.py"
    program.write_text(text)
    where = ["--everywhere"] if everywhere else []
    poisoned = ["-m", "samebits.torch.tests.poisoned", *where, str(program), *arguments]
    return run([str(program), *arguments], tmp_path), run(poisoned, tmp_path)


def test_the_poison_reaches_a_program_outside_of_a_block(tmp_path):
    usual, poisoned = both(PLAIN, tmp_path, everywhere=True)
    assert usual != poisoned


@pytest.mark.parametrize("program", [BLOCK, LAYERS], ids=["ops", "layers"])
def test_a_program_in_a_block_takes_nothing_of_it(program, tmp_path):
    usual, poisoned = both(program, tmp_path)
    assert usual
    assert usual == poisoned


@pytest.mark.parametrize(
    ("example", "arguments"),
    [
        ("train_digits_torch.py", ["--epochs", "1", "--device", "c:avx2"]),
        ("repdl_ops.py", []),
        ("repdl_digits.py", ["--epochs", "1"]),
        pytest.param(
            "sentence_model.py",
            ["--sentences", "3", "--batches", "1", "3", "--threads", "1"],
            marks=SENTENCE_MODEL,
        ),
    ],
)
def test_an_example_takes_nothing_of_it_inside_or_outside(example, arguments, tmp_path):
    text = (ROOT / "examples" / example).read_text()
    usual, poisoned = both(text, tmp_path, *arguments, everywhere=True)
    assert usual
    assert usual == poisoned
