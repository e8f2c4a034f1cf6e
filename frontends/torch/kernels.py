"""PyTorch's kernels for tensors of the host and of devices, replaced while a block is open.

Each overload with a kernel for such tensors gets one of four: its lowering; a move, which runs the
kernel it had on floats of one dtype; a guard, which runs the kernel it had where no floating-point
number takes part and refuses otherwise; or the one it has, for what makes views and memory alone
and for composite overloads, which compute by calling others. overloads.txt says which, for CPU
tensors; elsewhere.py what else a device has.

Kernels belong to the process, so every thread and every backward pass is inside.
"""

from __future__ import annotations

import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

import torch

from samebits.backends.protocol import CallError
from samebits.torch.compute import Compute
from samebits.torch.dtypes import EXACT
from samebits.torch.elsewhere import COPIES, Nowhere, brought, composite_kernel, drawn_by_the_host
from samebits.torch.errors import NATIVE, Reason, Refused
from samebits.torch.moves import COLLECTIVE, INDEXES, LOOKING, MEMORY
from samebits.torch.natives import (
    EXPLICIT,
    IMPLICIT,
    Kernel,
    has_own,
    is_foreign,
    native_kernel,
    registered,
    returns_one,
    schema_of,
    tensors_in,
    without_floats,
)
from samebits.torch.overloads import Kind, installed, kind_of, unreviewed
from samebits.torch.places import HOST, Place, places
from samebits.torch.table import (
    COMPOSED_AT,
    Lowering,
    composed_at,
    compositions,
    compositions_elsewhere,
    table,
    table_elsewhere,
)

UNDEFINED = "no clause defines it"
MISSING = "overloads.txt says that the table has it, and the table has not; install samebits again"
COMPLEX = "no clause defines arithmetic on complex numbers"
CONVERTS = "it would convert between formats; convert the operands with .to() before"
ACCUMULATES = "it adds, in an order that no clause defines"
FOREIGN = "it is no op of ATen, and nothing says in which order it computes"
NOT_DENSE = "no clause defines sparse, quantised or nested tensors"
BETWEEN = "collectives between processes have no canonical definition in samebits.torch"


class Block(Protocol):
    """What kernels ask of the block that is open."""

    computes: Mapping[str, Compute]
    """What computes on tensors of the host (`cpu`) and of a device, by its type."""
    counts: Counter[str] | None

    def refuse(self, overload: str, reason: Reason, kernel: Callable[[], Any]) -> Any:
        """Raise NoCanonicalDefinition, or run the kernel and remember it."""


class Replacement(NamedTuple):
    """A kernel that takes a place: `aten::mul.Tensor` at the dispatch key `CPU`."""

    full: str
    key: str
    kernel: Kernel


class Site:
    """What the kernels for tensors of one place compute with: the innermost block's engine."""

    __slots__ = ("compute", "in_place", "place")

    def __init__(self, place: Place) -> None:
        self.place = place
        self.take(None)

    def take(self, engine: Compute | Nowhere | None) -> None:
        """Compute with this engine, overloads in place with it too; with None nowhere."""
        self.compute: Any = engine or Nowhere(self.place)
        self.in_place: Any = self.compute.in_place()


