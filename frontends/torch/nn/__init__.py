"""The modules of torch.nn under the same names; each opens a block itself when it computes.

`samebits.torch.nn.Linear` is a subclass of `torch.nn.Linear`. It draws its weights, is called, and
is differentiated inside a block. The functions of `samebits.torch.nn.functional` open blocks in the
same way. Names that are not modules (`Parameter`, `init`) are the objects of PyTorch itself.
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
