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

import hashlib
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import torch

from samebits.common.errors import SamebitsError
from samebits.common.modules import modules_of
from samebits.torch.overloads import FILE, frozen, installed, unreviewed
from samebits.torch.places import Place
from samebits.torch.versions import is_reviewed, refuse

Function = TypeVar("Function", bound=Callable[..., Any])

FOLDER = Path(__file__).resolve().parent
_OF_THE_TABLE = (
    *("asking.py", "calls.py", "compute.py", "drawing.py", "dtypes.py", "elsewhere.py"),
    *("host_enclosed.py", "host_functions.py", "host_scalars.py", "keys.py", "kernels.py"),
    *("last.py", "lists.py", "memory.py", "moves.py", "natives.py", "one_tensor.py", "ordered.py"),
    *("places.py", "promotion.py", "shapes.py"),
)

_FOUND: dict[str, Callable[..., Any]] = {}
_FOUND_ELSEWHERE: dict[str, Callable[..., Any]] = {}
_RECOMPOSED: dict[str, Callable[..., Any]] = {}
_ELSEWHERE: dict[str, Callable[..., Any]] = {}

COMPOSED_AT = ("CompositeImplicitAutograd", "FuncTorchDynamicLayerFrontMode")
"""Where a recomposed overload stands: above autograd, and before `torch.func` has its own."""


class TableError(SamebitsError):
    """A lowering does not fit the installed PyTorch, or stands twice."""


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
    """SHA-256 over what says which bits an overload has: the frozen overloads and the lowerings.

    Of each file its path and its bytes, in the order of the paths: all modules of samebits.torch
    that stand between an overload and the spec's op.
    """
    paths = [FILE, *(path for path in FOLDER.rglob("*.py") if of_the_table(path))]
    digest = hashlib.sha256()
    for path in sorted(paths, key=lambda p: p.relative_to(FOLDER).as_posix()):
        name = path.relative_to(FOLDER).as_posix()
        digest.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


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
    return MappingProxyType({n: f for n, f in sorted(_ELSEWHERE.items()) if _is_reviewed(n)})


def _is_reviewed(name: str) -> bool:
    return name in installed() and name not in unreviewed()


def compositions() -> Mapping[str, Callable[..., Any]]:
    """The functions that `recomposes` entered, by overload; not those of another PyTorch."""
    lowered = table()
    reviewed = [n for n in _RECOMPOSED if _is_reviewed(n)]
    for name in reviewed:
        kernel = f"aten::{name}", "CompositeImplicitAutograd"
        # In inference mode autograd's key is passed over, and what is no composite runs its own.
        if name not in lowered and not torch._C._dispatch_has_kernel_for_dispatch_key(*kernel):
            raise TableError(f"aten::{name} is no composite: its own kernel would run; lower it")
    return MappingProxyType({name: _RECOMPOSED[name] for name in sorted(reviewed)})


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
    """Import all lowerings, which enters them."""
    from samebits.torch import lowerings

    for _, load in modules_of(lowerings):
        try:
            load()
        except AttributeError as error:
            if is_reviewed():
                raise
            refuse(f"what a lowering calls ({error})")
    for name, function in (*_RECOMPOSED.items(), *_ELSEWHERE.items()):
        if _is_reviewed(name):
            check_arguments(name, function, engine=False)


def _with_variants(entered: Mapping[str, Callable[..., Any]]) -> Mapping[str, Lowering]:
    """The lowerings that were entered, and those of overloads that differ in where results go."""
    found: dict[str, Lowering] = {}
    for name, function in sorted(entered.items()):
        if name not in frozen():
            raise TableError(f"aten::{name} has a lowering and is no overload that was reviewed")
        if _is_implicit(name):
            raise TableError(f"aten::{name} is composite: a lowering there would cut autograd")
        if name in unreviewed() or name not in installed():
            continue  # another PyTorch: kernels.py refuses it
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
    check_arguments(name, function)
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


def check_arguments(name: str, function: Callable[..., Any], *, engine: bool = True) -> None:
    """Raise TableError unless a lowering has the arguments of its overload, with their defaults."""
    wanted = [a for a in overload_of(name)._schema.arguments if not a.is_out]
    parameters = list(inspect.signature(function).parameters.values())[1 if engine else 0 :]
    given = [p for p in parameters if p.name != "into"]
    names = [p.name.rstrip("_") for p in given]
    if names != [a.name.rstrip("_") for a in wanted]:
        raise TableError(
            f"the lowering of aten::{name} takes {names}, its schema is {overload_of(name)._schema}"
        )
    for parameter, argument in zip(given, wanted, strict=True):
        has = parameter.default is not inspect.Parameter.empty
        if has != argument.has_default_value() or (
            has and _plain(parameter.default) != _plain(argument.default_value)
        ):
            raise TableError(
                f"the lowering of aten::{name} has another default of {argument.name} than its "
                f"schema {overload_of(name)._schema}"
            )


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
