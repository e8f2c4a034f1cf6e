"""What makes a peer's side of a row of the suite `cuda`; benchmarks/families/ names an op's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from samebits.benchmarks.gpu.rows import Row

Run = Callable[[], Any]
"""Does the work once and returns the result that is compared with ours."""

Attributes = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TorchMaker:
    """Makes PyTorch's side of a row from the module `torch`, attributes, operands and the result.

    `library` is the one behind PyTorch where it is not PyTorch's own kernel.
    """

    make: Callable[[Any, Attributes, list[Any], Any], Run]
    library: str = ""


@dataclass(frozen=True, slots=True)
class Cupy:
    """What is asked of CuPy: `xp` is the module, `special` is cupyx.scipy.special.

    `add_at(array, index, values)` adds in place, as cupyx.scatter_add does.
    """

    xp: Any
    special: Any
    add_at: Callable[[Any, Any, Any], object]


@dataclass(frozen=True, slots=True)
class CupyMaker:
    """Makes CuPy's side of a row from CuPy, the row, the operands and the result.

    `library` is the one behind CuPy where it is not a kernel of CuPy's own.
    """

    make: Callable[[Cupy, Row, list[Any], Any], Run]
    library: str = ""
