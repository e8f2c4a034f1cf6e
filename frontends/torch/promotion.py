"""Type promotion: operands converted to the dtype that PyTorch gives the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from samebits.torch.dtypes import FLOATS, FORMATS, SHORT, compute_dtype
from samebits.torch.errors import Refused

if TYPE_CHECKING:
    from samebits.torch.compute import Compute, Operand


def result_dtype(*operands: Operand) -> torch.dtype:
    """Return the dtype of an elementwise result. Raises Refused if it has no format (complex)."""
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
    """Check whether a tensor of floats and a tensor or number need no promotion.

    The second operand must be a tensor of the same dtype, or a real number. A number as the first
    operand gives False: this is rare, and the full promotion costs little.
    """
    if not isinstance(a, Tensor) or a.dtype not in FLOATS:
        return False
    return b.dtype is a.dtype if isinstance(b, Tensor) else not isinstance(b, complex)


def real_dtype(*operands: Operand) -> torch.dtype:
    """Return the result's dtype for a function of real numbers: the default one for integers."""
    dtype = result_dtype(*operands)
    return dtype if dtype.is_floating_point else torch.get_default_dtype()


def _several(operands: tuple[Operand, ...]) -> torch.dtype:
    """Return the promoted dtype of several operands, by PyTorch's rules.

    Tensors with axes take precedence over tensors without, and these over numbers.
    """
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
    """Return the dtype of two kinds of operands.

    The second kind only counts if it is of a higher sort: complex, float, integer, bool in this
    order.
    """
    if first is None or then is None:
        return first or then
    sorts = [
        d.is_complex * 3 or d.is_floating_point * 2 or (d is not torch.bool) for d in (first, then)
    ]
    return torch.promote_types(first, then) if sorts[1] > sorts[0] else first


def promoted(c: Compute, dtype: torch.dtype, *operands: Operand) -> tuple[Any, ...]:
    """Convert tensors to this dtype, rounding each element at most once; keep numbers."""
    return tuple(
        c.cast(x, dtype) if isinstance(x, Tensor) and x.dtype is not dtype else x for x in operands
    )


def widened(c: Compute, dtype: torch.dtype, *operands: Operand) -> tuple[Any, ...]:
    """Convert operands of a graph to the result's dtype, then to the compute format (G9.1)."""
    ready = promoted(c, dtype, *operands)
    return promoted(c, compute_dtype(dtype), *ready) if dtype in SHORT else ready


def float_dtype(x: Tensor) -> torch.dtype:
    """Return the dtype in which a function of real numbers takes `x`: the default for integers."""
    dtype = x.dtype
    if dtype in FLOATS:
        return dtype
    if dtype.is_complex:
        raise Refused(f"no clause defines arithmetic on {dtype}")
    return torch.get_default_dtype()
