"""Three opinions on an elementary function: mpmath, Arb and MPFR, each as an enclosure.

An opinion encloses f(x) between two exact numbers at a working precision. Rounding is monotone. So
if both ends round to the same bits, f(x) also rounds to these bits. Otherwise the precision is
doubled (Ziv's method). Only Arb's enclosure is rigorous. The values of mpmath and MPFR are widened
by a slack, which is generous for the formulas of `oracles/ops/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from samebits.common.release import install_command
from samebits.oracles.errors import OracleError, OracleUnavailable
from samebits.oracles.rounding import Real, round_to

try:
    import flint
    import gmpy2
    import mpmath
    from mpmath.libmp import from_man_exp
except ImportError as missing:
    raise OracleUnavailable(
        f"{missing.name} is not installed; the oracles need `{install_command('oracles')}`"
    ) from missing

Function = Callable[..., Any]
Enclosure = tuple[Real, Real]
Operands = tuple[Real, ...]

SLACK_BITS = 20
"""Assumed error of mpmath and MPFR: a value is off by at most 2**20 units in its last place.

Each library function has an error of 1 or 2 units. The formula with the largest error here is gelu.
It passes a rounded argument to erfc, whose relative condition number is below 2**9 while gelu is
above the smallest subnormal (|x| < 15). Formulas that cancel are evaluated with guard bits (see
`kits`).
"""

LAST_PRECISION = 8192
"""Precision at which Ziv's loop fails: the case is exact then, and `known` should return it."""

_BEYOND = 1 << 20
"""An exponent beyond every format, for values that overflow or underflow in MPFR."""


@dataclass(frozen=True, slots=True)
class Library:
    """A library: `enclose(f, rows, precision)` yields an enclosure of f(*row) for each row."""

    name: str
    first_precision: int
    enclose: Callable[[Function, Sequence[Operands], int], Iterator[Enclosure]]


def settle(
    library: Library, function: Function, rows: Sequence[Operands], output: str
) -> list[int]:
    """Return the bits of f(*row) for each row of finite operands, rounded to the format `output`.

    Ziv's loop raises the precision. Raises OracleError if LAST_PRECISION bits do not suffice.
    """
    settled = [0] * len(rows)
    pending: Sequence[int] = range(len(rows))
    precision = library.first_precision
    while pending:
        if precision > LAST_PRECISION:
            raise OracleError(
                f"{library.name} cannot round f{rows[pending[0]]} to {output} with "
                f"{precision // 2} bits: add the exact case to the op's `known`"
            )
        open_cases = []
        enclosures = library.enclose(function, [rows[i] for i in pending], precision)
        for i, (low, high) in zip(pending, enclosures, strict=True):
            pattern = round_to(low, output)
            if pattern == round_to(high, output):
                settled[i] = pattern
            else:
                open_cases.append(i)
        pending, precision = open_cases, 2 * precision
    return settled


def _arb(function: Function, rows: Sequence[Operands], precision: int) -> Iterator[Enclosure]:
    """Yield Arb's enclosures: the ends of a ball that provably contains f(x), rounded outward."""
    ctx = flint.ctx
    before = ctx.prec
    try:
        ctx.prec = precision
        # Compute all balls before the first yield: the precision is global, and the caller may
        # change it.
        balls = [function(*map(to_arb, row)) for row in rows]
        ends = [(b.lower(), b.upper()) if b.is_finite() else None for b in balls]
    finally:
        ctx.prec = before
    for pair in ends:
        yield (_from_arb(pair[0]), _from_arb(pair[1])) if pair else _NOTHING_KNOWN


_NOTHING_KNOWN = (Real("infinite", True), Real("infinite", False))


def to_arb(x: Real) -> Any:
    """Return a finite number as a ball of radius 0; the sign of a zero is lost."""
    return flint.arb((x.signed(), x.exponent))


def _from_arb(end: Any) -> Real:
    mantissa, exponent = end.man_exp()
    number = int(mantissa)
    return Real("finite", number < 0, abs(number), int(exponent))


def _mpmath(function: Function, rows: Sequence[Operands], precision: int) -> Iterator[Enclosure]:
    """Yield mpmath's values, widened by the slack."""
    mp = mpmath.mp
    with mp.workprec(precision):
        values = [function(*map(_to_mpmath, row)) for row in rows]
    for value in values:
        sign, mantissa, exponent, _ = value._mpf_
        if not mantissa:
            raise OracleError(f"mpmath returned {value} for a finite, non-zero argument")
        yield _widened(bool(sign), int(mantissa), exponent, precision)


def _to_mpmath(x: Real) -> Any:
    return mpmath.mp.make_mpf(from_man_exp(x.signed(), x.exponent))


@contextmanager
def mpfr_precision(precision: int) -> Iterator[None]:
    """Run the block in a gmpy2 context with this precision and the widest exponent range."""
    before = gmpy2.get_context()
    widest = {"emin": gmpy2.get_emin_min(), "emax": gmpy2.get_emax_max()}
    gmpy2.set_context(gmpy2.context(precision=precision, **widest))
    try:
        yield
    finally:
        gmpy2.set_context(before)


def _mpfr(function: Function, rows: Sequence[Operands], precision: int) -> Iterator[Enclosure]:
    """Yield MPFR's values, widened by the slack.

    A value outside MPFR's exponent range becomes a value beyond every format.
    """
    with mpfr_precision(precision):
        values = [function(*map(_to_mpfr, row)) for row in rows]
    for value in values:
        if gmpy2.is_finite(value) and value:
            mantissa, exponent = value.as_mantissa_exp()
            yield _widened(mantissa < 0, abs(int(mantissa)), int(exponent), precision)
        elif gmpy2.is_nan(value):
            raise OracleError("MPFR returned NaN for a finite, non-zero argument")
        else:
            beyond = _BEYOND if gmpy2.is_infinite(value) else -_BEYOND
            bound = Real("finite", gmpy2.is_signed(value), 1, beyond)
            yield bound, bound


def _to_mpfr(x: Real) -> Any:
    """Return an exact MPFR number.

    The current precision is larger than the precision of any format.
    """
    number = gmpy2.mpfr(x.signed())
    if x.exponent < 0:
        return gmpy2.div_2exp(number, -x.exponent)
    return gmpy2.mul_2exp(number, x.exponent)


def _widened(negative: bool, mantissa: int, exponent: int, precision: int) -> Enclosure:
    """Return mantissa * 2**exponent, minus and plus 2**SLACK_BITS units of `precision` bits."""
    shift = precision - mantissa.bit_length()  # both libraries strip trailing zero bits
    scaled = mantissa << shift if shift >= 0 else mantissa >> -shift
    slack = 1 << SLACK_BITS
    return (
        Real("finite", negative, scaled - slack, exponent - shift),
        Real("finite", negative, scaled + slack, exponent - shift),
    )


MPMATH = Library("mpmath", 96, _mpmath)
ARB = Library("Arb", 64, _arb)
MPFR = Library("MPFR", 96, _mpfr)


def to_decimal(value: Real, digits: int) -> str:
    """Return a value as a decimal text with `digits` significant digits, for people to read."""
    if value.kind != "finite":
        return "NaN" if value.kind == "nan" else ("-inf" if value.negative else "inf")
    if value.is_zero:
        return "-0" if value.negative else "0"
    return str(mpmath.nstr(_to_mpmath(value), digits, strip_zeros=not value.sticky))
