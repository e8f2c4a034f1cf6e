"""The schedules of torch.optim.lr_scheduler under the same names, always correctly rounded."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch.optim.lr_scheduler as schedules

from samebits.torch.optim.host_scalars import correctly_rounded


@functools.cache
def __getattr__(name: str) -> Any:
    value = getattr(schedules, name)
    if not (isinstance(value, type) and issubclass(value, schedules.LRScheduler)):
        return value
    words = {"__module__": value.__module__, "__qualname__": value.__qualname__}
    methods = {each: _rounded(getattr(value, each)) for each in ("__init__", "step")}
    return type(value.__name__, (value,), {**words, **methods, "__doc__": value.__doc__})


def __dir__() -> list[str]:
    return dir(schedules)


def _rounded(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def run(*args: Any, **kwargs: Any) -> Any:
        with correctly_rounded():
            return method(*args, **kwargs)

    return run
