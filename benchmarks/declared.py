"""The rows of single ops in the benchmarks, read from all tables in `families/`.

An op without a row is measured if it is a function of the profile math: in the suite `math`, on
arguments from its domain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from samebits.benchmarks import families
from samebits.benchmarks.peers import BenchmarkError
from samebits.spec.op_table import OpTable

if TYPE_CHECKING:
    from samebits.benchmarks.gpu.makers import CupyMaker, TorchMaker
    from samebits.benchmarks.networks import Rows

Section = Literal["elementwise", "narrow", "kinds", "reductions"]
"""The sections of the suite `cuda` in which the rows of many ops have the same form.

The other sections list their rows themselves.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The measurements of one op, and its peers.

    A table must give every field that has no default.
    """

    gpu: tuple[Section, ...]
    """The sections of the suite `cuda` that have rows for the op."""

    torch: TorchMaker | None
    """The maker of PyTorch's side.

    None means the function that `backends/libraries/families/` declares.
    """

    cupy: CupyMaker | None
    """The maker of CuPy's side. None means no comparison with CuPy."""

    native: float | None
    """The target on AVX-512: the largest allowed ratio to PyTorch's time. None means no target."""

    binary64: float | None = None
    """The target for f64 on AVX-512 and AVX2. None means no target, as for nearly all ops."""

    network: Rows | None = None
    """The rows of the op in the suite `nn`. None means no rows, as for nearly all ops."""

    tried: str = ""
    """A description of attempts to optimise the op, for a row that misses its target."""


TABLE = OpTable[Measured](
    package=families,
    constant="MEASURED",
    is_whole=lambda value: isinstance(value, Measured),
    row='"{op}": Measured(gpu=..., torch=..., cupy=..., native=...)',
    error=BenchmarkError,
)


@cache
def all_measured() -> Mapping[str, Measured]:
    """Return the rows of all tables, sorted by op.

    Raises BenchmarkError that names a wrong row.
    """
    return TABLE.all()


def measured_in(section: Section) -> list[str]:
    """Return the ops with rows in a section of the suite `cuda`, sorted."""
    return [op for op, measured in all_measured().items() if section in measured.gpu]


def torch_maker(op: str) -> TorchMaker | None:
    """Return the maker of PyTorch's side that the op's table declares, or None."""
    measured = all_measured().get(op)
    return None if measured is None else measured.torch


def cupy_maker(op: str) -> CupyMaker | None:
    """Return the maker of CuPy's side that the op's table declares, or None."""
    measured = all_measured().get(op)
    return None if measured is None else measured.cupy
