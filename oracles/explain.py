"""Explain one element of a result: the exact value and the two numbers around it.

It is for people who look at a failing case of a round op. Golden values do not depend on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from samebits.oracles.arithmetic import less
from samebits.oracles.discovery import all_oracles
from samebits.oracles.elementwise import Arithmetic, Elementary, attribute_operands
from samebits.oracles.errors import OracleError
from samebits.oracles.of_words import UpperBits, upper_bits
from samebits.oracles.opinions import ARB, LAST_PRECISION, to_decimal
from samebits.oracles.rounding import Real, decode, neighbour, round_to
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

DIGITS = 30
"""Number of significant decimal digits in the text."""

_FIRST_PRECISION = 160
_BEYOND = 1 << 15
"""An exponent beyond every format. A number with a larger exponent is not made a fraction."""


@dataclass(frozen=True, slots=True)
class ExactValue:
    """The exact result of one element and its rounding.

    `rounded`, `below` and `above` are bit patterns of the output format. `below` and `above` are
    neighbours that enclose the exact value. `position` is 0 if the value is at `below` and 1 if it
    is at `above`. If the value is exact or the result is special, `below` and `above` are equal and
    `position` is 0. Above the largest finite number, the upper neighbour counts as the next power
    of two.
    """

    text: str
    rounded: int
    below: int
    above: int
    position: float
    is_exact: bool
    is_tie: bool


def exact_value(call: Call, operand_bits: Sequence[int]) -> ExactValue:
    """Return the exact value of a round op for one element's operand bits.

    Raises OracleError for an op that is not a round op, and SpecError for a call outside the spec.
    """
    op = get_op(call.op)
    op.check(call)
    oracle = all_oracles().get(call.op)
    if isinstance(oracle, UpperBits):  # exact: all bits that are taken from the word are kept
        output = call.outputs[0]
        return _explain(decode(upper_bits(operand_bits[0], 32, output), output), output)
    if op.op_class != "round" or not isinstance(oracle, Arithmetic | Elementary):
        raise OracleError(
            f"{call.op} is of class {op.op_class}; only round ops have an exact value"
        )
    operands = tuple(decode(p, f) for p, f in zip(operand_bits, call.inputs, strict=True))
    operands += attribute_operands(call)
    output = call.outputs[0]
    if isinstance(oracle, Arithmetic):
        saturate = call.attributes.get("saturate") is not False
        return _explain(oracle.exact(*operands), output, saturate=saturate)
    known = oracle.known(*operands)
    if known is not None:
        return _explain(known, output)
    inner = _inner_end(oracle, operands, output)
    return _explain(inner._replace(sticky=True), output)


def _inner_end(oracle: Elementary, operands: tuple[Real, ...], output: str) -> Real:
    """Return the end of an enclosure that is nearer to zero.

    The precision is raised until the enclosure contains no number and no midpoint of the format.
    """
    precision = _FIRST_PRECISION
    while precision <= LAST_PRECISION:
        ((low, high),) = ARB.enclose(oracle.arb, [operands], precision)
        if low.kind == high.kind == "finite" and low.negative == high.negative:
            rounded = decode(round_to(low, output), output)
            same = round_to(low, output) == round_to(high, output)
            if same and less(rounded, low) == less(rounded, high):
                return high if low.negative else low
        precision *= 2
    raise OracleError(
        f"{LAST_PRECISION} bits do not separate f{operands} from a number of {output}"
    )


def _explain(value: Real, output: str, *, saturate: bool = True) -> ExactValue:
    rounded = round_to(value, output, saturate=saturate)
    text = to_decimal(value, DIGITS)
    kind = decode(rounded, output).kind
    if value.kind != "finite" or value.is_zero or kind == "nan":
        return ExactValue(text, rounded, rounded, rounded, 0.0, kind == value.kind, False)
    inside = _inside(value)
    if get_format(output).is_float:
        ends = _float_neighbours(inside, rounded, output)
    else:
        ends = _integer_neighbours(inside, rounded, output)
    below, above = ends
    if below == above:
        exact = not value.sticky and inside.fraction() == decode(rounded, output).fraction()
        return ExactValue(text, rounded, below, above, 0.0, exact, False)
    position = _position(inside, _finite(below, output), _finite(above, output))
    is_tie = not value.sticky and position == Fraction(1, 2) and get_format(output).is_float
    return ExactValue(text, rounded, below, above, float(position), False, is_tie)


def _inside(value: Real) -> Real:
    """Return a number without a sticky bit that is in the same interval between two numbers."""
    if not value.sticky:
        return value
    return Real("finite", value.negative, 2 * value.significand + 1, value.exponent - 1)


def _float_neighbours(value: Real, rounded: int, output: str) -> tuple[int, int]:
    """Return the two neighbours of a finite non-zero value; both are `rounded` if it is exact."""
    nearest = decode(rounded, output)
    if less(nearest, value):
        return rounded, neighbour(rounded, output, up=True)
    if less(value, nearest):
        return neighbour(rounded, output, up=False), rounded
    return rounded, rounded


def _integer_neighbours(value: Real, rounded: int, output: str) -> tuple[int, int]:
    """Return the integers around a value; both are `rounded` if it is an integer or saturated."""
    nearest, mask = decode(rounded, output), (1 << get_format(output).bits) - 1
    if _size(value) > get_format(output).bits or value.fraction() == nearest.fraction():
        return rounded, rounded
    whole = value.fraction().__floor__()
    below, above = whole & mask, (whole + 1) & mask
    wraps = decode(below, output).signed() != whole or decode(above, output).signed() != whole + 1
    return (rounded, rounded) if wraps else (below, above)


def _finite(pattern: int, output: str) -> Real:
    """Return the value of a pattern. An infinity counts as the next power of two."""
    value = decode(pattern, output)
    if value.kind != "infinite":
        return value
    return Real("finite", value.negative, 1, get_format(output).emax + 1)


def _position(value: Real, below: Real, above: Real) -> Fraction:
    """Return the position of `value` between two numbers, from 0 to 1.

    If the value is larger than every format, the position is 0 or 1, by its sign.
    """
    if _size(value) > _BEYOND:
        return Fraction(0 if value.negative else 1)
    if _size(value) < -_BEYOND:
        return Fraction(1 if value.negative else 0)
    low, high = below.fraction(), above.fraction()
    return min(max((value.fraction() - low) / (high - low), Fraction(0)), Fraction(1))


def _size(value: Real) -> int:
    """Return the exponent of the smallest power of two above the magnitude."""
    return value.significand.bit_length() + value.exponent
