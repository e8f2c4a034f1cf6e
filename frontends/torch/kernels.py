"""PyTorch's kernels for CPU tensors, replaced while a block is open.

Each overload with a kernel for CPU tensors gets one of four: its lowering; a move, which runs the
kernel it had on floats of one dtype; a guard, which runs the kernel it had where no floating-point
number takes part and refuses otherwise; or the one it has, for what makes views and memory alone
and for composite overloads, which compute by calling others. overloads.txt says which.

Kernels belong to the process, so every thread and every backward pass is inside.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any, Protocol

import torch

from samebits.torch.compute import Compute
from samebits.torch.dtypes import EXACT
from samebits.torch.errors import NATIVE, Refused
from samebits.torch.moves import COLLECTIVE, INDEXES, LOOKING, OTHER_KEYS, QUANTISED
from samebits.torch.natives import Kernel, native_kernel, schema_of, tensors_in, without_floats
from samebits.torch.overloads import Kind, installed, kind_of, unreviewed
from samebits.torch.places import Places, Replacement
from samebits.torch.table import (
    AUTOGRAD,
    COMPOSED_AT,
    Lowering,
    composed_at,
    compositions,
    name_of,
    table,
)

_IMPLICIT = "CompositeImplicitAutograd"
_EXPLICIT = "CompositeExplicitAutograd"

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

    compute: Compute
    counts: Counter[str] | None

    def refuse(self, overload: str, reason: str, kernel: Callable[[], Any]) -> Any:
        """Raise NoCanonicalDefinition, or run the kernel and remember it."""


class Kernels:
    """The replaced kernels; `install` puts them in place, `remove` gives the places back."""

    def __init__(self) -> None:
        self._block: Block | None = None
        self._places = Places()
        self._own: list[Replacement] = []
        self._made: dict[tuple[str, str], Replacement | None] = {}
        self._unguarded: set[int] = set()
        self.compute: Compute | None = None
        self.counts: Counter[str] | None = None

    @property
    def block(self) -> Block | None:
        """The innermost block that is open."""
        return self._block

    @block.setter
    def block(self, block: Block | None) -> None:
        self._block = block
        self.compute = None if block is None else block.compute
        self.counts = None if block is None else block.counts

    def install(self) -> None:
        """Replace the kernels; those that were made for an earlier block serve again."""
        self._places.put(self._listed)

    def remove(self) -> None:
        """Bring PyTorch's own kernels back, each before it is called again."""
        self._places.leave()

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

    def refuse(self, name: str, reason: str, kernel: Callable[[], Any]) -> Any:
        """Ask the block what to do about a call that has no definition."""
        block = self._block
        if block is None or threading.get_ident() in self._unguarded:
            return kernel()
        return block.refuse(name, reason, kernel)

    # Which kernels are replaced

    def _listed(self) -> Iterator[Replacement]:
        """Those of ATen, which stay, and those of libraries that may have been loaded since."""
        if not self._own:
            own = [(f"aten::{name}", "CPU") for name in installed()]
            own += [(f"aten::{name}", key) for name in compositions() for key in composed_at(name)]
            self._own = [made for place in own if (made := self._kept(*place)) is not None]
        yield from self._own
        for key in OTHER_KEYS:
            for full in _registered(key):
                if (made := self._kept(full, key)) is not None:
                    yield made
        for key in ("CPU", _EXPLICIT, _IMPLICIT):
            for full in _registered(key):
                if is_foreign(full, key) and (made := self._kept(full, "CPU")) is not None:
                    yield made

    def _kept(self, full: str, key: str) -> Replacement | None:
        if (full, key) not in self._made:
            kernel = self._kernel(full, key)
            cuts = kernel is not None and _cuts_autograd(full, key)
            made = None if kernel is None else Replacement(full, key, kernel, cuts)
            self._made[full, key] = made
        return self._made[full, key]

    def _kernel(self, full: str, key: str) -> Kernel | None:
        namespace, _, name = full.partition("::")
        if namespace in COLLECTIVE:
            return self._refusal(full, key, BETWEEN)
        if namespace != "aten":
            return self._guard(full, key, FOREIGN)
        if key in (*COMPOSED_AT, AUTOGRAD):
            return self._composed(full, key)
        if key in OTHER_KEYS:
            looks = name.partition(".")[0] in LOOKING
            return None if looks else self._guard(full, key, NOT_DENSE)
        return self._dense(name)

    def _dense(self, name: str) -> Kernel | None:
        if name in table():
            return self._canonical(table()[name])
        kind = kind_of(name)
        if kind is Kind.MOVE:
            return self._moving(name)
        if kind is Kind.CANONICAL and name not in compositions():
            return self._guard(f"aten::{name}", "CPU", MISSING)
        if kind is Kind.REFUSED:
            return self._guard(f"aten::{name}", "CPU", unreviewed().get(name, UNDEFINED))
        return None

    # The kernels

    def _canonical(self, lowering: Lowering) -> Kernel:
        if not lowering.places:
            return self._functional(lowering)
        if lowering.takes_into and len(lowering.places) == 1 and _returns_one(lowering.overload):
            return self._into(lowering)
        return self._writing(lowering)

    def _composed(self, full: str, key: str) -> Kernel:
        state, function = self, compositions()[full.removeprefix("aten::")]
        outside = self._outside(full, native_kernel(full, key), key)

        @wraps(function)
        def kernel(*args: Any, **kwargs: Any) -> Any:
            if state.compute is None:
                return outside(args, kwargs)
            return function(*args, **kwargs)

        return kernel

    def _functional(self, lowering: Lowering) -> Kernel:
        state, function, name = self, lowering.function, lowering.overload
        native = native_kernel(f"aten::{name}")
        outside = self._outside(f"aten::{name}", native)

        def kernel(*args: Any, **kwargs: Any) -> Any:
            compute = state.compute
            if compute is None:
                return outside(args, kwargs)
            try:
                result = function(compute, *args, **kwargs)
            except Refused as refused:
                return state.refuse(name, str(refused), lambda: native(*args, **kwargs))
            if result is NATIVE:
                if any(x.dtype.is_complex for x in tensors_in((*args, *kwargs.values()))):
                    return state.refuse(name, COMPLEX, lambda: native(*args, **kwargs))
                return native(*args, **kwargs)
            if state.counts is not None:
                state.counts[name] += 1
            return result

        return kernel

    def _into(self, lowering: Lowering) -> Kernel:
        """One result, which the lowering writes in its place: the first argument, or `out`.

        What ran PyTorch's own kernel is not counted, here and below.
        """
        state, function, name = self, lowering.function, lowering.overload
        native = native_kernel(f"aten::{name}")
        outside = self._outside(f"aten::{name}", native)
        (place,) = lowering.places

        def kernel(*args: Any, **kwargs: Any) -> Any:
            compute = state.compute
            if compute is None:
                return outside(args, kwargs)
            if place == 0:
                target, given = args[0], kwargs
            else:
                given = kwargs.copy()
                target = given.pop(place) if isinstance(place, str) else args[place]
            try:
                result = function(compute, *args, into=target, **given)
                if result is not target:
                    if result is NATIVE:
                        _stays(target, args)
                        return native(*args, **kwargs)
                    compute.stored(result, target)
            except Refused as refused:
                return state.refuse(name, str(refused), lambda: native(*args, **kwargs))
            if state.counts is not None:
                state.counts[name] += 1
            return target

        return kernel

    def _writing(self, lowering: Lowering) -> Kernel:
        """Several results, or one that the lowering makes anew, copied to where they belong."""
        state, function, name = self, lowering.function, lowering.overload
        native = native_kernel(f"aten::{name}")
        places, takes_into = lowering.places, lowering.takes_into
        returns_one = _returns_one(name)
        outside = self._outside(f"aten::{name}", native)

        def kernel(*args: Any, **kwargs: Any) -> Any:
            compute = state.compute
            if compute is None:
                return outside(args, kwargs)
            targets = tuple(args[p] if isinstance(p, int) else kwargs[p] for p in places)
            given = {k: v for k, v in kwargs.items() if k not in places}
            if takes_into:
                given["into"] = targets
            try:
                result = function(compute, *args, **given)
                if result is NATIVE:
                    for target in targets:
                        _stays(target, args)
                    return native(*args, **kwargs)
                results = result if isinstance(result, tuple) else (result,)
                for one, target in zip(results, targets, strict=True):
                    compute.stored(one, target)
            except Refused as refused:
                return state.refuse(name, str(refused), lambda: native(*args, **kwargs))
            if state.counts is not None:
                state.counts[name] += 1
            return targets[0] if returns_one else targets

        return kernel

    def _moving(self, name: str) -> Kernel:
        state, native = self, native_kernel(f"aten::{name}")
        arguments = [a.name for a in schema_of(f"aten::{name}").arguments]
        skipped = {i for i, argument in enumerate(arguments) if argument in INDEXES}
        adding = arguments.index("accumulate") if "accumulate" in arguments else len(arguments)
        outside = self._outside(f"aten::{name}", native)

        def kernel(*args: Any, **kwargs: Any) -> Any:
            if state.compute is None:
                return outside(args, kwargs)
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

    def _guard(self, full: str, key: str, reason: str) -> Kernel:
        state, native = self, native_kernel(full, key)
        name, outside = full.removeprefix("aten::"), self._outside(full, native, key)

        def kernel(*args: Any, **kwargs: Any) -> Any:
            if state.compute is None:
                return outside(args, kwargs)
            if without_floats(args) and without_floats(tuple(kwargs.values())):
                result = native(*args, **kwargs)
                if without_floats((result,)):
                    return result
            return state.refuse(name, reason, lambda: native(*args, **kwargs))

        return kernel

    def _refusal(self, full: str, key: str, reason: str) -> Kernel:
        state, native = self, native_kernel(full, key)
        outside = self._outside(full, native, key)

        def kernel(*args: Any, **kwargs: Any) -> Any:
            if state.compute is None:
                return outside(args, kwargs)
            return state.refuse(full, reason, lambda: native(*args, **kwargs))

        return kernel

    def _outside(
        self, full: str, native: Kernel, key: str = "CPU"
    ) -> Callable[[tuple[Any, ...], dict[str, Any]], Any]:
        """What a kernel does while no block is open."""
        return partial(self._places.outside, full, key, native)


