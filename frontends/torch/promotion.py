"""Type promotion: operands brought to the dtype that PyTorch gives the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from samebits.torch.dtypes import FLOATS, FORMATS, SHORT, compute_dtype
from samebits.torch.errors import Refused

if TYPE_CHECKING:
    from samebits.torch.compute import Compute, Operand


def result_dtype(*operands: Operand) -> torch.dtype:
    """The dtype of an elementwise result. Raises Refused for one that is no format (complex)."""
    dtype = operands[0].dtype if isinstance(operands[0], Tensor) else None
    for x in operands[1:]:
        if not isinstance(x, Tensor) or x.dtype is not dtype:
            dtype = _several(operands)
            break
    if dtype is None:
        dtype = _several(operands)
    if dtype not in FORMATS and dtype not in (torch.uint16, torch.uint64):
        raise Refused(f"no clause defines arithmetic on {dtype}")
    return dtype


def same_float(a: Operand, b: Operand) -> bool:
    """Whether two operands need no promotion: a tensor of floats, and one of its dtype or a number.

    It says no of a number before a tensor, which is rare, and costs little.
    """
    if not isinstance(a, Tensor) or a.dtype not in FLOATS:
        return False
    return b.dtype is a.dtype if isinstance(b, Tensor) else not isinstance(b, complex)


def real_dtype(*operands: Operand) -> torch.dtype:
    """The dtype of the result of a function of real numbers: of integers it is the default one."""
    dtype = result_dtype(*operands)
    return dtype if dtype.is_floating_point else torch.get_default_dtype()


def _several(operands: tuple[Operand, ...]) -> torch.dtype:
    """Tensors with axes come before those without, and these before numbers, as in PyTorch."""
    kinds: list[torch.dtype | None] = [None, None, None]
    for x in operands:
        if isinstance(x, Tensor):
            kind, dtype = (0 if x.dim() else 1), x.dtype
        else:
            kind, dtype = 2, torch.result_type(x, x)
        known = kinds[kind]
        kinds[kind] = dtype if known is None else torch.promote_types(known, dtype)
    found = _combined(kinds[0], _combined(kinds[1], kinds[2]))
    assert found is not None
    return found


def _combined(first: torch.dtype | None, then: torch.dtype | None) -> torch.dtype | None:
    """The dtype of operands of two kinds: the later one counts only where it is of another sort."""
    if first is None or then is None:
        return first or then
    sorts = [
        d.is_complex * 3 or d.is_floating_point * 2 or (d is not torch.bool) for d in (first, then)
    ]
    return torch.promote_types(first, then) if sorts[1] > sorts[0] else first


def promoted(c: Compute, dtype: torch.dtype, *operands: Operand) -> tuple[Any, ...]:
    """Tensors in this dtype, each element rounded once where it changes; numbers as they are."""
    return tuple(
        c.cast(x, dtype) if isinstance(x, Tensor) and x.dtype is not dtype else x for x in operands
    )


def widened(c: Compute, dtype: torch.dtype, *operands: Operand) -> tuple[Any, ...]:
    """Operands of a graph whose result has this dtype: in it, then in the compute format (G9.1)."""
    ready = promoted(c, dtype, *operands)
    return promoted(c, compute_dtype(dtype), *ready) if dtype in SHORT else ready


def float_dtype(x: Tensor) -> torch.dtype:
    """The dtype in which a function of real numbers takes an operand: integers as the default."""
    dtype = x.dtype
    if dtype in FLOATS:
        return dtype
    if dtype.is_complex:
        raise Refused(f"no clause defines arithmetic on {dtype}")
    return torch.get_default_dtype()
