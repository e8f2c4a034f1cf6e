"""`reproducible`: inside, every floating-point op has the bits of the specification."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from contextlib import ContextDecorator, ExitStack
from types import TracebackType
from typing import Any

from samebits.backends.c.session import CSession
from samebits.common.errors import SamebitsError
from samebits.torch.compute import Compute
from samebits.torch.diagnosis import place
from samebits.torch.errors import NoCanonicalDefinition
from samebits.torch.kernels import Kernels
from samebits.torch.opening import open_session
from samebits.torch.settings import settings

_KERNELS = Kernels()
_OPEN: list[reproducible] = []
_ENGINES: dict[tuple[str, int], Compute] = {}
_LOCK = threading.RLock()


class reproducible(ContextDecorator):  # noqa: N801 (used like a function)
    """A block in which every floating-point op of PyTorch runs on its canonical definition.

    Forward, backward and optimizer alike, on the device of a backend by the name that `samebits
    certify` prints; `auto` is the best instruction set here. `threads` is the most threads an op
    uses (0: all processors). Neither changes a bit.

    An op that no clause defines raises NoCanonicalDefinition, which names op, module and line; with
    `strict=False` it runs as PyTorch has it, and `let_through` counts it. With `count=True`,
    `counts` has how often each overload ran.

    The block belongs to the process: ops of other threads, and backward passes of what was computed
    outside, are inside while it is open. Blocks may stand in each other, in one thread; a second
    thread that opens one waits for nothing and is refused.
    """

    def __init__(
        self, backend: str = "auto", threads: int = 0, strict: bool = True, *, count: bool = False
    ) -> None:
        self.backend = backend
        self.threads = threads
        self.strict = strict
        self.counts: Counter[str] | None = Counter() if count else None
        self.let_through: Counter[str] = Counter()
        self._left = ExitStack()
        self._owner = 0

    def __enter__(self) -> reproducible:
        with _LOCK:
            thread = threading.get_ident()
            if _OPEN and _OPEN[-1]._owner != thread:
                raise SamebitsError(
                    "another thread has opened a block of samebits.torch.reproducible, which holds "
                    "for all threads; leave it there first"
                )
            if self in _OPEN:
                raise SamebitsError("this block is open already; make a new one for the inner part")
            self._owner = thread
            with ExitStack() as stack:
                self.compute = self._engine(stack)
                if not _OPEN:
                    stack.enter_context(settings(_KERNELS.unguarded))
                    stack.callback(_KERNELS.remove)
                    _KERNELS.install()
                stack.callback(self._close)
                _OPEN.append(self)
                _KERNELS.block = self
                self._left = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with _LOCK:
            self._left.close()

    def _engine(self, stack: ExitStack) -> Compute:
        """What computes inside, until the stack is closed.

        A session of the C backend holds nothing but prepared calls: it serves the next block too.
        """
        asked = self.backend, self.threads
        kept = _ENGINES.get(asked)
        if kept is None:
            kept = Compute(stack.enter_context(open_session(*asked)))
            if isinstance(kept.session, CSession):
                _ENGINES[asked] = kept
        return kept

    def _close(self) -> None:
        _OPEN.remove(self)
        _KERNELS.block = _OPEN[-1] if _OPEN else None

    def ran(self, overload: str) -> None:
        """Count an overload, where counting was asked for."""
        if self.counts is not None:
            self.counts[overload] += 1

    def refuse(self, overload: str, reason: str, kernel: Callable[[], Any]) -> Any:
        """Raise NoCanonicalDefinition; with `strict=False` run the kernel and count it."""
        if self.strict:
            raise NoCanonicalDefinition(
                f"aten::{overload} has no canonical definition here: {reason} ({place()}); use "
                "ops that docs/torch-coverage.md lists, or strict=False to let it through"
            )
        self.let_through[overload] += 1
        return kernel()


def current() -> reproducible | None:
    """The innermost block that is open, if any."""
    return _OPEN[-1] if _OPEN else None
