"""A block that functions open themselves if no block is open: `inside(function)`.

The calls of such a function, and the backward passes of its results, run inside the block. The code
between them runs outside. The session of the block stays open from one call to the next. A program
that opens `reproducible` around its loop saves the time to open the block for each call.
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
    """A block whose session stays open after the end of the block."""

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
"""Per thread: the `stack` of the outermost backward pass, which is closed when the pass ends."""


@contextmanager
def standing() -> Iterator[None]:
    """Stay inside the block that is open, or open the standing block if no block is open."""
    if current() is not None:
        yield
        return
    with _STANDING:
        yield


def inside(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function whose calls, and the backward passes of its results, run inside a block."""

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
    """Open the block, when a backward pass reaches a followed tensor, for the rest of the pass."""
    stack = getattr(_PASSES, "stack", None)
    if current() is None and stack is not None:
        stack.enter_context(_STANDING)


@functools.cache
def _watch_backward() -> None:
    """Make each outermost backward pass close the block that was opened in it.

    The block is closed even if the pass raises an error.
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
