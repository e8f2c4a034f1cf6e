"""samebits.torch: PyTorch models whose floating-point ops have the bits of the specification.

    with samebits.torch.reproducible():
        loss = model(x).sum()
        loss.backward()

docs/torch.md is the guide, docs/torch-coverage.md lists every overload of ATen.
"""

from __future__ import annotations

from samebits.torch.block import current, reproducible
from samebits.torch.errors import NoCanonicalDefinition

__all__ = ["NoCanonicalDefinition", "current", "reproducible"]
