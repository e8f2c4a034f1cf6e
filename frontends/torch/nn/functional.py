"""The functions of torch.nn.functional under the same names; each opens a block itself."""

from __future__ import annotations

from functools import cache
from typing import Any

import torch.nn.functional

from samebits.torch.standing import inside


@cache
def __getattr__(name: str) -> Any:
    value = getattr(torch.nn.functional, name)
    return inside(value) if callable(value) and not isinstance(value, type) else value


def __dir__() -> list[str]:
    return dir(torch.nn.functional)
