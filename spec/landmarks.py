"""Landmarks: where the result of an op changes, and so where tests must look (informative).

A module in `spec/ops/` that declares an op of one of the kinds below also defines `LANDMARKS`, with
every field given: None or False says that there is no such place. Landmarks select operands; what
is wanted there the clauses say, so no number here has to be exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from samebits.spec.formats import Format

Points = Callable[[Format], list[float]]
"""Operands of a format, each of which is asked with its neighbours."""

ExactCases = (
    Literal[
        "cubes",
        "integers where 2^x is a number",
        "powers of ten",
        "powers of two",
        "quarter turns",
        "rational results",
        "reciprocals",
        "roots of powers of four",
        "roots of squares",
        "squares",
    ]
    | tuple[int, int]
)
"""Operands with an exact result or an exact tie: a family, or all integers from one to another."""

REAL_LINE = (float("-inf"), float("inf"))
"""The domain of a function of any real number."""

EVERYDAY = (-13, 6)
"""Least and greatest exponent of the operands that real work has, where no other range is usual."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionLandmarks:
    """Where a function of one operand changes its behaviour. See the fields."""

    binary64: Callable[..., float] | None
    """The function of the operand and the real attributes in binary64, to a dozen digits; errors of
    `math` count as infinite or NaN. Borders (overflow, underflow, ends, saturation, zeros) are
    found by it. None for a function that one machine instruction computes."""

    domain: tuple[float, float]
    """The closed interval outside of which every result is NaN."""

    thresholds: Points | None
    """What takes knowledge to find: branch points, kinks, extrema, and where implementations change
    their formula."""

    period: float | None
    """The step at which the usual argument reduction takes the next multiple."""

    repeats: Literal["radians", "half turns"] | None
    """Whether the function itself repeats with a multiple of its period, and in which unit."""

    poles: bool
    """Whether the function has poles between negative integers."""

    exact: ExactCases | None
    """The operands with exact results."""

    halves: bool
    """Whether it is x/2 + c x^2 near 0: half of an odd subnormal is a tie but for the next term."""

    leaves: bool
    """Whether it leaves 0 by a line with short numbers, such as 1 + x or 1/2 + x/4: there only the
    next term says to which side of a tie the result lies."""

    everyday: tuple[int, int]
    """Least and greatest exponent of the operands that real work has."""

    integral: bool
    """Whether it is so plain (floor, sign) that a digest of all short results says enough."""


def both_signs(points: list[float]) -> list[float]:
    """The points and their negatives."""
    return points + [-x for x in points]


def points(*numbers: float) -> Points:
    """The same points in every format, both signs."""
    return lambda form: both_signs(list(numbers))


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLandmarks:
    """Where a function of two operands is hard to round."""

    groups: Literal["angles", "lengths", "logarithms of sums", "powers"] | None
    """The family of constructed pairs: quotients near 1, triples of integers, exact powers, ..."""

    alike: bool
    """Whether normal operands of like size give normal results, as a path for whole blocks wants:
    pairs of all sizes are asked together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArithmeticLandmarks:
    """Where an arithmetic op of several operands is hard to round."""

    traps: (
        Literal[
            "sums",
            "differences",
            "products",
            "quotients",
            "remainders",
            "fused products",
            "extremes",
        ]
        | None
    )
    """The family of ties, near-ties and double-rounding traps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReductionLandmarks:
    """How a reduction over axes is asked."""

    dense: Literal["every length", "short lengths"] | None
    """Whether formats from f16 up are asked at every length up to 300, or up to 33, and at longer
    ones; None for a reduction that is made of others and gets a few lengths."""

    exponents: tuple[int, int] | None
    """Least and greatest exponent of drawn terms, where those that suit a sum would overflow, or
    hide all terms but one."""

    drawn: Literal["mostly zeros", "zeros and small numbers"] | None
    """Which terms are drawn where only zeros and other numbers are told apart; of results in bool
    None means hardly any zeros."""


Landmarks = FunctionLandmarks | PairLandmarks | ArithmeticLandmarks | ReductionLandmarks
