"""The optimizers of torch.optim under the same names; each step opens a block itself.

`samebits.torch.optim.Adam` is a subclass of `torch.optim.Adam`. This module also has `Lion`, which
torch.optim lacks, and the schedules in `lr_scheduler`. Inside a block PyTorch's own classes compute
the same bits. `power` and `cosine` are for schedules that a program computes itself.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import torch

from samebits.torch.optim.host_functions import cosine, power

__all__ = ["cosine", "power"]


@cache
def __getattr__(name: str) -> Any:
    if name == "Lion":
        from samebits.torch.optim.lion import Lion

        return _inside_class(Lion)
    value = getattr(torch.optim, name)
    base = torch.optim.Optimizer
    if isinstance(value, type) and issubclass(value, base) and value is not base:
        return _inside_class(value)
    return value


def __dir__() -> list[str]:
    return sorted({*dir(torch.optim), *__all__, "Lion", "lr_scheduler"})


def _inside_class(plain: type[Any]) -> type[Any]:
    from samebits.torch.standing import inside

    words = {"__module__": plain.__module__, "__qualname__": plain.__qualname__}
    step = inside(plain.step)
    made: type[Any] = type(
        plain.__name__, (plain,), {**words, "__doc__": plain.__doc__, "step": step}
    )
    return made
