"""Type promotion: operands brought to the dtype that PyTorch gives the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor

from samebits.torch.dtypes import FORMATS
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
    if dtype not in FORMATS:
        raise Refused(f"no clause defines arithmetic on {dtype}")
    return dtype


def _several(operands: tuple[Operand, ...]) -> torch.dtype:
    found = operands[0]
    if len(operands) == 1:
        return torch.result_type(found, found)
    dtype = torch.result_type(operands[0], operands[1])
    for i in range(2, len(operands)):
        dtype = torch.promote_types(dtype, torch.result_type(operands[0], operands[i]))
    return dtype


def promoted(c: Compute, dtype: torch.dtype, *operands: Operand) -> list[Operand]:
    """Tensors in this dtype, each element rounded once where it changes; numbers as they are."""
    return [
        c.cast(x, dtype) if isinstance(x, Tensor) and x.dtype is not dtype else x for x in operands
    ]


def float_dtype(x: Tensor) -> torch.dtype:
    """The dtype in which a function of real numbers takes an operand: integers as the default."""
    if x.dtype.is_floating_point:
        return x.dtype
    if x.dtype.is_complex:
        raise Refused(f"no clause defines arithmetic on {x.dtype}")
    return torch.get_default_dtype()
