"""Landmarks: where the result of an op changes, and so where tests must look (informative).

A module in `spec/ops/` that declares an op of one of the kinds below also defines `LANDMARKS`, with
every field given; None or False means that there is no such place. Landmarks only select test
operands. The clauses define the wanted results, so no number here has to be exact.
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
"""A function that returns operands of a format; each is tested together with its neighbours."""

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
"""Operands with an exact result or an exact tie: a family, or all integers in a range."""

REAL_LINE = (float("-inf"), float("inf"))
"""The domain of a function that is defined for every real number."""

EVERYDAY = (-13, 6)
"""Least and greatest exponent of operands in everyday use, unless an op has another usual range."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionLandmarks:
    """Places where a function of one operand changes its behaviour."""

    binary64: Callable[..., float] | None
    """The function of the operand and the real attributes in binary64, to about 12 digits.

    Errors raised by `math` count as infinite or NaN. Limits of behaviour (overflow, underflow, ends
    of the domain, saturation, zeros) are searched with it. None for a function that one machine
    instruction computes.
    """

    domain: tuple[float, float]
    """The closed interval outside which every result is NaN."""

    thresholds: Points | None
    """Points that cannot be searched for.

    They are branch points, kinks, extrema, and places where implementations switch formulas.
    """

    period: float | None
    """The step at which the usual argument reduction takes the next multiple."""

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
    """Whether the function leaves 0 along a line with short numbers, as 1 + x or 1/2 + x/4.

    There, only the next term decides on which side of a tie the result is.
    """

    everyday: tuple[int, int]
    """Least and greatest exponent of operands in everyday use."""

    integral: bool
    """Whether a digest of all results in short formats is a sufficient test.

    That is so for simple functions such as floor and sign.
    """


def both_signs(points: list[float]) -> list[float]:
    """Return the points and their negatives."""
    return points + [-x for x in points]


def points(*numbers: float) -> Points:
    """Return a function that gives the same points for every format, with both signs."""
    return lambda form: both_signs(list(numbers))


