"""Replace PyTorch's kernels for CPU and GPU tensors while a block is open.

Each overload with a kernel for such tensors gets one of these kernels:

- its lowering;
- a move, which runs PyTorch's kernel if all floats have one dtype;
- a guard, which runs PyTorch's kernel if no floating-point number is involved, and else refuses;
- PyTorch's own kernel, for overloads that only make views or memory, and for composite overloads,
  which compute by calling other overloads.

overloads.txt records the choice for CPU tensors; elsewhere.py has the additions for GPU tensors.
Kernels are shared by the whole process, so every thread and every backward pass is inside the
block.
"""

from __future__ import annotations

import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import torch

from samebits.backends.protocol import CallError
from samebits.common.errors import SamebitsError
from samebits.torch import kernel_forms as forms
from samebits.torch.compute import Compute
from samebits.torch.elsewhere import COPIES, composite_kernel
from samebits.torch.errors import Reason, Refused, WrongCall
from samebits.torch.kernel_forms import Site
from samebits.torch.moves import COLLECTIVE, LOOKING, MEMORY
from samebits.torch.natives import (
    EXPLICIT,
    IMPLICIT,
    Kernel,
    has_own,
    is_foreign,
    registered,
)
from samebits.torch.overloads import Kind, installed, kind_of, unreviewed
from samebits.torch.places import HOST, Place, places
from samebits.torch.refusals import wrong_call
from samebits.torch.table import (
    COMPOSED_AT,
    Lowering,
    composed_at,
    compositions,
    compositions_elsewhere,
    lacking,
    table,
    table_elsewhere,
)
from samebits.torch.wrong_calls import is_asking, raised_by_pytorch

UNDEFINED = "no clause defines it"
FOREIGN = "it is no op of ATen, and nothing says in which order it computes"
NOT_DENSE = "no clause defines sparse, quantised or nested tensors"
BETWEEN = "collectives between processes have no canonical definition in samebits.torch"


class Block(Protocol):
    """The part of an open block that kernels use."""

    computes: Mapping[str, Compute]
    """The engines for CPU tensors (key `cpu`) and GPU tensors, by type of device."""
    counts: Counter[str] | None
    strict: bool
    """True if a call without a definition is an error."""

    def refuse(self, overload: str, reason: Reason, kernel: Callable[[], Any]) -> Any:
        """Raise NoCanonicalDefinition, or run the kernel and count the overload."""


class Replacement(NamedTuple):
    """A kernel for one overload at one dispatch key, for example `aten::mul.Tensor` at `CPU`."""

    full: str
    key: str
    kernel: Kernel


