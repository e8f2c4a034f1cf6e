"""Test data, and an observer that checks which ops a block counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode

from samebits.torch import reproducible
from samebits.torch.dtypes import EXACT
from samebits.torch.natives import tensors_in
from samebits.torch.overloads import Kind, kind_of
from samebits.torch.tests.by_spec import same

_HERE = {"_to_copy": "copy_", "arange": "arange.start_out", "sum": "sum.dim_IntList"}
"""For an op's name in the observer, the name under which a block counts the op."""

_MADE = (Kind.MEMORY, Kind.MOVE, Kind.INTEGERS)
"""The kinds of overloads that do not compute a floating-point number."""

_STORING = {
    "clone",
    "fill_.Scalar",
    "full",
    "full_like",
    "new_full",
    "new_ones",
    "ones",
    "ones_like",
}
"""Ops that copy elements or store a number."""


class Seen(TorchDispatchMode):  # type: ignore[misc]  # PyTorch has no types for it
    """A dispatch mode that counts the ops that compute floating-point numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        result = func(*args, **(kwargs or {}))
        if func.namespace != "aten":
            return result  # for example an op of the profiler
        name = str(func).removeprefix("aten.").removesuffix(".default")
        made = [result] if func._schema.returns else args  # ops without a result write in place
        floats = any(x.dtype not in EXACT for x in tensors_in(made))
        moves = kind_of(name) in _MADE or name in _STORING or _keeps_format(name, result, args)
        if floats and not func.is_view and not moves:
            self.counts[_HERE.get(name, name)] += 1
        return result


def _keeps_format(name: str, result: Any, args: tuple[Any, ...]) -> bool:
    """Check whether an op is a copy to the same format."""
    source = {"copy_": 1, "_to_copy": 0}.get(name)
    return source is not None and args[source].dtype is result.dtype


@contextmanager
def inside() -> Iterator[reproducible]:
    """Open a block; at the end, assert that it counted exactly the ops that the observer saw."""
    with reproducible("c:baseline", threads=1, count=True) as block:
        with Seen() as seen:
            yield block
        assert seen.counts == block.counts
        assert block.counts


def small(*shape: int, seed: int = 0) -> Tensor:
    """Return numbers from -0.75 to 0.75 that are exact in every format."""
    count = math.prod(shape)
    return (((torch.arange(count) * 7 + 5 * seed) % 13).to(torch.float32) / 8 - 0.75).reshape(shape)


def layers() -> nn.Sequential:
    """Return a small model that has the same weights each time."""
    torch.manual_seed(3)
    return nn.Sequential(nn.Linear(4, 6), nn.GELU(), nn.LayerNorm(6), nn.Linear(6, 3))


def bits_of(*tensors: Any) -> list[Tensor]:
    """Return copies of tensors."""
    return [x.detach().clone() for x in tensors]


def assert_same(found: Sequence[Tensor], wanted: Sequence[Tensor]) -> None:
    assert len(found) == len(wanted)
    assert all(same(a, b) for a, b in zip(found, wanted, strict=True))
