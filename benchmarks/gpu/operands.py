"""The operands of a row: shape, format, layout and kind of numbers.

PyTorch draws them on the device, a GPU or the processor, from a fixed seed. A benchmark needs only
arguments in a certain range, not certain bits. The section sections/kinds.py measures the effect of
special numbers on speed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

from samebits.spec.formats import get_format

NORMAL = "normal * 4"
POSITIVE = "abs(normal * 4)"
HALF_ZEROS = "half zeros"
MASKED = "-inf mask"
SUBNORMALS = "subnormals"
NEAR_ONE = "[0.5, 1.5]"
ZEROS = "zeros"
INDEX = "index"

CONTIGUOUS = "contiguous"
SECOND_COLUMNS = "every second column"
TRANSPOSED = "transposed"
ROW = "a row, broadcast"
COLUMN = "a column, broadcast"
CHANNELS = "one for a channel, broadcast"

SECTOR = 32
"""The smallest number of bytes that a GPU reads from memory."""


@dataclass(frozen=True, slots=True)
class Operand:
    """One operand of a row: shape, format, kind of numbers and layout.

    `below` is the limit for elements of the kind INDEX.
    """

    shape: tuple[int, ...]
    format: str = "f32"
    kind: str = NORMAL
    layout: str = CONTIGUOUS
    below: int = 0

    @property
    def bytes(self) -> int:
        """Return the number of bytes to read: each element once, in whole sectors of 32 bytes."""
        size = get_format(self.format).bits // 8
        count = prod(self._stored())
        return count * size * (min(2, SECTOR // size) if self.layout == SECOND_COLUMNS else 1)

    def _stored(self) -> tuple[int, ...]:
        """Return the shape of the stored elements, without broadcasting or gaps."""
        if self.layout == ROW:
            return self.shape[-1:]
        if self.layout == COLUMN:
            return (self.shape[0], 1)
        if self.layout == CHANNELS:
            return (self.shape[1], 1, 1)
        return self.shape


def make(torch: Any, operand: Operand, device: str) -> Any:
    """Return a tensor with the operand's shape and layout on a PyTorch device."""
    shape = operand._stored()
    if operand.layout == TRANSPOSED:
        return _drawn(torch, operand, shape[::-1], device).T
    if operand.layout == SECOND_COLUMNS:
        return _drawn(torch, operand, (*shape[:-1], 2 * shape[-1]), device)[..., ::2]
    return _drawn(torch, operand, shape, device).expand(operand.shape)


def torch_dtype(torch: Any, name: str) -> Any:
    """Return PyTorch's dtype for a format."""
    return getattr(torch, _DTYPES[name])


_DTYPES = {
    "f32": "float32",
    "f16": "float16",
    "bf16": "bfloat16",
    "f8e4m3fn": "float8_e4m3fn",
    "f8e5m2": "float8_e5m2",
    "i8": "int8",
    "i32": "int32",
    "i64": "int64",
}


def _drawn(torch: Any, operand: Operand, shape: tuple[int, ...], device: str) -> Any:
    dtype = torch_dtype(torch, operand.format)
    if operand.kind == INDEX:
        return torch.randint(operand.below, shape, device=device, dtype=dtype)
    return _KINDS[operand.kind](torch, shape, device).to(dtype)


def _normal(torch: Any, shape: tuple[int, ...], device: str) -> Any:
    return torch.randn(shape, device=device).mul_(4)


def _half_zeros(torch: Any, shape: tuple[int, ...], device: str) -> Any:
    return _normal(torch, shape, device) * torch.randint(2, shape, device=device)


def _masked(torch: Any, shape: tuple[int, ...], device: str) -> Any:
    """Return random numbers and -inf, half of each, like an attention mask.

    The first element of each row is finite.
    """
    hidden = torch.randint(2, shape, device=device, dtype=torch.bool)
    hidden[..., 0] = False
    return _normal(torch, shape, device).masked_fill_(hidden, float("-inf"))


def _subnormals(torch: Any, shape: tuple[int, ...], device: str) -> Any:
    """Return random subnormal binary32 numbers of both signs."""
    bits = torch.randint(1, 1 << 23, shape, device=device, dtype=torch.int32)
    negative = torch.randint(2, shape, device=device, dtype=torch.int32)
    return (bits | (negative << 31)).view(torch.float32)


_KINDS: dict[str, Callable[[Any, tuple[int, ...], str], Any]] = {
    NORMAL: _normal,
    POSITIVE: lambda torch, shape, device: _normal(torch, shape, device).abs_(),
    HALF_ZEROS: _half_zeros,
    MASKED: _masked,
    SUBNORMALS: _subnormals,
    NEAR_ONE: lambda torch, shape, device: torch.rand(shape, device=device).add_(0.5),
    ZEROS: lambda torch, shape, device: torch.zeros(shape, device=device),
}
