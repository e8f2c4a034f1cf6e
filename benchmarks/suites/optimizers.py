"""Optimizer steps in binary32 against PyTorch's fused steps, in place, in and out of cache.

Memory limits a step out of cache, so its target is PyTorch's own time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from samebits.backends.protocol import Session
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.peers import normal, torch_module
from samebits.spec.catalog import get_op

BEYOND, IN_CACHE = 10**8, 10**5
"""Numbers of parameters. With gradients and states they take 1.6 GB and 1.6 MB."""


def pairs(session: Session, threads: int) -> Iterator[Pair]:
    """Yield one step of AdamW and one of SGD with momentum. Work is counted in parameters."""
    torch = torch_module(threads)
    for size in (IN_CACHE, BEYOND):
        least = 1.0 if size == BEYOND else None
        arrays = [normal(size, seed=seed) for seed in range(3)]
        arrays.append(np.square(normal(size, seed=3)))
        call = get_op("adamw").call(["f32"] * 4, step=10)
        yield Pair(
            f"adamw f32 {size:.0e}",
            partial(session.run, call, arrays, [arrays[0], *arrays[2:]]),
            _adamw(torch, [torch.from_numpy(x) for x in arrays]),
            float(size),
            "parameter",
            least,
        )
        call = get_op("sgd").call(["f32"] * 3, ["f32"] * 2, momentum=0.9)
        yield Pair(
            f"sgd with momentum f32 {size:.0e}",
            partial(session.run, call, arrays[:3], [arrays[0], arrays[2]]),
            _sgd(torch, [torch.from_numpy(x) for x in arrays[:3]]),
            float(size),
            "parameter",
            least,
        )


def _adamw(torch: Any, tensors: list[Any]) -> Callable[[], object]:
    params, grads, means, squares = ([x] for x in tensors)
    return partial(
        torch._fused_adamw_,
        params,
        grads,
        means,
        squares,
        [],
        [torch.tensor(10.0)],
        lr=1e-3,
        beta1=0.9,
        beta2=0.999,
        weight_decay=1e-2,
        eps=1e-8,
        amsgrad=False,
        maximize=False,
    )


def _sgd(torch: Any, tensors: list[Any]) -> Callable[[], object]:
    params, grads, buffers = ([x] for x in tensors)
    return partial(
        torch._fused_sgd_,
        params,
        grads,
        buffers,
        weight_decay=0.0,
        momentum=0.9,
        lr=1e-3,
        dampening=0.0,
        nesterov=False,
        maximize=False,
        is_first_step=False,
    )
