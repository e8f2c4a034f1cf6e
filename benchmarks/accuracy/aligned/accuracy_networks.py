"""Two networks with aligned linear layers, compared with the same networks in binary32 (T4).

The programs are examples/train_digits_torch.py and examples/sentence_model.py, inside a block of
samebits.torch on the baseline C backend. Their results are the same on every machine.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from samebits.benchmarks.peers import torch_module

Array = np.ndarray[Any, Any]
Row = dict[str, Any]

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
USUAL, TRAINED = "T4", "aligned:24x16"
SENTENCES, BATCH = 100, 32


def _example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _apart(found: Array, usual: Array) -> dict[str, float]:
    """Return 1 minus the cosine between each row and its usual row: mean and maximum.

    It is half the squared distance between the normalised rows, in binary64.
    """
    u, v = (x.astype(np.float64) for x in (found, usual))
    u, v = (x / np.sqrt((x * x).sum(axis=1, keepdims=True)) for x in (u, v))
    away = ((u - v) ** 2).sum(axis=1) / 2
    return {"mean": float(away.mean()), "largest": float(away.max())}


def digits(choices: Sequence[str]) -> list[Row]:
    """Train the digits network by T4 and run it with each choice of widths.

    Then train it with the widths TRAINED.
    """
    torch, program = torch_module(1), _example("train_digits_torch")
    from samebits.torch import reproducible  # needs PyTorch

    training, held_out = program.digits()
    images, classes = held_out.tensors

    def trained(choice: str) -> Any:
        with reproducible("auto", contraction=choice):
            torch.manual_seed(0)
            net = program.Net()
            program.train(net, training, 10)
            return net.eval()

    def logits(net: Any, choice: str) -> Any:
        with reproducible("auto", contraction=choice), torch.no_grad():
            return net(images)

    def row(told: str, found: Any) -> Row:
        right = int((found.argmax(1) == classes).sum())
        return {"told": told, "right": right, "of": len(classes), **_apart(found.numpy(), usual)}

    net = trained(USUAL)
    usual = logits(net, USUAL).numpy()
    rows = [row(f"trained with T4, evaluated with {c}", logits(net, c)) for c in (USUAL, *choices)]
    return [*rows, row(f"trained and evaluated with {TRAINED}", logits(trained(TRAINED), TRAINED))]


def sentences(choices: Sequence[str]) -> list[Row]:
    """Measure the rotation of the sentence model's embeddings, and count unchanged neighbours."""
    program = _example("sentence_model")
    from samebits.torch import reproducible

    model, texts = program.load(), program.sentences(SENTENCES)
    rows: list[Row] = []
    usual: Array | None = None
    for choice in (USUAL, *choices):
        with reproducible("auto", contraction=choice):
            found = program.embed(model, texts, BATCH).numpy()
        usual = found if usual is None else usual
        same = int((_nearest(found) == _nearest(usual)).sum())
        rows.append({"told": choice, "same": same, "of": len(texts), **_apart(found, usual)})
    return rows


def _nearest(x: Array) -> Array:
    """Return, for each row, the index of the other row with the largest cosine, in binary64."""
    wide = x.astype(np.float64)
    cosines = wide @ wide.T
    np.fill_diagonal(cosines, -2.0)
    return np.asarray(cosines.argmax(axis=1))