class Kernels:
    """The replaced kernels; `install` puts them in place, `remove` takes them away again."""

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
        """The innermost block that is open."""
        return self._block

    @block.setter
    def block(self, block: Block | None) -> None:
        self._block = block
        if block is not None:
            self.counts = block.counts
            for kind, site in self._sites.items():
                site.take(block.computes.get(kind))

    def site(self, place: Place) -> Site:
        """What kernels of a place compute with."""
        return self._sites.setdefault(place.type, Site(place))

    def install(self) -> None:
        """Replace the kernels; those that were made for an earlier block serve again.

        It is done by what `torch.library.Library` calls, without that class, which keeps accounts
        of each of some 2,000 kernels.
        """
        libraries: dict[str, Any] = {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # that kernels are replaced is on purpose
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
        """Bring PyTorch's own kernels back."""
        for library in self._libraries:
            library.reset()
        self._libraries.clear()

    @contextmanager
    def unguarded(self) -> Iterator[None]:
        """Let this thread run what is refused: to print, where no result can depend on it."""
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
        """Ask the block what to do about a call that has no definition."""
        block = self._block
        if block is None or threading.get_ident() in self._unguarded:
            return kernel()
        return block.refuse(name, reason, kernel)

    # Which kernels are replaced

    def _at(self, place: Place) -> Iterator[tuple[str, str]]:
        """Those of ATen, which stay, and those of libraries that may have been loaded since."""
        if place.type not in self._own:
            own = [(f"aten::{name}", place.key) for name in installed()]
            composed = [
                (f"aten::{n}", key) for n in compositions() for key in composed_at(n, place)
            ]
            if place is not HOST:  # some stand for tensors of all devices at once
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
                # What is written in Python for a device launches kernels of its own.
                is_of_device = place is not HOST and key == place.key
                if is_foreign(full, key) or (is_of_device and not full.startswith("aten::")):
                    yield full, place.key

    def _has(self, full: str, key: str, place: Place) -> bool:
        made = self._made[full, key] = self._replacement(full, key, place)
        return made is not None

    def _replacement(self, full: str, key: str, place: Place) -> Replacement | None:
        namespace, _, name = full.partition("::")
        if namespace in COLLECTIVE:
            return Replacement(full, key, self._refusal(full, key, BETWEEN))
        if namespace != "aten":
            return Replacement(full, key, self._guard(full, key, FOREIGN))
        if place is not HOST and key in (place.key, place.autograd):
            composed = compositions_elsewhere().get(name)
            if composed is not None:
                return Replacement(full, key, composed)
        if key in (*COMPOSED_AT, place.autograd):
            return Replacement(full, key, compositions()[name])
        if key in place.others:
            looks = name.partition(".")[0] in LOOKING
            return None if looks else Replacement(full, key, self._guard(full, key, NOT_DENSE))
        kernel = self._dense(name, self.site(place))
        return None if kernel is None else Replacement(full, key, kernel)

    def _dense(self, name: str, site: Site) -> Kernel | None:
        lowerings = table() if site.place is HOST else table_elsewhere()
        if name in lowerings:
            return self._canonical(lowerings[name], site)
        kind, key = kind_of(name), site.place.key
        if kind is Kind.MOVE:
            return self._moving(name, key)
        is_memory = kind is Kind.ABSENT and name.partition(".")[0] in MEMORY
        if kind is Kind.MEMORY or name in COPIES or is_memory:
            return None
        if kind is Kind.CANONICAL and name not in compositions():
            return self._guard(f"aten::{name}", key, MISSING)
        if kind is Kind.REFUSED:
            return self._guard(f"aten::{name}", key, unreviewed().get(name, UNDEFINED))
        if site.place is HOST or not has_own(name, key):
            return None
        if kind is Kind.INTEGERS:
            return self._drawing(name, key)
        if kind is Kind.COMPOSITE:
            return composite_kernel(name, site.place)
        return self._guard(f"aten::{name}", key, UNDEFINED)

    # The kernels

    def _canonical(self, lowering: Lowering, site: Site) -> Kernel:
        if site.place is not HOST and lowering.overload != "copy_":  # a copy is that move
            lowering = replace(lowering, function=brought(lowering.function))
        if not lowering.places:
            return self._functional(lowering, site)
        if lowering.takes_into and len(lowering.places) == 1 and returns_one(lowering.overload):
            return self._into(lowering, site)
        return self._writing(lowering, site)

    def _functional(self, lowering: Lowering, site: Site) -> Kernel:
        state, function, name = self, lowering.function, lowering.overload
        native = native_kernel(f"aten::{name}", site.place.key)

        def kernel(*args: Any, **kwargs: Any) -> Any:
            try:
                result = function(site.compute, *args, **kwargs)
            except (Refused, CallError) as refused:
                return state.refuse(name, refused, lambda: native(*args, **kwargs))
            if result is NATIVE:
                if any(x.dtype.is_complex for x in tensors_in((*args, *kwargs.values()))):
                    return state.refuse(name, COMPLEX, lambda: native(*args, **kwargs))
                return native(*args, **kwargs)
            if state.counts is not None:
                state.counts[name] += 1
            return result

        return kernel

    def _into(self, lowering: Lowering, site: Site) -> Kernel:
        """One result, which the lowering writes in its place: the first argument, or `out`.

        What ran PyTorch's own kernel is not counted, here and below.
        """
        state, function, name = self, lowering.function, lowering.overload
        native = native_kernel(f"aten::{name}", site.place.key)
        (place,) = lowering.places
        in_place = lowering.is_in_place

        def kernel(*args: Any, **kwargs: Any) -> Any:
            if place == 0:
                target, given = args[0], kwargs
            else:
                given = kwargs.copy()
                target = given.pop(place) if isinstance(place, str) else args[place]
            fixed = in_place or any(x is target for x in args)
            compute = site.in_place if fixed else site.compute
            try:
                result = function(compute, *args, into=target, **given)
                if result is not target:
                    if result is NATIVE:
                        _stays(target, args)
                        return native(*args, **kwargs)
                    compute.stored(result, target)
            except (Refused, CallError) as refused:
                return state.refuse(name, refused, lambda: native(*args, **kwargs))
            if state.counts is not None:
                state.counts[name] += 1
            return target

        return kernel

    def _writing(self, lowering: Lowering, site: Site) -> Kernel:
        """Several results, or one that the lowering makes anew, copied to where they belong."""
        state, function, name = self, lowering.function, lowering.overload
        native = native_kernel(f"aten::{name}", site.place.key)
        targets_at, takes_into = lowering.places, lowering.takes_into
        returns_single, in_place = returns_one(name), lowering.is_in_place

        def kernel(*args: Any, **kwargs: Any) -> Any:
            targets = tuple(args[p] if isinstance(p, int) else kwargs[p] for p in targets_at)
            given = {k: v for k, v in kwargs.items() if k not in targets_at}
            if takes_into:
                given["into"] = targets
            compute = site.in_place if in_place else site.compute
            try:
                result = function(compute, *args, **given)
                if result is NATIVE:
                    for target in targets:
                        _stays(target, args)
                    return native(*args, **kwargs)
                results = result if isinstance(result, tuple) else (result,)
                for one, target in zip(results, targets, strict=True):
                    compute.stored(one, target)
            except (Refused, CallError) as refused:
                return state.refuse(name, refused, lambda: native(*args, **kwargs))
            if state.counts is not None:
                state.counts[name] += 1
            return targets[0] if returns_single else targets

        return kernel

    def _moving(self, name: str, key: str) -> Kernel:
        state, native = self, native_kernel(f"aten::{name}", key)
        arguments = [a.name for a in schema_of(f"aten::{name}").arguments]
        skipped = {i for i, argument in enumerate(arguments) if argument in INDEXES}
        adding = arguments.index("accumulate") if "accumulate" in arguments else len(arguments)

        def kernel(*args: Any, **kwargs: Any) -> Any:
            moved = [x for i, x in enumerate(args) if i not in skipped]
            moved += [x for k, x in kwargs.items() if k not in INDEXES]
            dtypes = {x.dtype for x in tensors_in(moved)}
            if dtypes <= EXACT:
                return native(*args, **kwargs)
            if len(dtypes) > 1 or next(iter(dtypes)).is_complex:
                return state.refuse(name, CONVERTS, lambda: native(*args, **kwargs))
            if (adding < len(args) and args[adding]) or kwargs.get("accumulate"):
                return state.refuse(name, ACCUMULATES, lambda: native(*args, **kwargs))
            return native(*args, **kwargs)

        return kernel

    def _drawing(self, name: str, key: str) -> Kernel:
        state, native, draw = self, native_kernel(f"aten::{name}", key), drawn_by_the_host(name)

        def kernel(*args: Any, **kwargs: Any) -> Any:
            try:
                return draw(*args, **kwargs)
            except Refused as refused:
                return state.refuse(name, str(refused), lambda: native(*args, **kwargs))

        return kernel

    def _guard(self, full: str, key: str, reason: str) -> Kernel:
        state, native = self, native_kernel(full, key)
        name = full.removeprefix("aten::")

        def kernel(*args: Any, **kwargs: Any) -> Any:
            if without_floats(args) and without_floats(tuple(kwargs.values())):
                result = native(*args, **kwargs)
                if without_floats((result,)):
                    return result
            return state.refuse(name, reason, lambda: native(*args, **kwargs))

        return kernel

    def _refusal(self, full: str, key: str, reason: str) -> Kernel:
        state, native = self, native_kernel(full, key)

        def kernel(*args: Any, **kwargs: Any) -> Any:
            return state.refuse(full, reason, lambda: native(*args, **kwargs))

        return kernel


def _stays(target: torch.Tensor, args: tuple[Any, ...]) -> None:
    """Raise Refused where PyTorch's own kernel would convert to the format of its result."""
    if args and args[0] is target:
        return  # in place: it is an operand too
    dtype = target.dtype
    if dtype not in EXACT and all(x.dtype is not dtype for x in tensors_in(args)):
        raise Refused(CONVERTS)
