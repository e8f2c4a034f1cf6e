"""Functions that make the kernels that replace PyTorch's kernels while a block is open.

Each function here makes one kernel. If a kernel cannot compute a call, it passes the call to
`State`, which asks the open block.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

import torch

from samebits.backends.environment import is_usual, set_usual
from samebits.torch.compute import Compute
from samebits.torch.dtypes import EXACT
from samebits.torch.elsewhere import Nowhere, brought, drawn_by_the_host
from samebits.torch.errors import NATIVE, Reason, Refused
from samebits.torch.fitting import careful, fitted
from samebits.torch.moves import INDEXES
from samebits.torch.natives import (
    NUMBERS,
    Kernel,
    native_kernel,
    numbers_alone,
    returns_one,
    schema_of,
    tensors_in,
    tensors_of,
    without_floats,
)
from samebits.torch.overlaps import lists_apart, read_apart, require_own_memory, writing_of
from samebits.torch.overloads import is_reviewed
from samebits.torch.places import HOST, Place
from samebits.torch.table import Lowering

MISSING = "overloads.txt says that the table has it, and the table has not; install samebits again"
COMPLEX = "no clause defines arithmetic on complex numbers"
CONVERTS = "it would convert between formats; convert the operands with .to() before"
ACCUMULATES = "it adds, in an order that no clause defines"


class Site:
    """The current engine for all kernels of one device type."""

    __slots__ = ("compute", "in_place", "place")

    def __init__(self, place: Place) -> None:
        self.place = place
        self.take(None)

    def take(self, engine: Compute | Nowhere | None) -> None:
        """Use this engine, including for in-place overloads. With None every call is refused."""
        self.compute: Any = engine or Nowhere(self.place)
        self.in_place: Any = self.compute.in_place()


class State(Protocol):
    """The part of a block's state that kernels use."""

    counts: Counter[str] | None

    def refuse(self, name: str, reason: Reason, kernel: Callable[[], Any]) -> Any:
        """Handle a call that has no definition: raise an error, or run `kernel` instead."""

    def fail(
        self,
        name: str,
        error: Exception,
        native: Kernel,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
    ) -> Any:
        """Handle an exception that a lowering raised: raise an error, or run the native kernel."""

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
        """Raise PyTorch's error for the call if there is one; otherwise call `refuse`."""


def composed(state: State, full: str, key: str, function: Kernel) -> Kernel:
    """Return the kernel for a composite function.

    In a release without review, it refuses calls that need something that PyTorch lacks.
    """
    if is_reviewed():
        return function
    native, run = native_kernel(full, key), careful(function)
    name = full.removeprefix("aten::")

    def kernel(*args: Any, **kwargs: Any) -> Any:
        try:
            return run(*args, **kwargs)
        except Refused as refused:
            return state.refuse(name, refused, lambda: native(*args, **kwargs))

    return kernel


def canonical(state: State, lowering: Lowering, site: Site) -> Kernel:
    """Return the kernel of a lowering, which computes the op as its clause defines it."""
    lowering = replace(lowering, function=careful(fitted(lowering.overload, lowering.function)))
    # `copy_` itself moves data between devices
    if site.place is not HOST and lowering.overload != "copy_":
        lowering = replace(lowering, function=brought(lowering.function))
    if not lowering.places:
        return functional(state, lowering, site)
    if lowering.takes_into and len(lowering.places) == 1 and returns_one(lowering.overload):
        return into(state, lowering, site)
    return writing(state, lowering, site)


def functional(state: State, lowering: Lowering, site: Site) -> Kernel:
    """Return the kernel of a lowering that returns new tensors, or writes to a list of tensors."""
    function, name = lowering.function, lowering.overload
    native = native_kernel(f"aten::{name}", site.place.key)
    tensors = tensors_of(f"aten::{name}")
    packet = name.partition(".")[0]
    is_list_in_place = packet.startswith("_foreach_") and packet.endswith("_")

    def kernel(*args: Any, **kwargs: Any) -> Any:
        if not is_usual():
            set_usual()
        if args and isinstance(args[0], NUMBERS):
            args = numbers_alone(tensors, args)
        if is_list_in_place:
            args = lists_apart(args)
        try:
            result = function(site.compute, *args, **kwargs)
        except Exception as error:
            return state.fail(name, error, native, args, kwargs)
        if result is NATIVE:
            if any(x.dtype.is_complex for x in tensors_in((*args, *kwargs.values()))):
                return state.decline(name, COMPLEX, native, args, kwargs)
            return native(*args, **kwargs)
        if state.counts is not None:
            state.counts[name] += 1
        return result

    return kernel


