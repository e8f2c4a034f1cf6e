"""Attention and its gradients in binary32 against PyTorch, at the size of BERT-base.

There are twelve heads of 64 elements and eight samples. The targets are at most 1.15 times
PyTorch's time for the forward pass, and at most 1.3 times for the three gradients.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from samebits.backends.executor import execute
from samebits.backends.protocol import Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import normal, runner, torch_module
from samebits.spec.catalog import get_op

SAMPLES, HEADS, LENGTH = 8, 12, 64
KEYS = (128, 256, 512)

FORWARD, BACKWARD = 1 / 1.15, 1 / 1.3
"""The targets: PyTorch's time divided by ours."""


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Yield forward and gradients, with and without a causal mask. Work counts both products."""
    torch = torch_module(threads)
    for keys in KEYS:
        for causal in (False, True):
            yield from _both(session, torch, keys, causal)


def _both(session: Session, torch: Any, keys: int, causal: bool) -> Iterator[Pair]:
    shape = (SAMPLES, HEADS, keys, LENGTH)
    q, k, v, g = (normal(*shape, seed=seed) for seed in range(4))
    forward = get_op("scaled_dot_product_attention").call(["f32"] * 3, is_causal=causal)
    backward = get_op("scaled_dot_product_attention_gradient").call(["f32"] * 5, is_causal=causal)
    (result,) = execute(session, forward, [q, k, v])
    size = f"f32 {SAMPLES}x{HEADS}x{keys}x{LENGTH}{' causal' if causal else ''}"
    work = 2.0 * float(np.prod(shape)) * keys
    peer = torch.nn.functional.scaled_dot_product_attention
    leaves = [torch.from_numpy(x) for x in (q, k, v)]
    yield Pair(
        f"attention {size}",
        runner(session, forward, [q, k, v]),
        partial(peer, *leaves, is_causal=causal),
        work,
        "term",
        FORWARD,
    )
    leaves = [x.detach().requires_grad_() for x in leaves]
    kept = peer(*leaves, is_causal=causal)
    yield Pair(
        f"attention gradients {size}",
        runner(session, backward, [q, k, v, result, g]),
        partial(torch.autograd.grad, kept, leaves, torch.from_numpy(g), retain_graph=True),
        2.5 * work,
        "term",
        BACKWARD,
    )
