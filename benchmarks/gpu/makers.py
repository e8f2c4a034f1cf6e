"""Types of functions that make a peer's side of a row; benchmarks/families/ uses them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from samebits.benchmarks.gpu.rows import Row

Run = Callable[[], Any]
"""A function that does the work once and returns the result, which is compared with ours."""

Attributes = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TorchMaker:
    """A maker of PyTorch's side, from the module `torch`, attributes, operands and the result.

    `library` names the library that has the kernel, if it is not PyTorch.
    """

    make: Callable[[Any, Attributes, list[Any], Any], Run]
    library: str = ""


@dataclass(frozen=True, slots=True)
class Cupy:
    """The modules of CuPy: `xp` is cupy, and `special` is cupyx.scipy.special.

    `add_at(array, index, values)` adds in place, as cupyx.scatter_add does.
    """

    xp: Any
    special: Any
    add_at: Callable[[Any, Any, Any], object]


@dataclass(frozen=True, slots=True)
class CupyMaker:
    """A function that prepares CuPy's side of a row: it takes CuPy, the row, operands and result.

    `library` names the library that has the kernel, if it is not CuPy.
    """

    make: Callable[[Cupy, Row, list[Any], Any], Run]
    library: str = ""
