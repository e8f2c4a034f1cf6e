"""A block that functions open for themselves if none is open: `inside(function)`.

The calls of such a function and the backward passes of its results are inside the block. Everything
between them is PyTorch as usual. The block's session stays open from one call to the next. A
program that opens `reproducible` around its loop avoids opening the block for each call.
"""

from __future__ import annotations

import atexit
import functools
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, ParamSpec, TypeVar

import torch
from torch import Tensor
from torch.utils._pytree import tree_leaves

from samebits.torch.block import current, reproducible
from samebits.torch.compute import Compute
from samebits.torch.tracing import untraced

P = ParamSpec("P")
R = TypeVar("R")


class _Standing(reproducible):
    """A block whose session stays open after the block is left."""

    def __init__(self) -> None:
        super().__init__()
        self._kept = ExitStack()
        self._engines_kept: Mapping[str, Compute] = {}

    def _engines(self, stack: ExitStack) -> Mapping[str, Compute]:
        if not self._engines_kept:
            self._engines_kept = super()._engines(self._kept)
            atexit.register(self._kept.close)
        return self._engines_kept


_STANDING = _Standing()
_PASSES = threading.local()
"""The open `stack` of a thread's outermost backward pass; it is closed when that pass ends."""


@contextmanager
def standing() -> Iterator[None]:
    """Stay in the block that is open, or else open the standing block."""
    if current() is not None:
        yield
        return
    with _STANDING:
        yield


def inside(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function that runs inside a block, with the backward passes of its results."""

    def computed(*args: P.args, **kwargs: P.kwargs) -> R:
        with _STANDING:
            result = function(*args, **kwargs)
            follow(result)
        return result

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        if current() is not None:
            return function(*args, **kwargs)
        return untraced(computed)(*args, **kwargs)

    return run


def follow(result: Any) -> None:
    """Make backward passes that begin at these tensors run inside the block."""
    _watch_backward()
    for x in tree_leaves(result):
        if isinstance(x, Tensor) and x.grad_fn is not None:
            x.register_hook(_enter_pass)


def _enter_pass(gradient: Tensor) -> None:
    """Open the block for the rest of the backward pass that has reached a followed tensor."""
    stack = getattr(_PASSES, "stack", None)
    if current() is None and stack is not None:
        stack.enter_context(_STANDING)


@functools.cache
def _watch_backward() -> None:
    """Make each outermost backward pass leave the block that was opened in it.

    It is left after errors too.
    """
    usual = torch.autograd.graph._engine_run_backward

    @functools.wraps(usual)
    def run_backward(*args: Any, **kwargs: Any) -> Any:
        if getattr(_PASSES, "stack", None) is not None:
            return usual(*args, **kwargs)
        with ExitStack() as _PASSES.stack:
            try:
                return usual(*args, **kwargs)
            finally:
                stack, _PASSES.stack = _PASSES.stack, None
                stack.close()

    torch.autograd._engine_run_backward = run_backward
