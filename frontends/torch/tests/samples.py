"""Run one sample of OpInfo, PyTorch's data base of ops, and compare its results."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from torch.utils._pytree import tree_leaves, tree_map

PLAIN = {torch.float64, torch.float32, torch.float16, torch.bool, torch.int64, torch.int32}

NEAR = {"f64": (1e-7, 1e-7), "f32": (2e-3, 2e-4), "f16": (2e-2, 2e-2), "bf16": (1e-1, 1e-1)}
"""Relative and absolute tolerances for the comparison with PyTorch's results in binary64."""


def copied(value: Any, dtype: torch.dtype | None = None) -> Any:
    """Return copies of arguments with tensors as leaves; floats are converted to `dtype` if set."""

    def one(x: Any) -> Any:
        if not isinstance(x, Tensor):
            return x
        new = x.detach().clone(memory_format=torch.preserve_format)
        if dtype is not None and new.is_floating_point():
            new = new.to(dtype)
        return new.requires_grad_(x.requires_grad and new.is_floating_point())

    return tree_map(one, value)


def floats(values: Sequence[Any]) -> list[Tensor]:
    return [x for x in values if isinstance(x, Tensor) and x.is_floating_point()]


def run(op: Any, sample: Any, backward: bool) -> tuple[list[Any], list[Tensor | None]]:
    """Return the results of an op on a sample, and the gradients of its leaves."""
    torch.manual_seed(1)
    given, args, kwargs = sample
    result = op(given, *args, **kwargs)
    results = tree_leaves(result)
    gradients: list[Tensor | None] = []
    if backward:
        leaves = [x for x in tree_leaves(sample) if isinstance(x, Tensor) and x.requires_grad]
        ends = [x for x in floats(results) if x.requires_grad and x.grad_fn is not None]
        if leaves and ends:
            gradients = list(
                torch.autograd.grad(ends, leaves, [seed_of(x) for x in ends], allow_unused=True)
            )
    return [x.detach() if isinstance(x, Tensor) else x for x in results], gradients


def seed_of(x: Tensor) -> Tensor:
    """Return the incoming gradient of a backward pass: a few exact numbers."""
    numbers = [(i % 7 - 3) / 4 for i in range(x.numel())]
    return torch.tensor(numbers, dtype=x.dtype, device=x.device).reshape(x.shape)


def bits(values: Sequence[Any]) -> list[Any]:
    """Return values that are equal if, and only if, the bits of `values` are equal."""
    out: list[Any] = []
    for x in values:
        if (
            not isinstance(x, Tensor)
            or x.layout is not torch.strided
            or x.is_quantized
            or (x.dtype not in PLAIN and not x.dim())
        ):
            out.append(repr(x))
        else:
            whole = x.detach().clone(memory_format=torch.contiguous_format)
            if whole.is_complex():
                whole = torch.view_as_real(whole.resolve_conj()).contiguous()
            raw = whole.numpy() if whole.dtype in PLAIN else whole.view(torch.uint8).numpy()
            out.append((str(x.dtype), tuple(x.shape), raw.tobytes()))
    return out


def near(found: Sequence[Any], wanted: Sequence[Any], dtype: str) -> str:
    """Return how results differ from PyTorch's in binary64 by more than rounding, or ""."""
    relative, absolute = NEAR[dtype]
    for number, (a, b) in enumerate(zip(found, wanted, strict=True)):
        if not isinstance(a, Tensor) or not isinstance(b, Tensor):
            continue
        if a.shape != b.shape:
            return f"result {number} has shape {tuple(a.shape)}, PyTorch's has {tuple(b.shape)}"
        if not a.is_floating_point():
            if a.dtype is b.dtype and not b.is_complex() and not torch.equal(a, b):
                return f"result {number} differs from PyTorch's: {a} and {b}"
            continue
        x, y = a.double(), b.double()
        limit = torch.finfo(a.dtype).max
        y = torch.where(y.abs() > limit, y.sign() * torch.inf, y)
        if not torch.allclose(x, y, relative, absolute, equal_nan=True):
            at = int(torch.nan_to_num((x - y).abs(), nan=1e300).argmax()) if x.numel() else 0
            return (
                f"result {number} is {x.reshape(-1)[at].item()!r} at {at}, "
                f"PyTorch in binary64 has {y.reshape(-1)[at].item()!r}"
            )
    return ""


def sizes(values: Sequence[Any]) -> set[float]:
    """Return the absolute values of all numbers in tensors and other values, except NaN."""
    found: set[float] = set()
    for x in tree_leaves(values):
        if isinstance(x, Tensor) and x.layout is torch.strided and not x.is_quantized:
            whole = x.detach().resolve_conj().resolve_neg()
            whole = torch.view_as_real(whole) if whole.is_complex() else whole
            found.update(whole.double().abs().flatten().tolist())
        elif isinstance(x, bool | int | float | complex):
            found.update((abs(complex(x).real), abs(complex(x).imag)))
    return {x for x in found if x == x}


def only_moved(sample: Any, results: list[Any], gradients: list[Tensor | None]) -> bool:
    """Check whether each number is 0, 1, a limit, or a number of the sample or of `seed_of`.

    Signs are ignored, because conjugate and negated views are moves.
    """
    own = sizes(list(sample)) | {0.0, 0.25, 0.5, 0.75, 1.0, math.inf}
    own |= {float(torch.finfo(d).max) for d in PLAIN if d.is_floating_point}
    made = sizes([x for x in (*results, *gradients) if isinstance(x, Tensor) and _rounded(x)])
    return made <= own | {_short(x) for x in own}


def _rounded(x: Tensor) -> bool:
    return x.is_floating_point() or x.is_complex()


def _short(x: float) -> float:
    """Return a host scalar with the value that bfloat16 stores."""
    return float(torch.tensor(x, dtype=torch.float32).to(torch.bfloat16))
