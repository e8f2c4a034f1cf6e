"""The block `reproducible`, in which floating-point ops return the bits of the specification."""

from __future__ import annotations

import functools
import inspect
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ContextDecorator, ExitStack
from types import TracebackType
from typing import Any, TypeVar

from samebits.backends.protocol import BackendError, ResidentSession
from samebits.common.errors import SamebitsError
from samebits.torch.aligned_kernels import AligningKernels
from samebits.torch.compute import Compute
from samebits.torch.contraction import USUAL, Aligned, widths_of
from samebits.torch.drawing import compute_with
from samebits.torch.drawn_outside import note_draws, warning_of_draws
from samebits.torch.environment import default_environment
from samebits.torch.errors import Reason
from samebits.torch.opening import open_session
from samebits.torch.origins import logged_modules
from samebits.torch.places import HOST, device_of, lend_memory
from samebits.torch.refusals import refusal
from samebits.torch.reviewing import explained, warn_if_unreviewed
from samebits.torch.settings import settings
from samebits.torch.tracing import never_traced, set_tracer, untraced
from samebits.torch.workers import workers_inside

_Function = TypeVar("_Function", bound=Callable[..., Any])

_KERNELS = AligningKernels()
_OPEN: list[reproducible] = []
_LOCK = threading.RLock()


