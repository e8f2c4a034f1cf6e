"""Composite ops of ATen that are put together anew, in a way that a clause defines.

PyTorch computes a composite op by others, so it needs no lowering; but where it would leave the
bits of the clause (its dropout multiplies by a rounded mask), a function of PyTorch's ops takes its
place:

    @composes("dropout")
    def dropout(input: Tensor, p: float, train: bool) -> Tensor: ...

It stands in the place of the composite kernel, above autograd, which differentiates the ops that it
calls, and before `torch.func`, which has versions of its own of some such ops.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from samebits.common.modules import modules_of
from samebits.torch.overloads import installed, unreviewed
from samebits.torch.table import TableError, overload_of

Function = TypeVar("Function", bound=Callable[..., Any])

KEYS = ("CompositeImplicitAutograd", "FuncTorchDynamicLayerFrontMode")
"""In the place of the composite kernel, and before the transforms of `torch.func`."""

_FOUND: dict[str, Callable[..., Any]] = {}


def composes(*overloads: str) -> Callable[[Function], Function]:
    """Put a function in the place of these overloads."""

    def enter(function: Function) -> Function:
        for overload in overloads:
            if overload in _FOUND:
                raise TableError(f"aten::{overload} is composed twice; keep one of them")
            _FOUND[overload] = function
        return function

    return enter


@cache
def composites() -> Mapping[str, Callable[..., Any]]:
    """Every such function by its overload."""
    from samebits.torch import lowerings

    for _, load in modules_of(lowerings):
        load()
    found = {}
    for name, function in sorted(_FOUND.items()):
        if name in installed() and name not in unreviewed():  # else kernels.py refuses it
            _check(name, function)
            found[name] = function
    return MappingProxyType(found)


def _check(overload: str, function: Callable[..., Any]) -> None:
    empty = inspect.Parameter.empty
    wanted = [
        (a.name, a.default_value if a.has_default_value() else empty)
        for a in overload_of(overload)._schema.arguments
    ]
    given = [(p.name, p.default) for p in inspect.signature(function).parameters.values()]
    if given != wanted:
        raise TableError(f"aten::{overload} takes {wanted}, what composes it takes {given}")
