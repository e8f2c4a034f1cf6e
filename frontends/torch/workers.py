"""Make the workers of a DataLoader compute inside the block in which they are started.

A forked worker is a copy of the process, including the open block. A worker that is started by
spawn or forkserver is a new process: it opens an equal block before it loads anything. Both kinds
compute with one thread, and stay inside the block until they end.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import Any, Protocol
from unittest import mock

from torch.utils.data import DataLoader
from torch.utils.data.dataloader import _MultiProcessingDataLoaderIter

from samebits.backends.protocol import ConfigurableSession
from samebits.common.errors import SamebitsError
from samebits.torch.compute import Compute


class Block(Protocol):
    """The part of a block that is used to start workers in it."""

    backend: str
    strict: bool
    contraction: str
    computes: Mapping[str, Compute]

    @property
    def compute(self) -> Compute:
        """Return the engine for tensors on the CPU."""

    def take_over(self, thread: int) -> None:
        """Make a thread of a forked process the owner of the open blocks."""

    def __enter__(self) -> Block:
        """Open the block."""


Current = Callable[[], Block | None]
"""A module-level function that returns the innermost open block, or None."""


_KEPT: list[object] = []
"""The block of a worker process, which stays open until the process ends."""

_MARK = "_samebits_contraction"
"""The attribute of an iterator for the contraction of the block that started its workers."""


class Opening:
    """A `worker_init_fn` that opens the block in a worker, then calls the program's own function.

    It is pickled for workers that are started by spawn or forkserver.
    """

    def __init__(self, block: Block, current: Current, then: Callable[[int], Any] | None) -> None:
        self.kind: Callable[..., Block] = type(block)
        self.current = current
        on_host = len(block.computes) == 1
        self.backend = block.backend if on_host else "auto"
        self.has_threads = isinstance(block.compute.session, ConfigurableSession)
        self.strict = block.strict
        self.contraction = block.contraction
        self.then = then

    def __call__(self, worker: int) -> None:
        """Open the block in this worker, or keep the inherited block, until the process ends.

        The worker computes with one thread.
        """
        inherited = self.current()
        if inherited is None:
            threads = 1 if self.has_threads else 0
            made = self.kind(self.backend, threads, self.strict, contraction=self.contraction)
            _KEPT.append(made.__enter__())
        else:
            inherited.take_over(threading.get_ident())
            session = inherited.compute.session
            if isinstance(session, ConfigurableSession):
                session.configure(threads=1)
        if self.then is not None:
            self.then(worker)


@contextmanager
def workers_inside(current: Current) -> Iterator[None]:
    """Start the workers of DataLoaders inside the innermost block while this is open.

    An iterator whose workers were started outside of a block, or under a different `contraction`,
    raises SamebitsError when a batch is requested. Workers that a DataLoader reuses
    (`persistent_workers=True`) are replaced if they do not fit the block, and again after the
    block.
    """
    keeping: weakref.WeakSet[DataLoader[Any]] = weakref.WeakSet()

    def is_of(iterator: Any, block: Block) -> bool:
        return getattr(iterator, _MARK, None) == block.contraction

    def init(usual: Callable[..., None]) -> Callable[..., None]:
        @wraps(usual)
        def started(self: Any, loader: DataLoader[Any]) -> None:
            block = current()
            if block is None:
                usual(self, loader)
                return
            setattr(self, _MARK, block.contraction)
            own = loader.worker_init_fn
            loader.worker_init_fn = Opening(block, current, own)
            try:
                usual(self, loader)
            finally:
                loader.worker_init_fn = own

        return started

    def next_data(usual: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(usual)
        def loaded(self: Any) -> Any:
            block = current()
            if block is not None and not is_of(self, block):
                outside = getattr(self, _MARK, None) is None
                what = "outside of the block" if outside else "under another contraction"
                raise SamebitsError(
                    f"the workers of this DataLoader iterator were started {what}, so what they "
                    "compute may have other bits; call iter(loader) inside the block"
                )
            return usual(self)

        return loaded

    def iterate(usual: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(usual)
        def iterated(self: DataLoader[Any]) -> Any:
            block = current()
            if block is not None and self.persistent_workers and self.num_workers > 0:
                keeping.add(self)
                if self._iterator is not None and not is_of(self._iterator, block):
                    self._iterator = None
            return usual(self)

        return iterated

    kind = _MultiProcessingDataLoaderIter
    with ExitStack() as stack:
        for owner, name, made in (
            (kind, "__init__", init),
            (kind, "_next_data", next_data),
            (DataLoader, "__iter__", iterate),
        ):
            method = made(getattr(owner, name))
            stack.enter_context(mock.patch.object(owner, name, method))
        try:
            yield
        finally:
            for loader in keeping:
                loader._iterator = None  # so that the next iteration starts new workers outside
