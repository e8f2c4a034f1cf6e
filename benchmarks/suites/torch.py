"""Whole networks of PyTorch, inside a block of samebits.torch and without it.

Both sides run the same program in one process, in turns. The CPU time of this process over all
threads is compared. Entering the block is not measured, because a program enters it once. A row
`overhead` has very little floating-point work, and its unit of work is an ATen op.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from samebits.backends.protocol import Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import torch_module

WORDS = 512


@dataclass(frozen=True, slots=True)
class Side:
    """A program, and the context in which it runs."""

    run: Callable[[], object]
    around: Callable[[], AbstractContextManager[object]]

    def __call__(self) -> object:
        """Run the program once in its context."""
        with self.around():
            return self.run()


def timed(side: Callable[[], object], repeats: int) -> float:
    """Return the CPU time of one run in seconds. The context is entered before the measurement."""
    assert isinstance(side, Side)
    with side.around():
        side.run()  # after this, PyTorch has looked up its replaced kernels again
        start = time.process_time()
        for _ in range(repeats):
            side.run()
        return (time.process_time() - start) / repeats


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Yield ResNet-18, transformers, an encoder and a digits network. Work is in ATen ops."""
    torch = torch_module(threads)
    # Imported after PyTorch, so that the import of PyTorch belongs to the peer.
    from samebits import torch as front_end

    device = f"c:{session.environment()['isa']}"

    def inside() -> AbstractContextManager[object]:
        return front_end.reproducible(device, threads)

    for name, least, run in _programs(torch):
        yield Pair(name, Side(run, inside), Side(run, nullcontext), _ops(inside, run), "op", least)


def _ops(inside: Callable[[], AbstractContextManager[object]], run: Callable[[], object]) -> float:
    """Return the number of ATen ops in a run, including views."""
    from torch.utils._python_dispatch import TorchDispatchMode

    seen: Counter[str] = Counter()

    class Counting(TorchDispatchMode):  # type: ignore[misc, unused-ignore]
        def __torch_dispatch__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            seen["ops"] += 1
            return func(*args, **(kwargs or {}))

    run()
    with Counting():
        run()
    return float(seen["ops"])


def _programs(torch: Any) -> Iterator[tuple[str, float | None, Callable[[], object]]]:
    """Yield the name, the target ratio, and the program of each row."""
    from samebits.benchmarks import torch_models as models

    torch.manual_seed(0)
    for batch in (1, 4, 16):
        net, x = models.resnet18(), torch.randn(batch, 3, 224, 224)
        yield f"ResNet-18 inference, batch {batch}", 1 / 1.1, models.inference(net, x)
    classes = torch.randint(1000, (4,))
    step = models.training(models.resnet18(), torch.randn(4, 3, 224, 224), classes)
    yield "ResNet-18 training, batch 4", 1 / 1.2, step
    for width, heads, least in ((384, 6, 1 / 1.1), (128, 4, 1 / 1.3)):
        shape = {"width": width, "heads": heads, "layers": 4, "longest": 128}
        tokens, target = (torch.randint(WORDS, (8, 128)) for _ in range(2))
        gpt = models.Transformer(WORDS, causal=True, dropout=0.1, **shape)
        yield f"GPT d={width} inference, 8 x 128", least, models.inference(gpt, tokens)
        yield f"GPT d={width} training, 8 x 128", least, models.training(gpt, tokens, target)
    encoder = models.Transformer(30522, width=384, heads=12, layers=6, longest=512, causal=False)
    for batch in (1, 7, 32):
        tokens = torch.randint(30522, (batch, 24))
        least = 1 / 1.3 if batch == 1 else 1.0
        yield f"MiniLM batch {batch}, 24 tokens", least, models.inference(encoder, tokens)
    digits = models.digits_net()
    step = models.training(digits, torch.rand(64, 1, 8, 8), torch.randint(10, (64,)))
    yield "digits CNN training, batch 64", 1 / 2.0, step
    small = {"width": 8, "heads": 2, "layers": 2, "longest": 8}
    tiny = models.Transformer(16, causal=True, **small)
    step = models.training(tiny, torch.randint(16, (2, 8)), torch.randint(16, (2, 8)))
    yield "overhead: tiny GPT training", None, step
