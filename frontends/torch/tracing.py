"""Decorators that keep the code of a block out of torch.compile, without importing the compiler.

Importing the compiler takes seconds, so most programs never do it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import torch
from torch._C._dynamo import eval_frame

_Function = TypeVar("_Function", bound=Callable[..., Any])


def untraced(function: _Function) -> _Function:
    """Return a function that torch.compile runs unchanged instead of tracing it."""
    if "torch._dynamo" not in sys.modules:
        return function
    disabled: _Function = torch._dynamo.disable(function)
    return disabled


def never_traced(function: _Function) -> _Function:
    """Make torch.compile run a function unchanged, and stop tracing its caller at the call.

    Functions that it calls may still be traced, unless `set_tracer(None)` was called before. A
    release of PyTorch without these switches traces the function.
    """
    function._torchdynamo_disable = True  # type: ignore[attr-defined]
    names = ("_FrameAction", "_FrameExecStrategy", "set_code_exec_strategy")
    action, strategy, set_strategy = (getattr(eval_frame, name, None) for name in names)
    if action and strategy and set_strategy:
        set_strategy(function.__code__, strategy(action.SKIP, action.DEFAULT))
    return function


set_tracer: Callable[[Any], Any] = getattr(eval_frame, "set_eval_frame", lambda tracer: tracer)
"""Set the tracer for functions of this thread (None: no tracing), and return the previous tracer.

It is a function of PyTorch's C++ code, because a Python function would itself be traced first.
"""
