"""A search for the module whose forward pass made a node of autograd.

PyTorch numbers the nodes of a thread in the order in which they are made. While a block is open, a
log keeps the first and last number of each call of a module. The log is read only when a backward
pass is refused. The module that made a node is the innermost one whose numbers include the node's
number.
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
"""The number of module calls that the log holds; older calls are dropped."""

_PASSED_OVER = frozenset(
    str(Path(__file__).with_name(name)) for name in ("models.py", "standing.py")
)
"""Source files that are skipped when the program's call of a module is looked for."""

_SEARCHED = 1000
"""The number of nodes that `origin_of` visits before it gives up."""


class Call(NamedTuple):
    """A call of a module: its nodes have the numbers `start` to `end - 1`.

    `module` may have been deleted since; `kind` is its class. `code` and `instruction` say where
    the program called the module.
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
    """Keep the log for every call of a module while this context is open."""
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
    """The calls of modules in which a node was made, the innermost first.

    If `exact` is false, the log has no call that made the node itself. For example, the node was
    made outside of every module or in a backward pass. The calls then made an input of the node.
    """

    calls: tuple[Call, ...]
    exact: bool

    def named(self) -> str:
        """Return `decoder.tok (Embedding)`: the path from the outermost module, and the class."""
        modules = [call.module() for call in self.calls]
        known = [module for module in modules if module is not None]
        return named(known) if known and modules[0] is not None else self.calls[0].kind.__name__


def named(modules: list[torch.nn.Module]) -> str:
    """Return `decoder.tok (Embedding)` for modules that contain each other, the innermost first."""
    inner, outer = modules[0], modules[-1]
    path = next((name for name, module in outer.named_modules() if module is inner), "")
    kind = type(inner).__name__
    return f"{path} ({kind})" if path else kind


def origin_of(node: Any) -> Origin | None:
    """Return the calls that made a node, or else the calls that made one of its inputs."""
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
    """Return the calls of modules that include a node's number, the innermost first.

    Numbers repeat across threads. A backward pass on the CPU runs in the thread of its forward
    pass. If this thread has no such call, the result is empty unless exactly one thread has the
    number.
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
