"""The kernels that PyTorch has itself, as functions: what a block runs where it keeps them."""

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
"""Keys of overloads that are composed of others."""

NUMBERS = (bool, int, float, complex)
"""The types of Python numbers, which dispatch hands over for tensors that stand for numbers."""


class Unreachable(SamebitsError, NotImplementedError):  # noqa: N818
    """PyTorch has no kernel of its own that could run."""


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
    tensors = tensors_of(full)

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


def called(name: str) -> Kernel:
    """Return a function that calls the overload `mul.Tensor` of ATen, found at its first call.

    So a lowering that calls it can be imported in a PyTorch that lacks it.
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
    """Return the places of the positional arguments of an overload that are tensors."""
    arguments = enumerate(schema_of(full).arguments)
    return tuple(i for i, a in arguments if str(a.type) == "Tensor" and not a.kwarg_only)


def numbers_alone(at: Sequence[int], args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments of a call whose tensors are all Python numbers, as tensors of rank 0.

    Programs of torch.jit make such calls. As in PyTorch a float has the default dtype then. The
    arguments are returned as they are where one of them is a tensor.
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
    """Arguments with the Python numbers that came in the places of tensors as ones of rank 0.

    Their dtypes are those that PyTorch gives numbers: beside an integer tensor an integer has that
    tensor's dtype, and a float has the default dtype if no tensor of floats is there.
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
