"""samebits.torch: PyTorch models whose floating-point ops return the bits that the spec defines.

    with samebits.torch.reproducible():
        loss = model(x).sum()
        loss.backward()

docs/torch.md is the guide. docs/results/torch-coverage.md lists every overload of ATen.
"""

from __future__ import annotations

from samebits.torch.versions import require_least

require_least()  # checked first, because the imports below fail with older releases of PyTorch

from samebits.backends.environment import usual_environment  # noqa: E402
from samebits.torch.errors import NoCanonicalDefinition, UnreviewedRelease, WrongCall  # noqa: E402
from samebits.torch.reviewing import explained  # noqa: E402

# constants are created and cached in the default environment
with explained(), usual_environment():
    from samebits.torch import nn, ops, optim, utils
    from samebits.torch.accumulation import TreeAccumulator
    from samebits.torch.block import current, reproducible
    from samebits.torch.drawn_outside import DrawnOutside
    from samebits.torch.hashing import get_hash, hash_record
    from samebits.torch.models import from_torch_module
    from samebits.torch.seeding import seed_everything, seed_worker
    from samebits.torch.state import expect, state
    from samebits.torch.witness import witness

__all__ = [
    "DrawnOutside",
    "NoCanonicalDefinition",
    "TreeAccumulator",
    "UnreviewedRelease",
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
