"""One seed for Python, NumPy, PyTorch and the workers of its data loaders."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import torch

_MOST = (1 << 64) - 1


def seed_everything(seed: int) -> tuple[torch.Generator, Callable[[int], None]]:
    """Seed every generator of this process, and return two arguments for a data loader.

        generator, worker_init_fn = samebits.torch.seed_everything(0)
        DataLoader(data, shuffle=True, generator=generator, worker_init_fn=worker_init_fn)

    `generator` decides the order of samples and the seeds of the workers, so they do not depend on
    other draws of the program. `worker_init_fn` seeds Python and NumPy in each worker; PyTorch
    itself is already seeded there. Raises TypeError unless the seed is an integer, and ValueError
    unless it is from 0 to 2^64 - 1.
    """
    if not isinstance(seed, (int, np.integer)) or isinstance(seed, bool):
        raise TypeError(f"seed={seed!r} must be an integer from 0 to 2^64 - 1")
    if not 0 <= seed <= _MOST:
        raise ValueError(f"seed={seed} must be from 0 to 2^64 - 1")
    random.seed(seed)
    np.random.seed(seed & 0xFFFFFFFF)
    torch.manual_seed(seed)
    return torch.Generator().manual_seed(seed), seed_worker


def seed_worker(worker: int) -> None:
    """Seed Python and NumPy in a DataLoader worker with the seed that PyTorch gave the worker."""
    seed = torch.initial_seed() & 0xFFFFFFFF
    random.seed(seed)
    np.random.seed(seed)
