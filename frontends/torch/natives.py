"""The kernels that PyTorch has itself, as functions: what a block runs where it keeps them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from samebits.torch.dtypes import EXACT
from samebits.torch.moves import COLLECTIVE, QUANTISED

Kernel = Callable[..., Any]

IMPLICIT = "CompositeImplicitAutograd"
EXPLICIT = "CompositeExplicitAutograd"
"""Keys of overloads that are composed of others."""


def native_kernel(full: str, key: str = "CPU", at: str = "") -> Kernel:
    """The kernel that an overload (`aten::mul.Tensor`) has now at a dispatch key, as a function.

    It stays that kernel when another is put in its place. With `at` it runs as one for tensors of
    another key.
    """
    try:
        kernel = torch.library.get_kernel(full, key)
    except (ValueError, RuntimeError):  # MkldnnCPU; and ops of other devices that have a lowering
        return _unreachable(full, key)
    call = kernel.call_boxed
    keys = torch._C.DispatchKeySet(getattr(torch._C.DispatchKey, at or key))
    tensors = tuple(
        i
        for i, a in enumerate(schema_of(full).arguments)
        if str(a.type) == "Tensor" and not a.kwarg_only
    )

    def run(*args: Any, **kwargs: Any) -> Any:
        for i in tensors:
            if i < len(args) and not isinstance(args[i], Tensor):
                args = _numbers_as_tensors(tensors, args)
                break
        return call(keys, *args, **kwargs)

    return run


def schema_of(full: str) -> Any:
    """The schema of `aten::mul.Tensor`."""
    packet, _, overload = full.partition(".")
    return torch._C._get_schema(packet, overload)


def _unreachable(full: str, key: str) -> Kernel:
    def run(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            f"{full} has no kernel at {key} that could run here; leave the block of "
            "samebits.torch.reproducible for it"
        )

    return run


def _numbers_as_tensors(at: Sequence[int], args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments with the Python numbers that came in the places of tensors as ones of rank 0.

    Beside an integer tensor an integer has that tensor's dtype, which PyTorch would give it too.
    """
    kinds = [
        x.dtype
        for x in args
        if isinstance(x, Tensor) and x.dtype in EXACT and x.dtype is not torch.bool
    ]
    return tuple(
        _number(x, kinds) if i in at and isinstance(x, bool | int | float | complex) else x
        for i, x in enumerate(args)
    )


def _number(value: bool | int | float | complex, kinds: Sequence[torch.dtype]) -> Tensor:
    if isinstance(value, bool):
        dtype = torch.bool
    elif isinstance(value, int):
        dtype = kinds[0] if kinds else torch.int64
    else:
        dtype = torch.complex128 if isinstance(value, complex) else torch.float64
    return torch.scalar_tensor(value, dtype=dtype)


def tensors_in(values: Sequence[Any]) -> Iterator[Tensor]:
    """The tensors among values, those in lists too."""
    for value in values:
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, list | tuple):
            yield from tensors_in(value)


def without_floats(values: Sequence[Any]) -> bool:
    """Whether no tensor among values has a dtype that is rounded, and none is named."""
    for value in values:
        if isinstance(value, Tensor):
            if value.dtype not in EXACT:
                return False
        elif isinstance(value, list | tuple):
            if not without_floats(value):
                return False
        elif isinstance(value, torch.dtype) and value not in EXACT:
            return False
    return True


def has_own(name: str, key: str) -> bool:
    """Whether PyTorch has a kernel of its own for an overload at a dispatch key."""
    has: bool = torch._C._dispatch_has_kernel_for_dispatch_key(f"aten::{name}", key)
    return has


def returns_one(name: str) -> bool:
    """Whether an overload has one result."""
    return len(schema_of(f"aten::{name}").returns) == 1


def registered(key: str) -> Iterator[str]:
    """The overloads, `aten::mul.Tensor`, that have a kernel of their own at a dispatch key."""
    yield from torch._C._dispatch_get_registrations_for_dispatch_key(key)


def is_foreign(full: str, key: str) -> bool:
    """Whether a kernel at this key is foreign compiled code: not ATen's, and not written in Python.

    A kernel in Python calls ops that are inside, as any other Python code does.
    """
    namespace, _, name = full.partition("::")
    if namespace == "aten":
        return False
    if key not in (EXPLICIT, IMPLICIT) or namespace in COLLECTIVE:
        return f"{namespace}/{name}/{key}" not in torch.library._impls
    return namespace in QUANTISED
