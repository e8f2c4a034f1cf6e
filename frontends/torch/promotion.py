"""Type promotion: find the dtype of a result by PyTorch's rules, and convert operands to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from samebits.torch.dtypes import FLOATS, FORMATS, SHORT, compute_dtype
from samebits.torch.errors import Refused

if TYPE_CHECKING:
    from samebits.torch.compute import Compute, Operand


def result_dtype(*operands: Operand) -> torch.dtype:
    """Return the dtype of an elementwise result.

    Raises Refused if it has no format (complex dtypes).
    """
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
    """Check whether two operands need no promotion, because the first one decides the dtype.

    The first operand must be a float tensor, and the second one a tensor of the same dtype or a
    real number. If the first operand is a number, the result is False: this case is rare, and the
    full promotion costs little.
    """
    if not isinstance(a, Tensor) or a.dtype not in FLOATS:
        return False
    return b.dtype is a.dtype if isinstance(b, Tensor) else not isinstance(b, complex)


def real_dtype(*operands: Operand) -> torch.dtype:
    """Return the dtype of the result for a function of real numbers.

    For integer operands it is the default dtype.
    """
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
    """Return the promoted dtype of two kinds of operands; the first kind takes precedence.

    The second dtype only counts if it is of a higher sort, in the order complex, float, integer,
    bool.
    """
    if first is None or then is None:
        return first or then
    sorts = [
        d.is_complex * 3 or d.is_floating_point * 2 or (d is not torch.bool) for d in (first, then)
    ]
    return torch.promote_types(first, then) if sorts[1] > sorts[0] else first


def promoted(c: Compute, dtype: torch.dtype, *operands: Operand) -> tuple[Any, ...]:
    """Convert tensors to this dtype, which rounds each element at most once.

    Numbers stay unchanged.
    """
    return tuple(
        c.cast(x, dtype) if isinstance(x, Tensor) and x.dtype is not dtype else x for x in operands
    )


def widened(c: Compute, dtype: torch.dtype, *operands: Operand) -> tuple[Any, ...]:
    """Convert operands of a graph to the dtype of the result, then to the compute format (G9.1)."""
    ready = promoted(c, dtype, *operands)
    return promoted(c, compute_dtype(dtype), *ready) if dtype in SHORT else ready


def float_dtype(x: Tensor) -> torch.dtype:
    """Return the dtype to which a function of real numbers converts `x`.

    Float tensors keep their dtype, and integers get the default dtype. Raises Refused for complex
    tensors.
    """
    dtype = x.dtype
    if dtype in FLOATS:
        return dtype
    if dtype.is_complex:
        raise Refused(f"no clause defines arithmetic on {dtype}")
    return torch.get_default_dtype()
