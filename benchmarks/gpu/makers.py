"""The makers of a peer's side of a row of the suite `cuda`; benchmarks/families/ uses them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from samebits.benchmarks.gpu.rows import Row

Run = Callable[[], Any]
"""A function that does the work once and returns the result for the comparison with ours."""

Attributes = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TorchMaker:
    """A function that makes PyTorch's side from `torch`, attributes, operands and the result.

    `library` is the library behind PyTorch if the kernel is not PyTorch's.
    """

    make: Callable[[Any, Attributes, list[Any], Any], Run]
    library: str = ""


@dataclass(frozen=True, slots=True)
class Cupy:
    """The modules of CuPy: `xp` is cupy, `special` is cupyx.scipy.special.

    `add_at(array, index, values)` adds in place, as cupyx.scatter_add does.
    """

    xp: Any
    special: Any
    add_at: Callable[[Any, Any, Any], object]


@dataclass(frozen=True, slots=True)
class CupyMaker:
    """A function that makes CuPy's side from CuPy, the row, the operands and the result.

    `library` is the library behind CuPy if the kernel is not CuPy's.
    """

    make: Callable[[Cupy, Row, list[Any], Any], Run]
    library: str = ""
