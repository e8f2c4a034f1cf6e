"""samebits.torch: PyTorch models whose floating-point ops have the bits of the specification.

    with samebits.torch.reproducible():
        loss = model(x).sum()
        loss.backward()

docs/torch.md is the guide, docs/torch-coverage.md lists every overload of ATen.
"""

from __future__ import annotations

from samebits.torch import nn, ops, optim, utils
from samebits.torch.accumulation import TreeAccumulator
from samebits.torch.block import current, reproducible
from samebits.torch.errors import NoCanonicalDefinition, WrongCall
from samebits.torch.hashing import get_hash, hash_record
from samebits.torch.models import from_torch_module
from samebits.torch.seeding import seed_everything, seed_worker
from samebits.torch.state import expect, state
from samebits.torch.witness import witness

__all__ = [
    "NoCanonicalDefinition",
    "TreeAccumulator",
    "WrongCall",
    "current",
    "expect",
    "from_torch_module",
    "get_hash",
    "hash_record",
    "nn",
    "ops",
    "optim",
    "reproducible",
    "seed_everything",
    "seed_worker",
    "state",
    "utils",
    "witness",
]
