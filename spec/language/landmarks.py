"""Landmarks: operands and attributes at which the result of an op changes (informative).

A module in `spec/ops/` that declares an op of one of the kinds below also defines `LANDMARKS`, with
a value for every field. None or False means that the op has no landmark of this kind. Landmarks
only select test operands. The clauses define the right results, so the numbers here do not have to
be exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

from samebits.spec.formats import Format
from samebits.spec.language.call import Call
from samebits.spec.language.geometry import Attributes, Shape

T = TypeVar("T")

Points = Callable[[Format], list[float]]
"""A function that returns operands of a format. Each is tested together with its neighbours."""

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
"""Operands with an exact result or an exact tie: a named family, or all integers in a range."""

REAL_LINE = (float("-inf"), float("inf"))
"""The domain of a function that is defined for every real number."""

EVERYDAY = (-13, 6)
"""The smallest and largest exponent of operands in everyday use, for most functions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionLandmarks:
    """Operands at which a function of one operand changes its behaviour."""

    binary64: Callable[..., float] | None
    """The function of the operand and the real attributes in binary64, to about 12 digits.

    Errors raised by `math` count as infinity or NaN. The function is used to search for points of
    overflow, underflow and saturation, for ends of the domain, and for zeros. It is None for a
    function that one machine instruction computes.
    """

    domain: tuple[float, float]
    """The closed interval outside which every result is NaN."""

    thresholds: Points | None
    """Points that a search cannot find.

    They are branch points, kinks, extrema, and points at which implementations switch formulas.
    """

    period: float | None
    """The period that argument reductions usually divide by, such as log(2) for exp."""

    repeats: Literal["radians", "half turns"] | None
    """The unit in which the function is periodic, or None if it is not periodic."""

    poles: bool
    """Whether the function has poles between negative integers."""

    exact: ExactCases | None
    """The operands with exact results."""

    halves: bool
    """Whether f(x) is x/2 + c x^2 near 0.

    Half of an odd subnormal is then a tie that only the next term resolves.
    """

    leaves: bool
    """Whether the function near 0 is almost a line with short coefficients, such as 1 + x.

    There, only the next term of the series decides on which side of a tie the result is.
    """

    everyday: tuple[int, int]
    """The smallest and largest exponent of operands in everyday use."""

    integral: bool
    """Whether a digest of all results in short formats is a sufficient test.

    This is so for simple functions such as floor and sign.
    """


def both_signs(points: list[float]) -> list[float]:
    """Return the points and their negatives."""
    return points + [-x for x in points]


def points(*numbers: float) -> Points:
    """Return a function that returns these points, with both signs, for every format."""
    return lambda form: both_signs(list(numbers))


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLandmarks:
    """Operands for which a function of two operands is hard to round."""

    binary64: Callable[..., Any]
    """The function of arrays or numbers in binary64, to about 12 digits."""

    signed: bool
    """Whether operands of both signs are in everyday use.

    With both signs, the result must be defined and free of cancellation.
    """

    groups: Literal["angles", "lengths", "logarithms of sums", "powers"] | None
    """The family of constructed pairs: quotients near 1, triples of integers, exact powers, ..."""

    alike: bool
    """Whether normal operands of similar size give normal results.

    A fast path for whole blocks of elements relies on this. If it is true, pairs of all sizes are
    also tested in one call.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ArithmeticLandmarks:
    """Operands for which an arithmetic op of several operands is hard to round."""

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

    extreme: Literal["greatest", "least"] | None
    """The extreme of the operands (clause S3) that the op returns, or None for other ops."""


Row = tuple[Attributes, tuple[float, ...]]
"""Attributes of a call, and one number for each operand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLandmarks:
    """Attributes and operands for tests of a graph in the profile `train`."""

    sets: tuple[Attributes, ...]
    """Sets of attributes for calls with all operands, in addition to the defaults.

    Together they take every branch. In the first set every attribute affects the result: a factor,
    for example, is not 1. Laws use the first set.
    """

    alone: tuple[Attributes, ...]
    """Sets of attributes for calls without the optional operands, if `sets` does not fit them."""

    squares: tuple[str, ...]
    """Operands that are never below 0 in real use, such as sums of squares.

    Nearly all of their test elements are positive.
    """

    rows: Callable[[Format], Sequence[Row]] | None
    """Rows of numbers that a search cannot find.

    For such a row, one rounding and two roundings give different results, or a value that decides a
    sign is near zero.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementwiseLandmarks:
    """Attributes and operands at which an elementwise graph changes its nodes or its result."""

    sets: tuple[Attributes, ...]
    """Sets of attributes that are tested in addition to the defaults.

    In the first set every attribute affects the result: a factor, for example, is not 1. Laws use
    the first set.
    """

    meets: tuple[str, ...]
    """Attributes that the op compares with elements.

    Tests use elements that equal such an attribute, and the neighbouring numbers.
    """

    equal: bool
    """Whether the op compares elements of its operands. If so, tests use equal elements."""

    ties: tuple[tuple[float, ...], ...] = ()
    """Rows of f16 operands that reveal a rounding to binary32 before the rounding to f16.

    The exact result is not a tie of f16, but its rounding to binary32 is a tie. Random operands
    give such a result too rarely.
    """


def each(name: str, *values: float) -> tuple[Attributes, ...]:
    """Return sets of one attribute, one set for each value.

    The default values are a factor that is not exact in any format, a term that makes near-ties in
    the short formats, large and small numbers, and zeros of both signs.
    """
    usual = (0.1, 0.25 + 2.0**-20, -3.0, 0.0, -0.0, 1e-40, 1e300)
    return tuple({name: value} for value in values or usual)


class Steps(Protocol):
    """Runs the ops of a reduction, on arrays in the compute format with reduced axes of size 1."""

    @property
    def call(self) -> Call:
        """The call of the reduction."""

    @property
    def count(self) -> int:
        """The number of terms of each result."""

    def __call__(self, op: str, *inputs: Any, to: str = "", **attributes: Any) -> Any:
        """Run one op; `to` is the format of its result if it is not the compute format."""

    def reduce(self, op: str, x: Any, to: str = "") -> Any:
        """Run a reduction over the axes of the call."""

    def number(self, value: int, like: Any) -> Any:
        """Return an integer, rounded once to the compute format, in the shape of `like`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReductionLandmarks:
    """The selection of test shapes and operands for a reduction over axes."""

    dense: Literal["every length", "short lengths", "few lengths"] | None
    """The lengths that are tested in formats from f16 up.

    "every length" means all lengths up to 300, and "short lengths" all lengths up to 33. Both
    include some longer arrays (80 kB and more). "few lengths" means a few lengths, and also few
    sets of axes. None is for a reduction that consists of other reductions; then f16 and bf16 are
    also not tested over sets of axes.
    """

    exponents: tuple[int, int] | None
    """The smallest and largest exponent of random terms; None means the range for a sum.

    An op needs its own range if terms from the range for a sum would overflow, or if one term would
    hide all others.
    """

    drawn: Literal["mostly zeros", "zeros and small numbers"] | None
    """The kind of random terms, for an op that only distinguishes zeros from other numbers.

    For results in bool, None means that the terms have hardly any zeros.
    """

    extreme: Literal["greatest", "least"] | None
    """The extreme of the terms (clause S3) that the op returns, or whose index it returns.

    None is for other reductions.
    """

    steps: Callable[[Steps, Any], Any] | None
    """A function that computes the result with other ops, if the clause defines it in this way.

    Each op rounds its result. The operand is already in the compute format, and the results must be
    floats.
    """


