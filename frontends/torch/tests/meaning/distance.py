"""The distance of a result from PyTorch's result, in units of explainable rounding error.

The reference t of an element is PyTorch's result in binary64 for the same operands. The unit of the
element is the sum of three terms; u is the unit roundoff of the result's format:

- the rounding error of the result, |t| * u;
- the change of t if each operand changes by a rounding unit of its own;
- a share OWN / LIMIT of |p - t|, where p is PyTorch's result in the format of the call.

Each term is the value at the element plus the average over the tensor, because the value at one
element may be small by chance. A result has PyTorch's meaning if each element is within LIMIT units
of t or of p. A result far from t therefore passes only if PyTorch's own result is as far away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

LIMIT = {torch.float64: 2.0**14, torch.float32: 128.0, torch.float16: 8.0, torch.bfloat16: 8.0}
"""For each format of a result, the largest distance, in units, that counts as rounding."""

OWN = 8.0
"""The multiple of PyTorch's own error that is allowed."""


@dataclass(frozen=True)
class Distance:
    """The distance of a whole result: the units divided by the limit, and a reason if above 1."""

    part: float = 0.0
    reason: str = ""


def worst(found: Sequence[Distance]) -> Distance:
    """Return the largest of several distances."""
    return max(found, key=lambda d: (bool(d.reason), d.part), default=Distance())


def distance(
    block: Sequence[Any], plain: Sequence[Any], wide: Sequence[Any], moved: Sequence[Sequence[Any]]
) -> Distance:
    """Return the largest distance of the results of a call.

    `plain` are PyTorch's results in the same format, and `wide` its results in binary64. Each item
    of `moved` has its results in binary64 for operands that were changed by a rounding unit.
    """
    if len(block) != len(plain):
        return Distance(reason=f"{len(block)} results, PyTorch has {len(plain)}")
    wide = wide if len(wide) == len(plain) else plain
    moved = [m for m in moved if len(m) == len(plain)]
    found = []
    for number, (b, p, t) in enumerate(zip(block, plain, wide, strict=True)):
        one = _of_one(b, p, t, [m[number] for m in moved])
        found.append(Distance(one.part, one.reason and f"result {number}: {one.reason}"))
    return worst(found)


def _of_one(block: Any, plain: Any, wide: Any, moved: Sequence[Any]) -> Distance:
    if not isinstance(block, Tensor) or not isinstance(plain, Tensor):
        if isinstance(block, float) and isinstance(plain, float):
            return _of_one(torch.tensor(block), torch.tensor(plain), torch.tensor(plain), ())
        equal = type(block) is type(plain) and (isinstance(block, Tensor) or block == plain)
        return Distance(reason="" if equal else f"{block!r:.60}, PyTorch has {plain!r:.60}")
    if block.is_complex() and plain.is_complex():
        return _of_one(*map(_real, (block, plain, wide)), list(map(_real, moved)))
    if block.shape != plain.shape:
        return Distance(reason=f"shape {tuple(block.shape)}, PyTorch has {tuple(plain.shape)}")
    if block.is_floating_point() != plain.is_floating_point():
        return Distance(reason=f"{block.dtype}, PyTorch has {plain.dtype}")
    if not isinstance(wide, Tensor) or wide.shape != plain.shape:
        wide, moved = plain, ()
    if not block.is_floating_point():
        return _of_integers(block, plain, wide)
    return _of_floats(block, plain, wide, [m for m in moved if m.shape == plain.shape])


def _of_integers(block: Tensor, plain: Tensor, wide: Tensor) -> Distance:
    if block.dtype is not plain.dtype:
        return Distance(reason=f"{block.dtype}, PyTorch has {plain.dtype}")
    equal = torch.equal(block, plain) or torch.equal(block, wide.to(block.dtype))
    return Distance(reason="" if equal else f"{_some(block)}, PyTorch has {_some(plain)}")


def _real(x: Any) -> Any:
    """Return complex numbers as floats, with real and imaginary parts along an additional axis."""
    if isinstance(x, Tensor) and x.is_complex():
        return torch.view_as_real(x.detach().resolve_conj())
    return x


def _some(x: Tensor) -> str:
    return str(x.flatten()[:6].tolist())


def _of_floats(block: Tensor, plain: Tensor, wide: Tensor, moved: Sequence[Tensor]) -> Distance:
    if not block.numel():
        return Distance()
    dtype = block.dtype
    info, limit = torch.finfo(dtype), LIMIT.get(dtype, 8.0)
    b, p, t = (x.detach().double().flatten() for x in (block, plain, wide))
    unit = _unit(p, t, [m.double().flatten() for m in moved], dtype)
    units = torch.minimum(_units(b, _rounded(t, info), unit), _units(b, p, unit))
    overflows = ((t.abs() - info.max).abs() <= limit * unit) | unit.isinf()
    units = torch.where(overflows, 0.0, units)
    at = int(units.argmax())
    part = float(units[at]) / limit
    if part <= 1:
        return Distance(part)
    numbers = (f"{float(x[at])!r}" for x in (b, p, t))
    shown = "{} at {}, PyTorch has {}, in binary64 {}".format(next(numbers), at, *numbers)
    return Distance(part, shown)


def _unit(p: Tensor, t: Tensor, moved: Sequence[Tensor], dtype: torch.dtype) -> Tensor:
    """Return the unit of each element. It is infinite where changed operands make t overflow."""
    info = torch.finfo(dtype)
    own = torch.nan_to_num((p - t).abs(), 0.0, 0.0) * (OWN / LIMIT.get(dtype, 8.0))
    terms = [info.eps / 2 * torch.nan_to_num(t.abs(), 0.0, 0.0), own]
    if moved:
        effects = [torch.where(t.isfinite(), (m - t).abs(), 0.0) for m in moved]
        effects = [e.nan_to_num(torch.inf) for e in effects]
        terms.append(torch.stack(effects).amax(0))
    least = info.smallest_normal * info.eps
    return torch.stack([x + x[x.isfinite()].mean().nan_to_num(0.0) for x in terms]).sum(0) + least


def _rounded(t: Tensor, info: torch.finfo) -> Tensor:
    """Return the values, with infinities where the format overflows."""
    return torch.where(t.abs() > info.max, t.sign() * torch.inf, t)


def _units(b: Tensor, wanted: Tensor, unit: Tensor) -> Tensor:
    """Return |b - wanted| in units.

    Equal infinities and two NaNs give 0; other ones give infinity.
    """
    same = (b == wanted) | (b.isnan() & wanted.isnan())
    found = torch.nan_to_num((b - wanted).abs() / unit, torch.inf, torch.inf)
    return torch.where(same, 0.0, found)
