"""The floating-point environment of a block: the default environment of clause S5, in every thread.

Kernels of the backend set the environment themselves. Conversions between Python numbers and
elements of tensors run in the environment of the calling thread. A block sets the default
environment in the thread that opens it, and restores the previous one at its end. In other threads
the first op sets it. If the program changes the environment inside the block, the next op sets it
again.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from importlib.machinery import ExtensionFileLoader
from typing import Any
from unittest import mock

import torch

from samebits.backends.environment import is_usual, set_usual, usual_environment
from samebits.common.errors import SamebitsError

_LOADING = (
    (ctypes, "_dlopen"),
    (ExtensionFileLoader, "create_module"),
    (ExtensionFileLoader, "exec_module"),
)
"""Functions that load shared libraries, because their start-up code may change the environment."""


@contextmanager
def default_environment() -> Iterator[None]:
    """Keep the calling thread in the default environment, and restore the previous one at the end.

    While the context is open, `torch.set_flush_denormal(True)` raises SamebitsError. After a shared
    library has been loaded, the environment is set again.
    """
    with usual_environment(), ExitStack() as stack:
        for owner, name in _LOADING:
            setting = _setting_again(getattr(owner, name))
            stack.enter_context(mock.patch.object(owner, name, setting))
        flush = _keeping(torch.set_flush_denormal)
        stack.enter_context(mock.patch.object(torch, "set_flush_denormal", flush))
        yield


def _setting_again(load: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(load)
    def loaded(*args: Any, **kwargs: Any) -> Any:
        try:
            return load(*args, **kwargs)
        finally:
            if not is_usual():
                set_usual()

    return loaded


def _keeping(usual: Callable[[bool], bool]) -> Callable[[bool], bool]:
    @wraps(usual)
    def set_flush_denormal(mode: bool) -> bool:
        if mode:
            raise SamebitsError(
                "torch.set_flush_denormal(True) inside a block of samebits.torch.reproducible "
                "would turn subnormal numbers into zero, which no clause allows; call it outside "
                "of the block, which restores its setting when it is left"
            )
        return usual(mode)

    return set_flush_denormal