class Draws(Protocol):
    """The random choices that drawn questions make from the seed of a run."""

    def below(self, limit: int) -> int:
        """Return an integer from 0 to limit - 1."""

    def between(self, least: int, most: int) -> int:
        """Return an integer from least to most, both included."""

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items."""

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` of the items, each at most once, in random order."""

    def chance(self, one_in: int) -> bool:
        """Return True with probability 1 / one_in."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A shape and attributes for a test of a move; a missing attribute has its default."""

    shape: Shape
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MoveCase:
    """A golden case of a move: its name and its situation.

    If `everywhere` is true, the case is tested in every format. Other cases test positions, not
    elements, and are tested in three formats. If `smoke` is true, the case in f32 belongs to level
    smoke; all other cases belong to level standard. The operand has random bits, or +0 if `zeros`
    is true.
    """

    name: str
    situation: Situation
    everywhere: bool = False
    smoke: bool = False
    zeros: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveLandmarks:
    """The test cases of a move of one operand whose attributes decide what is copied."""

    flag: str
    """The flag of the golden cases: a name in vectors/flags.json that describes what they test."""

    cases: tuple[MoveCase, ...]
    """Cases for every mode, axis and edge case: empty axes, rank 0, moves by 0 and past the end."""

    payloads: Callable[[int], Situation]
    """A function that returns a situation with this number of elements, all of them copied."""

    bulk: Situation
    """A situation with about 2^16 results."""

    laws: tuple[Situation, ...]
    """A few situations of up to about 500 elements, whose sizes block sizes do not divide."""

    large: tuple[Situation, ...]
    """One or more situations that are large enough for several threads to share the work."""

    drawn: Callable[[Draws, Callable[[int | None], Shape]], Situation]
    """A function that returns a new random situation.

    The second argument is a function that draws a shape; its argument is the rank, or None for any
    rank. The order of the draws must not change, so that a repeated run draws the same situations.
    """

    beyond: Callable[[int], Situation]
    """A function that returns a situation with at least this number of elements (over 2^16)."""

    apart: Callable[[Attributes, int], Iterable[int]] | None
    """A function that returns the axes along which elements keep their positions.

    Its arguments are the attributes and the rank of a call. Parts along these axes can be moved
    separately, and additional axes in front of them do not change a result. None if the op has no
    such axes.
    """


Landmarks = (
    FunctionLandmarks
    | PairLandmarks
    | ArithmeticLandmarks
    | StepLandmarks
    | ElementwiseLandmarks
    | ReductionLandmarks
    | MoveLandmarks
)
