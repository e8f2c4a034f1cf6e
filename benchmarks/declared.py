"""The rows of single ops in the benchmarks, read from all tables in `families/`.

An op without a row is measured by its declaration: a function of the profile math in the suite
`math`, on arguments of its domain.
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
"""The sections of the suite `cuda` whose rows have the same form for many ops.

The other sections list their rows themselves.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The measurements of one op, and its peers.

    A row gives every field that has no default.
    """

    gpu: tuple[Section, ...]
    """The sections that have rows of the op."""

    torch: TorchMaker | None
    """PyTorch's side of a row, or None for the function in `backends/libraries/families/`."""

    cupy: CupyMaker | None
    """CuPy's side of a row, or None for no comparison with CuPy."""

    native: float | None
    """The target: the largest allowed ratio to PyTorch's time on AVX-512, or None."""

    binary64: float | None = None
    """The target for f64 on AVX-512 and AVX2, or None, as for nearly all ops."""

    network: Rows | None = None
    """The rows of the op in the suite `nn`, or None, as for nearly all ops."""

    tried: str = ""
    """A description of the optimisation attempts if a row misses its target."""


TABLE = OpTable[Measured](
    package=families,
    constant="MEASURED",
    is_whole=lambda value: isinstance(value, Measured),
    row='"{op}": Measured(gpu=..., torch=..., cupy=..., native=...)',
    error=BenchmarkError,
)


@cache
def all_measured() -> Mapping[str, Measured]:
    """Return the rows of all tables, sorted by op. Raises BenchmarkError that names a wrong row."""
    return TABLE.all()


def measured_in(section: Section) -> list[str]:
    """Return the ops with rows in a section of the suite `cuda`, sorted."""
    return [op for op, measured in all_measured().items() if section in measured.gpu]


def torch_maker(op: str) -> TorchMaker | None:
    """Return PyTorch's side of a row that the op's table declares, or None."""
    measured = all_measured().get(op)
    return None if measured is None else measured.torch


def cupy_maker(op: str) -> CupyMaker | None:
    """Return CuPy's side of a row that the op's table declares, or None."""
    measured = all_measured().get(op)
    return None if measured is None else measured.cupy
