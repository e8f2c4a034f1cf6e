"""Find the module whose forward pass made an autograd node.

PyTorch numbers the nodes of a thread in the order in which they are made. While a block is open, a
log records the first and the last number of each call of a module. The log is read only if a
backward pass is refused. The module that made a node is the innermost one whose range contains the
number of the node.
"""

from __future__ import annotations

import sys
import threading
import weakref
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple
from unittest import mock

import torch

_KEPT = 1 << 14
"""The largest number of module calls in the log. If there are more, the oldest are dropped."""

_PASSED_OVER = frozenset(
    str(Path(__file__).with_name(name)) for name in ("models.py", "standing.py")
)
"""Source files that are skipped in the search for the program's call of a module."""

_SEARCHED = 1000
"""The number of nodes after which `origin_of` stops searching."""


class Call(NamedTuple):
    """A call of a module, which made the nodes with the numbers `start` to `end - 1`.

    `module` may be deleted by now; `kind` is its class. `code` and `instruction` are the location
    at which the program called the module.
    """

    start: int
    end: int
    module: weakref.ref[torch.nn.Module]
    kind: type[torch.nn.Module]
    code: CodeType
    instruction: int
    thread: int


_LOG: deque[tuple[Any, ...]] = deque(maxlen=_KEPT)


@contextmanager
def logged_modules() -> Iterator[None]:
    """Record every call of a module in the log while this context is open."""
    with mock.patch.object(torch.nn.Module, "__call__", _call):
        yield


_number = torch._C._autograd._get_sequence_nr
_append, _thread, _frame, _reference = _LOG.append, threading.get_ident, sys._getframe, weakref.ref


def _call(self: torch.nn.Module, *args: Any, **kwargs: Any) -> Any:
    """Call a module as PyTorch's own `Module.__call__` does, and add the call to the log."""
    start = _number()
    compiled = self._compiled_call_impl
    if compiled is not None:
        result = compiled(*args, **kwargs)
    else:
        result = self._call_impl(*args, **kwargs)
    end = _number()
    if end != start:
        caller = _frame(1)
        while caller.f_code.co_filename in _PASSED_OVER and caller.f_back is not None:
            caller = caller.f_back
        code, instruction = caller.f_code, caller.f_lasti
        _append((start, end, _reference(self), type(self), code, instruction, _thread()))
    return result


class Origin(NamedTuple):
    """The calls of modules in which a node was made, from the innermost to the outermost.

    If `exact` is false, no logged call made the node itself, for example because the node was made
    outside of every module or in a backward pass. `calls` are then the calls that made an input of
    the node.
    """

    calls: tuple[Call, ...]
    exact: bool

    def named(self) -> str:
        """Return the path of the module and its class, such as `decoder.tok (Embedding)`.

        The path begins at the outermost module of the calls.
        """
        modules = [call.module() for call in self.calls]
        known = [module for module in modules if module is not None]
        return named(known) if known and modules[0] is not None else self.calls[0].kind.__name__


def named(modules: list[torch.nn.Module]) -> str:
    """Return a text such as `decoder.tok (Embedding)` for nested modules, the innermost first."""
    inner, outer = modules[0], modules[-1]
    path = next((name for name, module in outer.named_modules() if module is inner), "")
    kind = type(inner).__name__
    return f"{path} ({kind})" if path else kind


def origin_of(node: Any) -> Origin | None:
    """Return the calls of modules that made a node, or else those that made one of its inputs."""
    calls = _calls(node._sequence_nr())
    if calls:
        return Origin(calls, True)
    waiting, seen = deque([node]), {node}
    while waiting and len(seen) < _SEARCHED:
        for before, _ in waiting.popleft().next_functions:
            if before is None or before in seen:
                continue
            calls = _calls(before._sequence_nr())
            if calls:
                return Origin(calls, False)
            seen.add(before)
            waiting.append(before)
    return None


def _calls(number: int) -> tuple[Call, ...]:
    """Return the calls of modules whose range contains a node's number, the innermost first.

    Different threads use the same numbers. A backward pass on the CPU runs in the thread of its
    forward pass, so calls of this thread are preferred. If it has none, the result is empty unless
    exactly one thread has a matching call.
    """
    found = [
        call for call in (Call(*one) for one in tuple(_LOG)) if call.start <= number < call.end
    ]
    threads = {call.thread for call in found}
    mine = threading.get_ident()
    if len(threads) > 1 and mine not in threads:
        return ()
    if mine in threads:
        found = [call for call in found if call.thread == mine]
    return tuple(sorted(found, key=lambda call: call.end - call.start))
