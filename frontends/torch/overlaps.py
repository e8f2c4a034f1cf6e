"""Writes to overlapping memory, refused under the same conditions as in PyTorch.

If an op writes to memory that it still has to read, its result depends on the order of its loop,
and so on the instruction set. PyTorch's own kernels check this before they write
(`assert_no_internal_overlap` and `assert_no_partial_overlap` in ATen/MemoryOverlap.cpp). Kernels of
a block do the same check.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

_INTERNAL = (
    "unsupported operation: more than one element of the written-to tensor refers to a single "
    "memory location. Please clone() the tensor before performing the operation."
)
_PARTIAL = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
    "single memory location. Please clone() the tensor before performing the operation."
)
"""The texts of PyTorch's error messages."""

_is_alias_of = torch._C._is_alias_of


class Writing(NamedTuple):
    """Facts about the way in which an op writes its target."""

    numbers_first: bool
    """True if the op reads an operand of rank 0 as a number before it writes.

    In PyTorch `index_put` does this only for masks; for other indices it raises an error.
    """
    one_value: bool
    """True if the op writes only one value, so that PyTorch allows elements that share memory."""


_ONE_VALUE = ("fill", "masked_fill", "index_fill", "zero")
_NUMBERS_FIRST = (*_ONE_VALUE, "index_put", "_index_put_impl")


def writing_of(name: str) -> Writing:
    """Return the `Writing` of an overload such as `fill_.Tensor`."""
    op = name.partition(".")[0].rstrip("_")
    return Writing(op in _NUMBERS_FIRST, op in _ONE_VALUE)


_USUAL = Writing(numbers_first=False, one_value=False)


def read_apart(target: Tensor, args: Sequence[Any], how: Writing = _USUAL) -> tuple[Any, ...]:
    """Return the operands of an op, so that it can read them while it writes `target`.

    An operand is copied if it shares memory with `target` in a way that PyTorch does not check, for
    example if both are views with gaps. All other operands are returned unchanged. Raises
    RuntimeError if several elements of `target` share memory and the op writes several values, or
    if `target` partly overlaps an operand.
    """
    if how.numbers_first:
        args = [_number_apart(target, x) for x in args]
    if not how.one_value and not target.is_contiguous() and _repeats(target):
        raise RuntimeError(_INTERNAL)
    for x in args:
        if x is not target and _shares(x, target):
            return tuple(_apart(target, x) for x in args)
        if isinstance(x, list | tuple) and any(_shares(y, target) for y in x):
            return tuple(_apart(target, x) for x in args)
    return tuple(args)


def require_own_memory(result: Tensor, target: Tensor, operands: Iterable[Tensor]) -> None:
    """Raise RuntimeError if resizing a target for its result would overwrite an operand."""
    if result.shape != target.shape and any(_is_alias_of(x, target) for x in operands):
        raise RuntimeError(_PARTIAL)


def lists_apart(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Apply `read_apart` to an op on lists that writes to the tensors of its first argument."""
    targets = args[0]
    size = len(targets)
    others = [list(x) if isinstance(x, list | tuple) and len(x) == size else x for x in args[1:]]
    for i, target in enumerate(targets):
        row = [x[i] if isinstance(x, list) else x for x in others]
        for x, y in zip(others, read_apart(target, row), strict=True):
            if isinstance(x, list):
                x[i] = y
    return targets, *others


def _number_apart(target: Tensor, x: Any) -> Any:
    return x.clone() if x is not target and _shares(x, target) and not x.dim() else x


def _shares(x: Any, target: Tensor) -> bool:
    if not isinstance(x, Tensor) or x.layout is not torch.strided:
        return False
    shares: bool = target.layout is torch.strided and _is_alias_of(x, target)
    return shares


def _apart(target: Tensor, x: Any) -> Any:
    if isinstance(x, list | tuple):
        return type(x)(_apart(target, y) for y in x)
    if x is target or not _shares(x, target) or not x.numel() or not target.numel():
        return x
    (begin, end), (first, last) = _range(x), _range(target)
    if end <= first or last <= begin:
        return x
    if not (_is_dense(x) and _is_dense(target)):
        return x.clone()
    if (begin, end) != (first, last) or x.stride() != target.stride():
        raise RuntimeError(_PARTIAL)
    return x


def _repeats(x: Tensor) -> bool:
    """Check whether several elements share memory because a stride is 0."""
    if x.layout is not torch.strided:
        return False
    sizes = zip(x.shape, x.stride(), strict=True)
    return x.numel() > 0 and any(size > 1 and not stride for size, stride in sizes)


def _is_dense(x: Tensor) -> bool:
    """Check whether the elements fill a range of memory without gaps or overlaps.

    The axes may be in any order.
    """
    expected = 1
    for stride, size in sorted(zip(x.stride(), x.shape, strict=True)):
        if size != 1:
            if stride != expected:
                return False
            expected *= size
    return True


def _range(x: Tensor) -> tuple[int, int]:
    """Return the address of the first byte of a tensor, and the address after its last byte."""
    last = sum((n - 1) * stride for n, stride in zip(x.shape, x.stride(), strict=True))
    return x.data_ptr(), x.data_ptr() + (last + 1) * x.element_size()