def into(state: State, lowering: Lowering, site: Site) -> Kernel:
    """Return the kernel of a lowering that writes one result to its first argument or to `out`.

    Runs of PyTorch's own kernel are not counted, neither here nor below.
    """
    function, name = lowering.function, lowering.overload
    native = native_kernel(f"aten::{name}", site.place.key)
    (place,) = lowering.places
    in_place, how = lowering.is_in_place, writing_of(name)
    tensors = tensors_of(f"aten::{name}")

    def kernel(*args: Any, **kwargs: Any) -> Any:
        if not is_usual():
            set_usual()
        if args and isinstance(args[0], NUMBERS):
            args = numbers_alone(tensors, args)
        if place == 0:
            target, given = args[0], kwargs
        else:
            given = kwargs.copy()
            target = given.pop(place) if isinstance(place, str) else args[place]
        fixed = in_place or any(x is target for x in args)
        compute = site.in_place if fixed else site.compute
        args = read_apart(target, args, how)
        try:
            result = function(compute, *args, into=target, **given)
            if result is not target:
                if result is NATIVE:
                    _stays(target, args)
                    return native(*args, **kwargs)
                compute.stored(result, target)
        except Exception as error:
            return state.fail(name, error, native, args, kwargs)
        if state.counts is not None:
            state.counts[name] += 1
        return target

    return kernel


def writing(state: State, lowering: Lowering, site: Site) -> Kernel:
    """Return the kernel of a lowering with several results, or whose result must be copied."""
    function, name = lowering.function, lowering.overload
    native = native_kernel(f"aten::{name}", site.place.key)
    targets_at, takes_into = lowering.places, lowering.takes_into
    returns_single, in_place = returns_one(name), lowering.is_in_place
    how = writing_of(name)

    def kernel(*args: Any, **kwargs: Any) -> Any:
        if not is_usual():
            set_usual()
        targets = tuple(args[p] if isinstance(p, int) else kwargs[p] for p in targets_at)
        operands = [x for i, x in enumerate(args) if i not in targets_at]
        for target in targets:
            if isinstance(target, torch.Tensor):
                args = read_apart(target, args, how)
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
                require_own_memory(one, target, tensors_in(operands))
            for one, target in zip(results, targets, strict=True):
                compute.stored(one, target)
        except Exception as error:
            return state.fail(name, error, native, args, kwargs)
        if state.counts is not None:
            state.counts[name] += 1
        return targets[0] if returns_single else targets

    return kernel


def moving(state: State, name: str, key: str) -> Kernel:
    """Return the kernel of a move. It runs PyTorch's kernel if all float tensors have one dtype."""
    native = native_kernel(f"aten::{name}", key)
    arguments = [a.name for a in schema_of(f"aten::{name}").arguments]
    skipped = {i for i, argument in enumerate(arguments) if argument in INDEXES}
    adding = arguments.index("accumulate") if "accumulate" in arguments else len(arguments)

    def kernel(*args: Any, **kwargs: Any) -> Any:
        if not is_usual():
            set_usual()
        moved = [x for i, x in enumerate(args) if i not in skipped]
        moved += [x for k, x in kwargs.items() if k not in INDEXES]
        dtypes = {x.dtype for x in tensors_in(moved)}
        if dtypes <= EXACT:
            return native(*args, **kwargs)
        if len(dtypes) > 1 or next(iter(dtypes)).is_complex:
            return state.decline(name, CONVERTS, native, args, kwargs)
        if (adding < len(args) and args[adding]) or kwargs.get("accumulate"):
            return state.decline(name, ACCUMULATES, native, args, kwargs)
        return native(*args, **kwargs)

    return kernel


def drawing(state: State, name: str, key: str) -> Kernel:
    """Return the kernel of an integer draw for a GPU.

    The CPU draws, and the result is copied to the GPU.
    """
    native, draw = native_kernel(f"aten::{name}", key), drawn_by_the_host(name)

    def kernel(*args: Any, **kwargs: Any) -> Any:
        if not is_usual():
            set_usual()
        try:
            return draw(*args, **kwargs)
        except Refused as refused:
            return state.refuse(name, str(refused), lambda: native(*args, **kwargs))

    return kernel


def guard(state: State, full: str, key: str, reason: str) -> Kernel:
    """Return a kernel that runs PyTorch's kernel if no floats are involved, or else refuses."""
    native = native_kernel(full, key)
    name = full.removeprefix("aten::")

    def kernel(*args: Any, **kwargs: Any) -> Any:
        if not is_usual():
            set_usual()
        if without_floats(args) and without_floats(tuple(kwargs.values())):
            result = native(*args, **kwargs)
            if without_floats((result,)):
                return result
        if reason == MISSING:
            return state.refuse(name, reason, lambda: native(*args, **kwargs))
        return state.decline(name, reason, native, args, kwargs, suspected=False)

    return kernel


def refusal(state: State, full: str, key: str, reason: str) -> Kernel:
    """Return a kernel that refuses every call."""
    native = native_kernel(full, key)

    def kernel(*args: Any, **kwargs: Any) -> Any:
        if not is_usual():
            set_usual()
        return state.refuse(full, reason, lambda: native(*args, **kwargs))

    return kernel


def _stays(target: torch.Tensor, args: tuple[Any, ...]) -> None:
    """Raise Refused if PyTorch's own kernel would convert its result to a different format."""
    if args and args[0] is target:
        return  # in place, the target is also an operand
    dtype = target.dtype
    if dtype not in EXACT and all(x.dtype is not dtype for x in tensors_in(args)):
        raise Refused(CONVERTS)
