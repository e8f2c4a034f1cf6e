"""Landmarks: where the result of an op changes, and so where tests must look (informative).

A module in `spec/ops/` that declares an op of one of the kinds below also defines `LANDMARKS`, with
every field given: None or False says that there is no such place. Landmarks select operands; what
is wanted there the clauses say, so no number here has to be exact.
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

    binary64: Callable[..., Any]
    """The function of arrays or numbers in binary64, to a dozen digits."""

    signed: bool
    """Whether operands of both signs are of everyday use, where nothing is undefined or cancels."""

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

    extreme: Literal["greatest", "least"] | None
    """Whether the result is the S3 extreme of the operands."""


Row = tuple[Attributes, tuple[float, ...]]
"""Attributes of a call, and a number for each of its operands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLandmarks:
    """What a graph of the profile train is asked with."""

    sets: tuple[Attributes, ...]
    """Sets of attributes of a call with all operands, besides the defaults: every branch is taken
    by one of them. The first hides no node, as a factor of 1 does; laws take it."""

    alone: tuple[Attributes, ...]
    """Those of calls without the operands that may be left out, where others are asked."""

    squares: tuple[str, ...]
    """Operands that nobody has below 0, such as sums of squares: nearly all elements that are asked
    have a positive sign."""

    rows: Callable[[Format], Sequence[Row]] | None
    """Numbers that take knowledge to find, where one rounding differs from two, or a sign is near
    to change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementwiseLandmarks:
    """Where an elementwise graph takes other nodes or other values."""

    sets: tuple[Attributes, ...]
    """Sets of attributes with which it is asked besides its defaults. The first is one that hides
    no node, as a factor of 1 does; laws take it."""

    meets: tuple[str, ...]
    """Attributes that elements are compared with: elements equal to them, and their neighbours, are
    asked."""

    equal: bool
    """Whether elements of several operands are compared with each other: equal ones are asked."""

    ties: tuple[tuple[float, ...], ...] = ()
    """Operands in f16 whose last value, rounded to binary32, is a tie of f16 and exactly none:
    where drawn operands meet one too rarely to show that rounding."""


def each(name: str, *values: float) -> tuple[Attributes, ...]:
    """Sets of one attribute: these values, else a factor that no format holds, a term that makes
    near-ties of the short formats, large and small ones, and zeros of both signs.
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
        """How many terms a result has."""

    def __call__(self, op: str, *inputs: Any, to: str = "", **attributes: Any) -> Any:
        """One op; `to` is the format of its result where that is not the compute format."""

    def reduce(self, op: str, x: Any, to: str = "") -> Any:
        """A reduction over the axes of the call."""

    def number(self, value: int, like: Any) -> Any:
        """An integer, rounded once to the compute format, in the shape of an array."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReductionLandmarks:
    """How a reduction over axes is asked."""

    dense: Literal["every length", "short lengths", "few lengths"] | None
    """Whether formats from f16 up are asked at every length up to 300, or up to 33, and at longer
    ones, which takes 80 kB and more; or at few, and over sets of axes. None for a reduction that is
    made of others: f16 and bf16 then are not asked over sets of axes, either."""

    exponents: tuple[int, int] | None
    """Least and greatest exponent of drawn terms, where those that suit a sum would overflow, or
    hide all terms but one."""

    drawn: Literal["mostly zeros", "zeros and small numbers"] | None
    """Which terms are drawn where only zeros and other numbers are told apart; of results in bool
    None means hardly any zeros."""

    extreme: Literal["greatest", "least"] | None
    """Whether a result is the S3 extreme of its terms, or the place of the first such."""

    steps: Callable[[Steps, Any], Any] | None
    """The result by other ops, each rounded, where the clause makes it of them: what `steps` gives
    for an operand that is in the compute format already, if the results are floats."""


class Draws(Protocol):
    """Random numbers of a run, as questions draw them."""

    def below(self, limit: int) -> int:
        """An integer from 0 to limit - 1."""

    def between(self, least: int, most: int) -> int:
        """An integer from least to most, both included."""

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Some of the items, each at most once, in random order."""

    def chance(self, one_in: int) -> bool:
        """True once in so many times."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A shape and attributes with which a move is asked; what is left out is its default."""

    shape: Shape
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MoveCase:
    """A golden case of a move: its name, and the situation.

    Every format is asked a case that is `everywhere`; the others, which tell about places and not
    about elements, three formats. Of a `smoke` case f32 is asked first of all. Operands hold any
    bits, or +0 where the case is about `zeros`.
    """

    name: str
    situation: Situation
    everywhere: bool = False
    smoke: bool = False
    zeros: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveLandmarks:
    """How a move is asked whose one operand goes to places that its attributes tell."""

    flag: str
    """What its cases are about: a name in vectors/flags.json."""

    cases: tuple[MoveCase, ...]
    """Every mode, axis and edge: empty axes, no axes, moves by nothing and beyond the end."""

    payloads: Callable[[int], Situation]
    """A situation in which each of so many elements goes to some place at least once."""

    bulk: Situation
    """One of some 2^16 results."""

    laws: tuple[Situation, ...]
    """A few of up to some 500 elements in sizes that nothing divides."""

    large: tuple[Situation, ...]
    """One or more of so many elements that threads share the work."""

    drawn: Callable[[Draws, Callable[[int | None], Shape]], Situation]
    """A situation drawn anew; the second argument draws a shape, of any rank where None is wanted.
    The order of the draws is part of it: a run that is asked again draws the same ones."""

    beyond: Callable[[int], Situation]
    """A situation of so many elements, more than 16 bits count, or a few more."""

    apart: Callable[[Attributes, int], Iterable[int]] | None
    """The axes, of so many, along which elements keep their places, if that is for the call to say:
    parts along them can be moved alone, and axes put before them change nothing."""


Landmarks = (
    FunctionLandmarks
    | PairLandmarks
    | ArithmeticLandmarks
    | StepLandmarks
    | ElementwiseLandmarks
    | ReductionLandmarks
    | MoveLandmarks
)
