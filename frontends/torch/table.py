"""The table of lowerings: which function computes which ATen overloads, and how it is found.

A lowering is a function of the engine and of the arguments of the overload. Its parameters have the
names and defaults of the schema, so that Python binds them and no argument can be ignored:

    @lowers("mul.Tensor")
    def mul(c: Compute, self: Tensor, other: Operand, into: Tensor | None = None) -> Any: ...

It computes with the ops of the specification (compute.py), and moves elements with the PyTorch ops
that moves.py names. It uses no arithmetic of PyTorch. `into`, if a lowering has it, is the tensor
to which the result is to be written.

One function computes the overload that it names, the in-place overload (`mul_.Tensor`) and the
overload with `out` (`mul.out`), if their schemas otherwise agree. It raises `Refused` with the
reason for arguments that no clause defines. It returns `NATIVE` if only integers or booleans are
involved, because their arithmetic is exact.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import torch

from samebits.common.modules import modules_of
from samebits.common.sources import digest_of
from samebits.torch.fitting import TableError, fitted
from samebits.torch.overloads import FILE, installed, is_reviewed, schemas_of, unreviewed
from samebits.torch.places import Place

Function = TypeVar("Function", bound=Callable[..., Any])

FOLDER = Path(__file__).resolve().parent
_OF_THE_TABLE = (
    *("asking.py", "calls.py", "compute.py", "drawing.py", "dtypes.py"),
    *("elsewhere.py", "fitting.py", "host_enclosed.py", "host_functions.py", "host_scalars.py"),
    *("initial.py", "kernel_forms.py", "kernels.py", "keys.py", "last.py"),
    *("lists.py", "memory.py", "moves.py", "natives.py", "one_tensor.py"),
    *("ordered.py", "overlaps.py", "places.py", "promotion.py", "shapes.py"),
)

_FOUND: dict[str, Callable[..., Any]] = {}
_FOUND_ELSEWHERE: dict[str, Callable[..., Any]] = {}
_RECOMPOSED: dict[str, Callable[..., Any]] = {}
_ELSEWHERE: dict[str, Callable[..., Any]] = {}

COMPOSED_AT = ("CompositeImplicitAutograd", "FuncTorchDynamicLayerFrontMode")
"""The dispatch keys of a recomposed overload: above autograd, and before `torch.func`."""


@dataclass(frozen=True, slots=True)
class Lowering:
    """A record of how one overload is computed.

    `overload` is its name without the namespace (`mul_.Tensor`), and `function` is the lowering.
    `places` are the indices or names of the arguments that receive the results, if the overload is
    in place or has `out`. `takes_into` is true if the function itself writes to them.
    """

    overload: str
    function: Callable[..., Any]
    places: tuple[int | str, ...] = ()
    takes_into: bool = False

    @property
    def is_in_place(self) -> bool:
        """Check whether results are written to operands, not to `out` arguments."""
        return all(isinstance(place, int) for place in self.places)


def lowers(*overloads: str) -> Callable[[Function], Function]:
    """Register a function as the lowering of these overloads (`add.Tensor`, `relu`)."""
    return _entering(_FOUND, overloads)


def lowers_elsewhere(*overloads: str) -> Callable[[Function], Function]:
    """Register a lowering, as `lowers` does, but only for GPU tensors.

    It is for overloads whose PyTorch kernel on a GPU is missing or does arithmetic. For CPU tensors
    PyTorch's kernel stays, or the table has a different lowering.
    """
    return _entering(_FOUND_ELSEWHERE, overloads)


@cache
def table_digest() -> str:
    """Return the digest of everything that decides the bits of overloads.

    It covers the frozen overloads, the lowerings, and the code of all modules of samebits.torch
    between an overload and the op of the specification.
    """
    modules = (path for path in FOLDER.rglob("*.py") if of_the_table(path))
    return digest_of([FILE, *modules], FOLDER)


def of_the_table(path: Path) -> bool:
    """Check whether a module affects the bits of overloads, and so belongs to the digest."""
    parts = path.relative_to(FOLDER).parts
    if "tests" in parts:
        return False
    return parts[0] == "lowerings" or path.name in _OF_THE_TABLE


def recomposes(*overloads: str) -> Callable[[Function], Function]:
    """Register a function that replaces PyTorch's own composite function for these overloads.

    The function has the arguments of the schema, without an engine. It calls other overloads, which
    have their own lowerings and gradients. It is for overloads whose PyTorch composition depends on
    the memory layout, does arithmetic itself, or differs from the op of the specification.
    """
    return _entering(_RECOMPOSED, overloads)


def recomposes_elsewhere(*overloads: str) -> Callable[[Function], Function]:
    """Register a function as `recomposes` does, but only for GPU tensors.

    It is for overloads that PyTorch composes differently on a GPU. The function makes the same
    calls as PyTorch's composition for CPU tensors.
    """
    return _entering(_ELSEWHERE, overloads)


def _entering(
    found: dict[str, Callable[..., Any]], overloads: Sequence[str]
) -> Callable[[Function], Function]:
    def enter(function: Function) -> Function:
        for overload in overloads:
            if overload in found:
                raise TableError(f"aten::{overload} is registered twice; keep one registration")
            found[overload] = function
        return function

    return enter


def compositions_elsewhere() -> Mapping[str, Callable[..., Any]]:
    """Return the functions of `recomposes_elsewhere` by overload.

    Overloads that this PyTorch lacks are left out. Each function is registered at the autograd key
    of a GPU.
    """
    table()
    return MappingProxyType(_fitted(_ELSEWHERE))


@cache
def compositions() -> Mapping[str, Callable[..., Any]]:
    """Return the functions of `recomposes` by overload.

    Overloads that PyTorch lacks are left out.
    """
    lowered = table()
    found = _fitted(_RECOMPOSED)
    for name in list(found):
        kernel = f"aten::{name}", "CompositeImplicitAutograd"
        # In inference mode the autograd key is skipped, so an overload that is not composite would
        # run PyTorch's kernel.
        if name not in lowered and not torch._C._dispatch_has_kernel_for_dispatch_key(*kernel):
            _does_not_fit(name, "is no composite: its own kernel would run; lower it")
            del found[name]
    return MappingProxyType(found)


def recomposed() -> frozenset[str]:
    """Return every overload that `recomposes` registered, including overloads of other releases."""
    _load()
    return frozenset(_RECOMPOSED)


def entered() -> frozenset[str]:
    """Return every overload that `lowers` or `recomposes` registered, of any release."""
    return recomposed() | frozenset(_FOUND)


def _fitted(entered: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    usable = [name for name in sorted(entered) if _is_usable(name)]
    return {name: fitted(name, entered[name], engine=False) for name in usable}


def _is_usable(name: str) -> bool:
    return name in installed() and name not in unreviewed()


_LACKING: dict[str, str] = {}
"""The reason why an overload has no lowering in an unreviewed PyTorch; key "" is for all others."""


def lacking(name: str) -> str:
    """Return why an overload with the recorded kind "canonical" has no lowering here, or ""."""
    return _LACKING.get(name) or _LACKING.get("", "")


def _does_not_fit(name: str, how: str) -> None:
    """Raise TableError in a reviewed release; otherwise record why the overload is refused."""
    if is_reviewed():
        raise TableError(f"aten::{name} {how}")
    _LACKING[name] = f"in torch {torch.__version__} it {how.partition(':')[0]}"


def composed_at(name: str, place: Place) -> tuple[str, ...]:
    """Return the dispatch keys at which a recomposed overload is registered for a device type.

    If the overload has a gradient formula of its own, which is not the formula of the clause, it is
    the autograd key.
    """
    implicit = torch._C._dispatch_has_kernel_for_dispatch_key(f"aten::{name}", COMPOSED_AT[0])
    return COMPOSED_AT if implicit else (place.autograd,)


def overload_of(name: str) -> torch._ops.OpOverload:
    """Return the overload `mul.Tensor` of ATen. Raises TableError if this PyTorch lacks it."""
    packet, _, overload = name.partition(".")
    try:
        return getattr(getattr(torch.ops.aten, packet), overload or "default")
    except AttributeError:
        raise TableError(f"PyTorch {torch.__version__} has no overload aten::{name}") from None


def name_of(overload: torch._ops.OpOverload) -> str:
    """Return the name of an overload: `mul.Tensor`, or `relu` for a default overload."""
    packet = overload._schema.name.partition("::")[2]
    return f"{packet}.{overload._overloadname}".removesuffix(".default")


@cache
def table() -> Mapping[str, Lowering]:
    """Return every lowering by its overload, including in-place and `out` overloads."""
    _load()
    return _with_variants(_FOUND)


@cache
def table_elsewhere() -> Mapping[str, Lowering]:
    """Return the lowerings for GPU tensors: `table()`, with the entries of `lowers_elsewhere`."""
    return MappingProxyType({**table(), **_with_variants(_FOUND_ELSEWHERE)})


@cache
def _load() -> None:
    """Import all modules of lowerings, which register themselves in the table.

    In an unreviewed PyTorch, a module that needs something that PyTorch lacks is left out with all
    its lowerings.
    """
    from samebits.torch import lowerings

    for _, load in modules_of(lowerings):
        try:
            load()
        except (AttributeError, ImportError, TypeError) as error:
            if is_reviewed():
                raise
            _LACKING[""] = f"its lowering needs what torch {torch.__version__} lacks: {error}"
            for entered in (_FOUND, _FOUND_ELSEWHERE, _RECOMPOSED, _ELSEWHERE):
                for name in [n for n, f in entered.items() if f.__module__ not in sys.modules]:
                    del entered[name]


def _with_variants(entered: Mapping[str, Callable[..., Any]]) -> Mapping[str, Lowering]:
    """Return the registered lowerings, and a lowering for each variant of their overloads.

    The variants of an overload differ only in the tensors that receive the results.
    """
    found: dict[str, Lowering] = {}
    for name, function in sorted(entered.items()):
        if not schemas_of(name):
            raise TableError(f"aten::{name} has a lowering, but is in no reviewed release")
        if not _is_usable(name):
            continue  # not in this PyTorch: kernels.py refuses it
        if _is_implicit(name):
            _does_not_fit(name, "is composite: a lowering there would cut autograd")
            continue
        for lowering in _variants(name, function):
            if lowering.overload in found and lowering.overload not in entered:
                raise TableError(f"aten::{lowering.overload} has two lowerings; keep one of them")
            if lowering.overload == name or lowering.overload not in entered:
                found[lowering.overload] = lowering
    return MappingProxyType(found)


def _variants(name: str, function: Callable[..., Any]) -> Iterator[Lowering]:
    """Yield the lowering of the overload itself, and of its in-place and `out` variants."""
    overload = overload_of(name)
    takes_into = "into" in inspect.signature(function).parameters
    fitted(name, function)
    yield Lowering(name, function, _places(overload), takes_into)
    if _places(overload):
        return  # the overload is in place: it has no variants
    wanted = _signature(overload)
    base = name.partition(".")[0]
    for packet_name in (base, f"{base}_"):
        packet = getattr(torch.ops.aten, packet_name, None)
        for other_name in packet.overloads() if packet is not None else ():
            other = getattr(packet, other_name)
            if not _places(other) or _signature(other) != wanted:
                continue
            if name_of(other) not in unreviewed() and not _is_implicit(name_of(other)):
                yield Lowering(name_of(other), function, _places(other), takes_into)


def _is_implicit(name: str) -> bool:
    """Check whether an overload is composite: autograd only sees the overloads that it calls."""
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    own = any(has(f"aten::{name}", key) for key in ("CPU", "Autograd"))
    return has(f"aten::{name}", "CompositeImplicitAutograd") and not own


def _signature(overload: torch._ops.OpOverload) -> list[tuple[str, str]]:
    return [(a.name, str(a.type)) for a in overload._schema.arguments if not a.is_out]


def _places(overload: torch._ops.OpOverload) -> tuple[int | str, ...]:
    """Return the arguments that receive the results of an overload in place or with `out`.

    An argument that is written but not returned is left out, because the lowering itself writes it.
    Examples are all arguments of `_fused_adam_`, and running statistics.
    """
    places: list[int | str] = []
    returned = [
        frozenset(r.alias_info.before_set) for r in overload._schema.returns if r.alias_info
    ]
    for number, argument in enumerate(overload._schema.arguments):
        alias = argument.alias_info
        if alias is not None and alias.is_write and frozenset(alias.before_set) in returned:
            places.append(argument.name if argument.kwarg_only else number)
    return tuple(places)
