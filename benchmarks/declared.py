"""The rows of single ops in the benchmarks, read from every table in `families/`.

An op without a row is measured as its declaration says: a function of the profile math in the suite
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
"""Sections of the suite `cuda` whose rows are alike for many ops; the others name theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The measurements of one op, and the peers beside it.

    A row gives every field that has no default.
    """

    gpu: tuple[Section, ...]
    """The sections that have rows of it."""

    torch: TorchMaker | None
    """PyTorch's side of a row; None: the function that `backends/libraries/families/` names."""

    cupy: CupyMaker | None
    """CuPy's side of a row; None: CuPy is not asked."""

    native: float | None
    """The largest ratio to PyTorch's time on AVX-512 that is aimed at; None: it is no measure."""

    binary64: float | None = None
    """The same of f64, on AVX-512 and on AVX2; None, as nearly always: it is no measure."""

    network: Rows | None = None
    """Its rows of the suite `nn`; None, as nearly always: it has none."""

    tried: str = ""
    """What was tried where such a row misses its target."""


TABLE = OpTable[Measured](
    package=families,
    constant="MEASURED",
    is_whole=lambda value: isinstance(value, Measured),
    row='"{op}": Measured(gpu=..., torch=..., cupy=..., native=...)',
    error=BenchmarkError,
)


@cache
def all_measured() -> Mapping[str, Measured]:
    """Return the rows of all tables, sorted by op. Raises BenchmarkError naming a wrong row."""
    return TABLE.all()


def measured_in(section: Section) -> list[str]:
    """The ops with rows in a section of the suite `cuda`, sorted."""
    return [op for op, measured in all_measured().items() if section in measured.gpu]


def torch_maker(op: str) -> TorchMaker | None:
    """PyTorch's side of a row that the op's table declares, or None."""
    measured = all_measured().get(op)
    return None if measured is None else measured.torch


def cupy_maker(op: str) -> CupyMaker | None:
    """CuPy's side of a row that the op's table declares, or None."""
    measured = all_measured().get(op)
    return None if measured is None else measured.cupy
