"""The table of lowerings: which function computes which ATen overloads, and how they are found.

A lowering is a function of the engine and of the overload's own arguments, under the names and with
the defaults of the schema, so that Python binds them and none can be overlooked:

    @lowers("mul.Tensor")
    def mul(c: Compute, self: Tensor, other: Operand, into: Tensor | None = None) -> Any: ...

It computes with the ops of the specification (compute.py), moves elements with the PyTorch ops that
moves.py names, and uses nothing else: no arithmetic of PyTorch. `into`, where a lowering has it, is
the tensor in which the caller wants the result. One function serves the overload that it names, the
one in place (`mul_.Tensor`) and the one with `out` (`mul.out`), where their schemas say the same.

It raises `Refused` with the reason for arguments that no clause defines, and returns `NATIVE` where
only integers or booleans take part, whose arithmetic is exact.
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
"""Where a recomposed overload stands: above autograd, and before `torch.func` has its own."""


@dataclass(frozen=True, slots=True)
class Lowering:
    """How one overload is computed.

    `overload` is its name without the namespace, `mul_.Tensor`; `function` the lowering; `places`
    are the numbers or names of the arguments in which the results go, of an overload in place or
    with `out`; `takes_into` says whether the function writes there itself.
    """

    overload: str
    function: Callable[..., Any]
    places: tuple[int | str, ...] = ()
    takes_into: bool = False

    @property
    def is_in_place(self) -> bool:
        """Whether results go where operands are, not in arguments `out`."""
        return all(isinstance(place, int) for place in self.places)


def lowers(*overloads: str) -> Callable[[Function], Function]:
    """Enter a function in the table for these overloads (`add.Tensor`, `relu`)."""
    return _entering(_FOUND, overloads)


def lowers_elsewhere(*overloads: str) -> Callable[[Function], Function]:
    """`lowers` for tensors of devices alone, where PyTorch's own kernel is no move, or none.

    For tensors of the host that kernel is kept, or the table has another lowering.
    """
    return _entering(_FOUND_ELSEWHERE, overloads)


@cache
def table_digest() -> str:
    """The digest of what says which bits an overload has: the frozen overloads and the lowerings.

    It covers the code of all modules of samebits.torch between an overload and the spec's op.
    """
    modules = (path for path in FOLDER.rglob("*.py") if of_the_table(path))
    return digest_of([FILE, *modules], FOLDER)


def of_the_table(path: Path) -> bool:
    """Whether a module decides which bits an overload has, so that the digest has it."""
    parts = path.relative_to(FOLDER).parts
    if "tests" in parts:
        return False
    return parts[0] == "lowerings" or path.name in _OF_THE_TABLE


def recomposes(*overloads: str) -> Callable[[Function], Function]:
    """Enter a function in the place of PyTorch's own for overloads that are made of others.

    It has the arguments of the schema, no engine, and calls other overloads, which have lowerings
    and gradients of their own. For overloads whose composition depends on the memory layout,
    computes by itself, or is not the op that the specification has for them.
    """
    return _entering(_RECOMPOSED, overloads)


def recomposes_elsewhere(*overloads: str) -> Callable[[Function], Function]:
    """`recomposes` for tensors of devices alone, where PyTorch composes otherwise than on the host.

    The function calls what PyTorch's own composition calls for tensors of the host.
    """
    return _entering(_ELSEWHERE, overloads)


def _entering(
    found: dict[str, Callable[..., Any]], overloads: Sequence[str]
) -> Callable[[Function], Function]:
    def enter(function: Function) -> Function:
        for overload in overloads:
            if overload in found:
                raise TableError(f"aten::{overload} is entered twice; keep one of them")
            found[overload] = function
        return function

    return enter


def compositions_elsewhere() -> Mapping[str, Callable[..., Any]]:
    """The functions that `recomposes_elsewhere` entered, by overload; not those of another PyTorch.

    Each stands at the key of a device's tensors and at that of their gradients.
    """
    table()
    return MappingProxyType(_fitted(_ELSEWHERE))


@cache
def compositions() -> Mapping[str, Callable[..., Any]]:
    """The functions that `recomposes` entered, by overload; not those of another PyTorch."""
    lowered = table()
    found = _fitted(_RECOMPOSED)
    for name in list(found):
        kernel = f"aten::{name}", "CompositeImplicitAutograd"
        # In inference mode autograd's key is passed over, and what is no composite runs its own.
        if name not in lowered and not torch._C._dispatch_has_kernel_for_dispatch_key(*kernel):
            _does_not_fit(name, "is no composite: its own kernel would run; lower it")
            del found[name]
    return MappingProxyType(found)


def recomposed() -> frozenset[str]:
    """Return every overload that `recomposes` entered, those of other releases too."""
    _load()
    return frozenset(_RECOMPOSED)


def entered() -> frozenset[str]:
    """Return every overload that `lowers` or `recomposes` entered, in whichever release."""
    return recomposed() | frozenset(_FOUND)


def _fitted(entered: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    usable = [name for name in sorted(entered) if _is_usable(name)]
    return {name: fitted(name, entered[name], engine=False) for name in usable}


def _is_usable(name: str) -> bool:
    return name in installed() and name not in unreviewed()


_LACKING: dict[str, str] = {}
"""Why overloads have no lowering in a PyTorch that was not reviewed; "" for all others."""


def lacking(name: str) -> str:
    """Return why an overload that is frozen as canonical has no lowering here, or nothing."""
    return _LACKING.get(name) or _LACKING.get("", "")


def _does_not_fit(name: str, how: str) -> None:
    """Raise TableError in a reviewed release; in any other note why the overload is refused."""
    if is_reviewed():
        raise TableError(f"aten::{name} {how}")
    _LACKING[name] = f"in torch {torch.__version__} it {how.partition(':')[0]}"


def composed_at(name: str, place: Place) -> tuple[str, ...]:
    """The dispatch keys at which such a function stands for tensors of a place.

    That of autograd, where it has a formula of its own, which is not that of the clause.
    """
    implicit = torch._C._dispatch_has_kernel_for_dispatch_key(f"aten::{name}", COMPOSED_AT[0])
    return COMPOSED_AT if implicit else (place.autograd,)


def overload_of(name: str) -> torch._ops.OpOverload:
    """The overload `mul.Tensor` of ATen. Raises TableError where this PyTorch has none."""
    packet, _, overload = name.partition(".")
    try:
        return getattr(getattr(torch.ops.aten, packet), overload or "default")
    except AttributeError:
        raise TableError(f"PyTorch {torch.__version__} has no overload aten::{name}") from None


def name_of(overload: torch._ops.OpOverload) -> str:
    """`mul.Tensor` of that overload, `relu` of a default one."""
    packet = overload._schema.name.partition("::")[2]
    return f"{packet}.{overload._overloadname}".removesuffix(".default")


@cache
def table() -> Mapping[str, Lowering]:
    """Every lowering by its overload, those in place and with `out` among them."""
    _load()
    return _with_variants(_FOUND)


@cache
def table_elsewhere() -> Mapping[str, Lowering]:
    """The table for tensors of devices: that of the host, and what `lowers_elsewhere` entered."""
    return MappingProxyType({**table(), **_with_variants(_FOUND_ELSEWHERE)})


@cache
def _load() -> None:
    """Import all lowerings, which enters them.

    In a PyTorch that was not reviewed, the lowerings of a module that needs what is not there are
    left out.
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
    """The lowerings that were entered, and those of overloads that differ in where results go."""
    found: dict[str, Lowering] = {}
    for name, function in sorted(entered.items()):
        if not schemas_of(name):
            raise TableError(f"aten::{name} has a lowering and is no overload that was reviewed")
        if not _is_usable(name):
            continue  # another PyTorch: kernels.py refuses it
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
    """The lowering of the overload itself, and of those that differ in where results go."""
    overload = overload_of(name)
    takes_into = "into" in inspect.signature(function).parameters
    fitted(name, function)
    yield Lowering(name, function, _places(overload), takes_into)
    if _places(overload):
        return  # it names one in place: there is no other
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
    """Whether autograd follows what an overload calls, and knows nothing of itself."""
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    own = any(has(f"aten::{name}", key) for key in ("CPU", "Autograd"))
    return has(f"aten::{name}", "CompositeImplicitAutograd") and not own


def _signature(overload: torch._ops.OpOverload) -> list[tuple[str, str]]:
    return [(a.name, str(a.type)) for a in overload._schema.arguments if not a.is_out]


def _places(overload: torch._ops.OpOverload) -> tuple[int | str, ...]:
    """Which arguments are written: the results of an overload in place or with `out`.

    What it writes and does not return its lowering writes by itself: all that `_fused_adam_` does,
    and running statistics.
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