@dataclass(frozen=True, slots=True, kw_only=True)
class PairLandmarks:
    """Places where a function of two operands is hard to round."""

    binary64: Callable[..., Any]
    """The function of arrays or numbers in binary64, to about 12 digits."""

    signed: bool
    """Whether both signs are in everyday use: the result is defined and does not cancel."""

    groups: Literal["angles", "lengths", "logarithms of sums", "powers"] | None
    """The family of constructed pairs: quotients near 1, triples of integers, exact powers, ..."""

    alike: bool
    """Whether normal operands of similar size give normal results.

    A fast path for whole blocks of elements needs this. Pairs of all sizes are then tested
    together.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ArithmeticLandmarks:
    """Places where an arithmetic op of several operands is hard to round."""

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
    """Whether the result is the S3 extreme of the operands."""


Row = tuple[Attributes, tuple[float, ...]]
"""Attributes of a call, and a number for each of its operands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLandmarks:
    """Attributes and operands with which a graph of the profile train is tested."""

    sets: tuple[Attributes, ...]
    """Sets of attributes for calls with all operands, in addition to the defaults.

    Every branch is taken with one of them. The first set hides no node, as a factor of 1 would;
    laws use the first set.
    """

    alone: tuple[Attributes, ...]
    """Sets of attributes for calls without the optional operands, if they need other sets."""

    squares: tuple[str, ...]
    """Operands that are never below 0 in real use, such as sums of squares.

    Nearly all of their test elements are positive.
    """

    rows: Callable[[Format], Sequence[Row]] | None
    """Rows of numbers that cannot be searched for.

    One rounding differs from two there, or a sign is close to changing.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementwiseLandmarks:
    """Places where an elementwise graph uses other nodes or other values."""

    sets: tuple[Attributes, ...]
    """Sets of attributes that are tested in addition to the defaults.

    The first set hides no node, as a factor of 1 would; laws use the first set.
    """

    meets: tuple[str, ...]
    """Attributes that elements are compared with.

    Elements equal to them, and the neighbours of these, are tested.
    """

    equal: bool
    """Whether elements of several operands are compared with each other; equal ones are tested."""

    ties: tuple[tuple[float, ...], ...] = ()
    """Rows of f16 operands in which the last value is a tie of f16 only after rounding to binary32.

    The exact value is not a tie. Random operands meet a tie too rarely to show that rounding.
    """


def each(name: str, *values: float) -> tuple[Attributes, ...]:
    """Return sets of one attribute, one set for each value.

    Without values they are: a factor that no format holds, a term that makes near-ties in the short
    formats, large and small numbers, and zeros of both signs.
    """
    usual = (0.1, 0.25 + 2.0**-20, -3.0, 0.0, -0.0, 1e-40, 1e300)
    return tuple({name: value} for value in values or usual)


class Steps(Protocol):
    """The ops of a backend, on arrays in the compute format whose reduced axes are kept."""

    @property
    def call(self) -> Call:
        """The call of the reduction."""

    @property
    def count(self) -> int:
        """The number of terms of a result."""

    def __call__(self, op: str, *inputs: Any, to: str = "", **attributes: Any) -> Any:
        """Run one op; `to` is the format of its result if it is not the compute format."""

    def reduce(self, op: str, x: Any, to: str = "") -> Any:
        """Run a reduction over the axes of the call."""

    def number(self, value: int, like: Any) -> Any:
        """Return an integer, rounded once to the compute format, in the shape of `like`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReductionLandmarks:
    """The choice of test shapes and operands for a reduction over axes."""

    dense: Literal["every length", "short lengths", "few lengths"] | None
    """The lengths that are tested in formats from f16 up.

    "every length" means all up to 300 and "short lengths" all up to 33, both with some longer ones
    (80 kB and more). "few lengths" means few, also over sets of axes. None is for a reduction that
    consists of others: f16 and bf16 are then not tested over sets of axes either.
    """

    exponents: tuple[int, int] | None
    """Least and greatest exponent of drawn terms; None for the range that suits a sum.

    It is given if the terms for a sum would overflow, or would hide all terms but one.
    """

    drawn: Literal["mostly zeros", "zeros and small numbers"] | None
    """The kind of terms that are drawn if the op only distinguishes zeros from other numbers.

    For results in bool, None means hardly any zeros.
    """

    extreme: Literal["greatest", "least"] | None
    """Whether a result is the S3 extreme of its terms, or the place of the first extreme."""

    steps: Callable[[Steps, Any], Any] | None
    """A function that computes the result with other ops, each rounded, if the clause says so.

    It takes an operand that is already in the compute format, and the results must be floats.
    """


class Draws(Protocol):
    """Random numbers of a run, as questions draw them."""

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
    """A shape and attributes with which a move is tested; a missing attribute has its default."""

    shape: Shape
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MoveCase:
    """A golden case of a move: its name and its situation.

    A case that is `everywhere` is tested in every format. The other cases are about places, not
    about elements, and are tested in three formats. In f32 a `smoke` case belongs to level smoke;
    all others belong to level standard. Operands hold any bits, or +0 if the case is about `zeros`.
    """

    name: str
    situation: Situation
    everywhere: bool = False
    smoke: bool = False
    zeros: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveLandmarks:
    """The test cases of a move of one operand whose attributes decide the places of elements."""

    flag: str
    """The subject of its cases: a name in vectors/flags.json."""

    cases: tuple[MoveCase, ...]
    """Cases for every mode, axis and edge: empty axes, no axes, moves by 0 and beyond the end."""

    payloads: Callable[[int], Situation]
    """Return a situation with this number of elements, in which each reaches at least one place."""

    bulk: Situation
    """A situation with about 2^16 results."""

    laws: tuple[Situation, ...]
    """A few situations of up to about 500 elements, with sizes that no block size divides."""

    large: tuple[Situation, ...]
    """One or more situations that are large enough for several threads to share the work."""

    drawn: Callable[[Draws, Callable[[int | None], Shape]], Situation]
    """Return a new random situation.

    The second argument draws a shape; its argument is the rank, or None for any rank. The order of
    the draws must not change, so that a repeated run draws the same situations.
    """

    beyond: Callable[[int], Situation]
    """Return a situation with at least this number of elements, more than 16 bits can count."""

    apart: Callable[[Attributes, int], Iterable[int]] | None
    """Return the axes (of the given number) along which elements keep their places.

    None if this does not depend on the call. Parts along these axes can be moved alone, and
    additional axes in front of them change no result.
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