def _cuts_autograd(full: str, key: str) -> bool:
    """Whether a kernel there keeps autograd from following what a composite overload calls."""
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    composite = key not in (*COMPOSED_AT, AUTOGRAD) and has(full, _IMPLICIT) and not has(full, key)
    return composite and any("Tensor" in str(a.type) for a in schema_of(full).arguments)


def _returns_one(name: str) -> bool:
    return len(schema_of(f"aten::{name}").returns) == 1


def _stays(target: torch.Tensor, args: tuple[Any, ...]) -> None:
    """Raise Refused where PyTorch's own kernel would convert to the format of its result."""
    if args and args[0] is target:
        return  # in place: it is an operand too
    dtype = target.dtype
    if dtype not in EXACT and all(x.dtype is not dtype for x in tensors_in(args)):
        raise Refused(CONVERTS)


def _registered(key: str) -> Iterator[str]:
    """The overloads, `aten::mul.Tensor`, that have a kernel of their own at a dispatch key."""
    yield from torch._C._dispatch_get_registrations_for_dispatch_key(key)


def is_foreign(full: str, key: str) -> bool:
    """Whether a kernel at this key is foreign compiled code: not ATen's, and not written in Python.

    A kernel in Python calls ops that are inside, as any other Python code does.
    """
    namespace, _, name = full.partition("::")
    if namespace == "aten":
        return False
    if key == "CPU" or namespace in COLLECTIVE:
        return f"{namespace}/{name}/{key}" not in torch.library._impls
    return namespace in QUANTISED


__all__ = ["Block", "Kernels", "is_foreign", "name_of", "native_kernel", "tensors_in"]