class Kernels:
    """The replaced kernels.

    `install` registers them, and `remove` restores PyTorch's own kernels.
    """

    def __init__(self) -> None:
        self._block: Block | None = None
        self._libraries: list[Any] = []
        self._own: dict[str, list[tuple[str, str]]] = {}
        self._made: dict[tuple[str, str], Replacement | None] = {}
        self._unguarded: set[int] = set()
        self._sites = {HOST.type: Site(HOST)}
        self.counts: Counter[str] | None = None

    @property
    def block(self) -> Block | None:
        """Return the innermost open block, or None."""
        return self._block

    @block.setter
    def block(self, block: Block | None) -> None:
        self._block = block
        if block is not None:
            self.counts = block.counts
            for kind, site in self._sites.items():
                site.take(block.computes.get(kind))

    def site(self, place: Place) -> Site:
        """Return the site of a device type: the object from which its kernels take their engine."""
        return self._sites.setdefault(place.type, Site(place))

    def install(self) -> None:
        """Replace PyTorch's kernels. Kernels that were made for an earlier block are reused.

        The calls are the same as in `torch.library.Library`, but without this class, because it
        stores records of each of about 2,000 kernels.
        """
        libraries: dict[str, Any] = {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # replacing kernels is intended
            for place in places():
                for full, key in self._at(place):
                    if (full, key) not in self._made:
                        self._made[full, key] = self._replacement(full, key, place)
                    made = self._made[full, key]
                    if made is not None:
                        namespace, _, name = full.partition("::")
                        library = libraries.get(namespace)
                        if library is None:
                            library = torch._C._dispatch_library("IMPL", namespace, "", __file__, 0)
                            libraries[namespace] = library
                            self._libraries.append(library)
                        library.impl(name, key, made.kernel, False)

    def remove(self) -> None:
        """Restore PyTorch's own kernels."""
        for library in self._libraries:
            library.reset()
        self._libraries.clear()

    @contextmanager
    def unguarded(self) -> Iterator[None]:
        """Let this thread run refused ops, for printing only, because no result depends on them."""
        me = threading.get_ident()
        if me in self._unguarded:
            yield
            return
        self._unguarded.add(me)
        try:
            yield
        finally:
            self._unguarded.discard(me)

    def refuse(self, name: str, reason: Reason, kernel: Callable[[], Any]) -> Any:
        """Ask the block how to handle a call that has no definition."""
        block = self._block
        if block is None or threading.get_ident() in self._unguarded:
            return kernel()
        return block.refuse(name, reason, kernel)

    def fail(
        self,
        name: str,
        error: Exception,
        native: Kernel,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
    ) -> Any:
        """Handle an exception of a lowering: raise it, or ask the block how to continue.

        An invalid call raises PyTorch's own error for it, and writes nothing.
        """
        if is_asking():  # this call comes from PyTorch's own kernel, which is run to find its error
            return native(*args, **kwargs)
        if isinstance(error, SamebitsError) and not isinstance(error, CallError | WrongCall):
            raise error
        if isinstance(error, Refused | CallError):
            return self.decline(name, error, native, args, kwargs)
        raise raised_by_pytorch(name, native, args, kwargs, suspected=True) or error

    def decline(
        self,
        name: str,
        reason: Reason,
        native: Kernel,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        suspected: bool = True,
    ) -> Any:
        """Raise PyTorch's error for the call if there is one; otherwise call `refuse`.

        `suspected` is false for ops that are refused for all arguments. In this case PyTorch's own
        kernel, which may be slow, runs only if a call on the device `meta` found an error.
        """
        if is_asking():
            return native(*args, **kwargs)
        block = self._block
        if block is not None and block.strict and threading.get_ident() not in self._unguarded:
            said = raised_by_pytorch(name, native, args, kwargs, suspected=suspected)
            if said is not None:
                raise wrong_call(name, said, reason) if isinstance(reason, CallError) else said
        return self.refuse(name, reason, lambda: native(*args, **kwargs))

    # The choice of replaced kernels

    def _at(self, place: Place) -> Iterator[tuple[str, str]]:
        """Yield the overloads whose kernels may be replaced, with their dispatch keys.

        The list of ATen's own overloads is cached. Overloads of other libraries are listed each
        time, because a library may have been loaded in between.
        """
        if place.type not in self._own:
            own = [(f"aten::{name}", place.key) for name in installed()]
            composed = [
                (f"aten::{n}", key) for n in compositions() for key in composed_at(n, place)
            ]
            if place is not HOST:  # leave out kernels that are registered for all devices
                composed = [(full, key) for full, key in composed if key not in COMPOSED_AT]
                composed += [(f"aten::{n}", place.autograd) for n in compositions_elsewhere()]
            own += composed
            self._own[place.type] = [one for one in own if self._has(*one, place)]
        yield from self._own[place.type]
        for key in place.others:
            for full in registered(key):
                yield full, key
        for key in (place.key, EXPLICIT, IMPLICIT):
            for full in registered(key):
                # A kernel that is written in Python for a GPU launches GPU kernels of its own.
                is_of_device = place is not HOST and key == place.key
                if is_foreign(full, key) or (is_of_device and not full.startswith("aten::")):
                    yield full, place.key

    def _has(self, full: str, key: str, place: Place) -> bool:
        made = self._made[full, key] = self._replacement(full, key, place)
        return made is not None

    def _replacement(self, full: str, key: str, place: Place) -> Replacement | None:
        namespace, _, name = full.partition("::")
        if namespace in COLLECTIVE:
            return Replacement(full, key, forms.refusal(self, full, key, BETWEEN))
        if namespace != "aten":
            return Replacement(full, key, forms.guard(self, full, key, FOREIGN))
        if place is not HOST and key in (place.key, place.autograd):
            composed = compositions_elsewhere().get(name)
            if composed is not None:
                return Replacement(full, key, composed)
        if key in (*COMPOSED_AT, place.autograd):
            return Replacement(full, key, forms.composed(self, full, key, compositions()[name]))
        if key in place.others:
            looks = name.partition(".")[0] in LOOKING
            return (
                None if looks else Replacement(full, key, forms.guard(self, full, key, NOT_DENSE))
            )
        kernel = self._dense(name, self.site(place))
        return None if kernel is None else Replacement(full, key, kernel)

    def _dense(self, name: str, site: Site) -> Kernel | None:
        lowerings = table() if site.place is HOST else table_elsewhere()
        if name in lowerings:
            return self._canonical(lowerings[name], site)
        kind, key = kind_of(name), site.place.key
        if kind is Kind.MOVE:
            return forms.moving(self, name, key)
        is_memory = kind is Kind.ABSENT and name.partition(".")[0] in MEMORY
        if kind is Kind.MEMORY or name in COPIES or is_memory:
            return None
        if kind is Kind.CANONICAL and name not in compositions():
            return forms.guard(self, f"aten::{name}", key, lacking(name) or forms.MISSING)
        if kind is Kind.REFUSED:
            return forms.guard(self, f"aten::{name}", key, unreviewed().get(name, UNDEFINED))
        if site.place is HOST or not has_own(name, key):
            return None
        if kind is Kind.INTEGERS:
            return forms.drawing(self, name, key)
        if kind is Kind.COMPOSITE:
            return composite_kernel(name, site.place)
        return forms.guard(self, f"aten::{name}", key, UNDEFINED)

    def _canonical(self, lowering: Lowering, site: Site) -> Kernel:
        return forms.canonical(self, lowering, site)
