"""PyTorch's own kernels as functions, for calls that a block leaves to PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import torch
from torch import Tensor

from samebits.common.errors import SamebitsError
from samebits.torch.dtypes import EXACT
from samebits.torch.moves import COLLECTIVE, QUANTISED

Kernel = Callable[..., Any]

IMPLICIT = "CompositeImplicitAutograd"
EXPLICIT = "CompositeExplicitAutograd"
"""Dispatch keys of overloads that are composed of calls of other overloads."""

NUMBERS = (bool, int, float, complex)
"""Types of Python numbers that the dispatcher may pass instead of tensors."""


class Unreachable(SamebitsError, NotImplementedError):  # noqa: N818
    """Raised for a call of a PyTorch kernel that does not exist or cannot run here."""


def native_kernel(full: str, key: str = "CPU", at: str = "") -> Kernel:
    """Return the kernel that `full` (`aten::mul.Tensor`) has now at a dispatch key, as a function.

    The function continues to run this kernel after a different one replaced it. With `at` it runs
    as if it were registered at the key `at`.
    """
    try:
        kernel = torch.library.get_kernel(full, key)
    except (ValueError, RuntimeError):  # MkldnnCPU, or an op of a GPU with a lowering
        return _unreachable(full, key)
    call = kernel.call_boxed
    keys = torch._C.DispatchKeySet(getattr(torch._C.DispatchKey, at or key))
    tensors = tensors_of(full)

    def run(*args: Any, **kwargs: Any) -> Any:
        for i in tensors:
            if i < len(args) and not isinstance(args[i], Tensor):
                args = _numbers_as_tensors(tensors, args)
                break
        return call(keys, *args, **kwargs)

    return run


def schema_of(full: str) -> Any:
    """Return the schema of an overload such as `aten::mul.Tensor`."""
    packet, _, overload = full.partition(".")
    return torch._C._get_schema(packet, overload)


def called(name: str) -> Kernel:
    """Return a function that calls the ATen overload `name`, which is looked up at the first call.

    So a lowering that uses it can be imported even if this PyTorch lacks the overload.
    """
    packet, _, overload = name.partition(".")

    @cache
    def found() -> Kernel:
        function: Kernel = getattr(getattr(torch.ops.aten, packet), overload or "default")
        return function

    def call(*args: Any, **kwargs: Any) -> Any:
        return found()(*args, **kwargs)

    return call


def tensors_of(full: str) -> tuple[int, ...]:
    """Return the indices of those positional arguments of an overload that are tensors."""
    arguments = enumerate(schema_of(full).arguments)
    return tuple(i for i, a in arguments if str(a.type) == "Tensor" and not a.kwarg_only)


def numbers_alone(at: Sequence[int], args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Convert Python numbers to tensors of rank 0 in a call that has no tensors.

    Programs of torch.jit make such calls. As in PyTorch, a float then has the default dtype. If an
    argument at an index of `at` is a tensor, the arguments are returned unchanged.
    """
    if any(isinstance(args[i], Tensor) for i in at if i < len(args)):
        return args
    return tuple(_alone(x) if i in at else x for i, x in enumerate(args))


def _alone(value: Any) -> Any:
    if isinstance(value, complex):
        return torch.scalar_tensor(value, dtype=torch.complex64)
    if isinstance(value, bool | int | float):
        return _number(value, (), torch.get_default_dtype())
    return value


def _unreachable(full: str, key: str) -> Kernel:
    def run(*args: Any, **kwargs: Any) -> Any:
        raise Unreachable(
            f"{full} has no kernel at {key} that could run here; leave the block of "
            "samebits.torch.reproducible for it"
        )

    return run


def _numbers_as_tensors(at: Sequence[int], args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Convert Python numbers that were passed instead of tensors to tensors of rank 0.

    The dtypes are chosen as in PyTorch: if there is an integer tensor, an integer takes its dtype.
    A float is float64 if there is a float tensor, and has the default dtype otherwise.
    """
    dtypes = [x.dtype for x in args if isinstance(x, Tensor)]
    integers = [d for d in dtypes if d in EXACT and d is not torch.bool]
    floats = torch.float64 if set(dtypes) - EXACT else torch.get_default_dtype()
    return tuple(
        _number(x, integers, floats)
        if i in at and isinstance(x, bool | int | float | complex)
        else x
        for i, x in enumerate(args)
    )


def _number(
    value: bool | int | float | complex, integers: Sequence[torch.dtype], floats: torch.dtype
) -> Tensor:
    if isinstance(value, bool):
        dtype = torch.bool
    elif isinstance(value, int):
        dtype = integers[0] if integers else torch.int64
    else:
        dtype = torch.complex128 if isinstance(value, complex) else floats
    return torch.scalar_tensor(value, dtype=dtype)


def tensors_in(values: Sequence[Any]) -> Iterator[Tensor]:
    """Yield the tensors among `values`, including those in nested lists."""
    for value in values:
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, list | tuple):
            yield from tensors_in(value)


def without_floats(values: Sequence[Any]) -> bool:
    """Check that `values` contain neither a tensor with a rounded dtype nor such a dtype itself."""
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
    """Check whether an overload has a kernel registered directly at a dispatch key."""
    has: bool = torch._C._dispatch_has_kernel_for_dispatch_key(f"aten::{name}", key)
    return has


def returns_one(name: str) -> bool:
    """Check whether an overload has exactly one result."""
    return len(schema_of(f"aten::{name}").returns) == 1


def registered(key: str) -> Iterator[str]:
    """Yield the overloads (`aten::mul.Tensor`) that have a kernel registered at a dispatch key."""
    yield from torch._C._dispatch_get_registrations_for_dispatch_key(key)


def is_foreign(full: str, key: str) -> bool:
    """Check whether a kernel at this key is compiled code that is not part of ATen.

    A kernel written in Python does not count: the ops that it calls are inside the block.
    """
    namespace, _, name = full.partition("::")
    if namespace == "aten":
        return False
    if key not in (EXPLICIT, IMPLICIT) or namespace in COLLECTIVE:
        return f"{namespace}/{name}/{key}" not in torch.library._impls
    return namespace in QUANTISED
