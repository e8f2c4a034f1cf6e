"""The modules of torch.nn under their names, each of which computes inside a block by itself.

`samebits.torch.nn.Linear` is a subclass of `torch.nn.Linear` that draws its weights, is called, and
is differentiated inside; `samebits.torch.nn.functional` has the functions likewise. What is no
module (`Parameter`, `init`) is PyTorch's own.
"""

from __future__ import annotations

from typing import Any

import torch

from samebits.torch.models import inside_class
from samebits.torch.nn import functional

__all__ = ["functional"]


def __getattr__(name: str) -> Any:
    value = getattr(torch.nn, name)
    if isinstance(value, type) and issubclass(value, torch.nn.Module):
        return inside_class(value)
    return value


def __dir__() -> list[str]:
    return sorted({*dir(torch.nn), *__all__})
