"""Places in PyTorch's dispatcher: kernels are put there for a block, and given back behind it.

To put some 2,000 kernels in place takes tens of milliseconds, which a model that opens a block at
each call would pay each time. So a kernel that has been left behind gives its place back when it is
called for the first time: it takes itself away and calls the overload again, which is PyTorch's own
from then on. The next block puts only those in place that are missing.

Where that could do harm, all kernels are taken away as a block is left, or before it could:

- Other threads of Python run, or one begins: they might call an overload while it changes.
- A composite overload is none to autograd while a kernel for CPU tensors is there.
- A program enters kernels of its own, or loads a library, which may have some: the order in which
  kernels are entered says which one is called.
"""

from __future__ import annotations

import _thread
import atexit
import sys
import threading
import warnings
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import wraps
from typing import Any, NamedTuple

import torch

from samebits.torch.loading import loads
from samebits.torch.natives import Kernel
from samebits.torch.swapping import swap


class Replacement(NamedTuple):
    """A kernel that takes a place: `aten::mul.Tensor` at the dispatch key `CPU`.

    `cuts` says that autograd takes the overload for another one while the kernel is there.
    """

    full: str
    key: str
    kernel: Kernel
    cuts: bool = False


class Places:
    """The places that kernels of ours have."""

    def __init__(self) -> None:
        self._standing: dict[tuple[str, str], Any] = {}
        self._wanted: dict[tuple[str, str], Replacement] = {}
        self._missing: dict[tuple[str, str], Replacement] = {}
        self._cutting: list[tuple[str, str]] = []
        self._loads: int | None = None
        self._others = False
        self._lock = threading.RLock()
        self._watching = ExitStack()

    def put(self, listed: Callable[[], Iterable[Replacement]]) -> None:
        """Put the kernels in place that are missing; all are listed where there may be new ops."""
        with self._lock:
            _end_all_but(self)
            if self._others or self._loads is None or self._loads != loads():
                self.take_all()
                self._wanted = {(one.full, one.key): one for one in listed()}
                self._missing = dict(self._wanted)
                self._cutting = [place for place, one in self._wanted.items() if one.cuts]
                self._loads, self._others = loads(), False
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # they are replaced on purpose
                for place in list(self._missing):
                    self._standing[place] = _entered(self._missing[place])
                    del self._missing[place]
            self._watching.close()
            self._watch(torch.library.Library, "impl", self._entering)

    def leave(self) -> None:
        """Leave the kernels to themselves, where that does no harm, or take them away."""
        with self._lock:
            if self._others or len(sys._current_frames()) > 1 or self._loads != loads():
                self.take_all()
                return
            for place in self._cutting:
                self._take(place)
            _LEFT.append(self)
            self._watch(threading.Thread, "start", self._end)
            self._watch(_thread, "start_new_thread", self._end)

    def take_all(self) -> None:
        """Give all places back."""
        with self._lock:
            for place in list(self._standing):
                self._take(place)
            self._watching.close()
            if self in _LEFT:
                _LEFT.remove(self)

    def outside(self, full: str, key: str, native: Kernel, args: Any, kwargs: Any) -> Any:
        """What a kernel does that is called while no block is open: what PyTorch's own does."""
        with self._lock:
            taken = self._take((full, key))
        if not taken:  # another thread did, or it was kept from before
            return native(*args, **kwargs)
        found = _overload(full)
        with torch._C.DisableTorchFunction():
            return (found.overloadpacket if _has_numbers(found, args) else found)(*args, **kwargs)

    def _take(self, place: tuple[str, str]) -> bool:
        library = self._standing.pop(place, None)
        if library is None:
            return False
        library.reset()
        self._missing[place] = self._wanted[place]
        return True

    def _entering(self) -> None:
        """A program enters a kernel: ours are entered anew behind it, for the next block."""
        self._others = True
        self._end()

    def _end(self) -> None:
        """Take the kernels away that were left, if they are."""
        if self in _LEFT:
            self.take_all()

    def _watch(self, owner: Any, name: str, before: Callable[[], None]) -> None:
        """Do something before each call of a function, until the watching is closed."""
        usual = getattr(owner, name)

        @wraps(usual)
        def watched(*args: Any, **kwargs: Any) -> Any:
            before()
            return usual(*args, **kwargs)

        back = swap(owner, name, watched)

        def end() -> None:
            if vars(owner).get(name) is watched:  # else another program watches it too
                back()

        self._watching.callback(end)


_LEFT: list[Places] = []
"""Those whose kernels stand though no block is open: one at most."""


def _end_all_but(places: Places) -> None:
    for left in _LEFT.copy():
        if left is not places:
            left.take_all()
    _LEFT.clear()


def _entered(one: Replacement) -> Any:
    """What holds a kernel in its place.

    It is done by what `torch.library.Library` calls, without that class, which keeps accounts of
    each kernel.
    """
    namespace, _, name = one.full.partition("::")
    library = torch._C._dispatch_library("IMPL", namespace, "", __file__, 0)
    library.impl(name, one.key, one.kernel, False)
    return library


def _overload(full: str) -> Any:
    namespace, _, name = full.partition("::")
    packet, _, overload = name.partition(".")
    return getattr(getattr(getattr(torch.ops, namespace), packet), overload or "default")


def _has_numbers(overload: Any, args: tuple[Any, ...]) -> bool:
    """Whether numbers of a program stand where an overload has tensors.

    PyTorch makes tensors of them that are marked as numbers, in an overload for numbers; a program
    can do so by that overload alone.
    """
    arguments = zip(overload._schema.arguments, args, strict=False)
    return any(
        isinstance(x, int | float | complex) and str(a.type) == "Tensor" for a, x in arguments
    )


@atexit.register
def _end() -> None:
    for left in _LEFT.copy():
        left.take_all()