class reproducible(ContextDecorator):  # noqa: N801 (used like a function)
    """A block in which PyTorch computes every floating-point op as the specification defines it.

    It covers forward passes, backward passes and optimizers. `backend` is the name of a device as
    `samebits certify` prints it; `auto` is the best instruction set of this machine. `threads` is
    the largest number of threads of an op (0: all processors). Neither changes a bit.

    With `cuda:gpu0` the block computes on tensors of PyTorch's device `cuda:0`, in place and in the
    order of PyTorch's current stream. Tensors on the CPU are then computed by the C backend.
    Tensors of any other device are refused.

    An op that no clause defines raises NoCanonicalDefinition, which names the op, the module and
    the line. With `strict=False` PyTorch's own kernel runs instead, and `let_through` counts such
    runs. With `count=True`, `counts` maps each overload to the number of its runs.

    `contraction` is the clause of matrix products: "T4", or "aligned:24x16" for T11. The two
    numbers are the widths of the first and the second operands: 8, 16 or 24. This choice changes
    bits, so alignment is never the default; `state` and witnesses record it. Any other text raises
    SamebitsError.

    The block applies to the whole process. While it is open, it covers the ops of other threads,
    and backward passes of results that were computed before. Blocks can be nested within one
    thread. If a second thread opens a block meanwhile, SamebitsError is raised immediately.
    """

    def __init__(
        self,
        backend: str = "auto",
        threads: int = 0,
        strict: bool = True,
        *,
        count: bool = False,
        contraction: str = USUAL,
    ) -> None:
        self.backend = backend
        self.threads = threads
        self.strict = strict
        self.contraction = contraction
        self._widths = widths_of(contraction)
        self.counts: Counter[str] | None = Counter() if count else None
        self.let_through: Counter[str] = Counter()
        self._left = ExitStack()
        self._owner = 0
        self._tracer: object = None

    def __call__(self, func: _Function) -> _Function:
        """Return a function that opens the block around each call of `func`."""
        later = inspect.isgeneratorfunction, inspect.iscoroutinefunction, inspect.isasyncgenfunction
        if any(is_one(func) for is_one in later):
            raise SamebitsError(
                f"{func.__name__} is a generator or coroutine function; its body runs after the "
                "call, outside of the block; open the block inside the function"
            )
        decorated = super().__call__(func)

        @functools.wraps(func)
        def run(*args: Any, **kwargs: Any) -> Any:
            return untraced(decorated)(*args, **kwargs)

        run_as_given: _Function = run  # type: ignore[assignment]
        return run_as_given

    def _recreate_cm(self) -> reproducible:
        """Return the block for one call of a decorated function; recursive calls get new blocks."""
        if self not in _OPEN:
            return self
        counts = self.counts is not None
        inner = reproducible(
            self.backend, self.threads, self.strict, count=counts, contraction=self.contraction
        )
        inner.counts, inner.let_through = self.counts, self.let_through
        return inner

    @never_traced
    def __enter__(self) -> reproducible:
        # off: else a torch.compile function that opens this block would trace it
        tracer = set_tracer(None)
        try:
            self._enter()
        except BaseException:
            set_tracer(tracer)
            raise
        self._tracer = tracer
        return self

    def _enter(self) -> None:
        with explained(), _LOCK:
            warn_if_unreviewed()
            thread = threading.get_ident()
            if _OPEN and _OPEN[-1]._owner != thread:
                raise SamebitsError(
                    "another thread has opened a block of samebits.torch.reproducible, which "
                    "applies to all threads; leave it in that thread first"
                )
            if self in _OPEN:
                raise SamebitsError("this block is already open; create a new one to nest it")
            self._owner = thread
            with ExitStack() as stack:
                if not _OPEN:
                    stack.enter_context(default_environment())
                self.computes: Mapping[str, Compute] = self._engines(stack)
                self.products = self.computes
                if self._widths is not None:
                    self.products = {
                        kind: Aligned(engine.session, self._widths, engine.device, engine.host)
                        for kind, engine in self.computes.items()
                    }
                if not _OPEN:
                    stack.enter_context(settings(_KERNELS.unguarded))
                    stack.enter_context(workers_inside(current))
                    stack.enter_context(warning_of_draws())
                    stack.enter_context(logged_modules())
                    stack.callback(_KERNELS.remove)
                    _KERNELS.install()
                if self._widths is not None:
                    stack.enter_context(_KERNELS.aligning())
                stack.callback(self._close)
                _OPEN.append(self)
                _KERNELS.enter(self)
                compute_with(self.computes)
                self._left = stack.pop_all()

    @never_traced
    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            with _LOCK:
                self._left.close()
        finally:
            set_tracer(self._tracer)

    def take_over(self, thread: int) -> None:
        """Make `thread` the owner of all open blocks, after a fork."""
        for block in _OPEN:
            block._owner = thread

    @property
    def compute(self) -> Compute:
        """Return the engine for tensors on the CPU."""
        return self.computes[HOST.type]

    def _engines(self, stack: ExitStack) -> Mapping[str, Compute]:
        """Return the engines of the block by type of device. They are open as long as the stack.

        If the chosen backend computes on tensors of a GPU, the C backend computes on CPU tensors.
        Otherwise the chosen backend computes on CPU tensors.
        """
        session = stack.enter_context(open_session(self.backend, self.threads))
        device = device_of(session)
        if device is None:
            return {HOST.type: Compute(session)}
        assert isinstance(session, ResidentSession)  # a session with a device is resident
        lend_memory(session, device)
        try:
            usual = stack.enter_context(open_session("auto", self.threads))
        except BackendError:  # the C backend is not built here
            usual = session
        host = Compute(usual)
        return {HOST.type: host, device.type: Compute(session, device, host)}

    def _close(self) -> None:
        _OPEN.remove(self)
        _KERNELS.enter(_OPEN[-1] if _OPEN else None)
        compute_with(_OPEN[-1].computes if _OPEN else {})

    def ran(self, overload: str) -> None:
        """Count one run of an overload, if the block was made with `count=True`."""
        if self.counts is not None:
            self.counts[overload] += 1

    def refuse(self, overload: str, reason: Reason, kernel: Callable[[], Any]) -> Any:
        """Raise the error of a refused call.

        With `strict=False`, run and count `kernel` instead.
        """
        if self.strict:
            raise refusal(overload, reason)
        self.let_through[overload] += 1
        return kernel()


def current() -> reproducible | None:
    """Return the innermost open block, or None."""
    return _OPEN[-1] if _OPEN else None


note_draws(lambda: bool(_OPEN))
