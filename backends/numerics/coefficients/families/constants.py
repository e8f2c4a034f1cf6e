"""Constants that many headers use: logarithms, pi and roots, in as many parts as each use needs.

They are macros, because a compiler can put a literal into an instruction, but puts a table into
memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.double_doubles import double_double
from samebits.backends.numerics.coefficients.parts import Part, check_bound

ONE, TWO = -53, -106
"""Error bounds, as powers of 2, of a binary64 number and of an unevaluated sum of two."""


@dataclass(frozen=True, slots=True)
class Number:
    """The constant `value()` in binary64; with `tail` also its rounding error, <name>_TAIL."""

    name: str
    text: str
    value: Callable[[], mpf]
    tail: bool = False

    def header(self) -> Iterator[str]:
        """Check the bound and yield the lines of C."""
        value = self.value()
        high, low = double_double(value)
        found = mpf(high) + (mpf(low) if self.tail else 0)
        check_bound(self.name, abs(found / value - 1), TWO if self.tail else ONE)
        yield f"/* {self.text}. */"
        yield f"#define {self.name} {high.hex()}"
        if self.tail:
            yield f"#define {self.name}_TAIL {low.hex()}"


@dataclass(frozen=True, slots=True)
class Split:
    """The constant `value()` with leading parts that are multiples of 2^-n, for each n of `places`.

    The leading parts have at most `bits` bits, so that their products with integers of 53 - bits
    bits are exact. <name>_HIGH is the first part. With `two`, <name>_LOW is the rest. With `three`,
    <name>_MIDDLE and <name>_LAST are the rest in two parts.
    """

    name: str
    text: str
    value: Callable[[], mpf]
    places: tuple[int, int]
    bits: int
    two: bool = True
    three: bool = True

    def header(self) -> Iterator[str]:
        """Check bounds and lengths, and yield the lines of C."""
        value = self.value()
        heads: list[mpf] = []
        for places in self.places:
            unit = mpf(2) ** -places
            heads.append(mpmath.floor((value - sum(heads)) / unit) * unit)
            if heads[-1] >= unit * 2**self.bits or mpf(float(heads[-1])) != heads[-1]:
                raise ValueError(f"{self.name}: a part has more than {self.bits} bits")
        high, middle = (float(head) for head in heads)
        low, last = float(value - heads[0]), float(value - sum(heads))
        yield f"/* {self.text}: parts of {self.bits} bits, and the rest. */"
        yield f"#define {self.name}_HIGH {high.hex()}"
        if self.two:
            sum_of_two = mpf(high) + mpf(low)
            check_bound(f"{self.name}_LOW", abs(sum_of_two / value - 1), ONE - self.bits + 1)
            yield f"#define {self.name}_LOW {low.hex()}"
        if not self.three:
            return
        sum_of_three = mpf(high) + mpf(middle) + mpf(last)
        check_bound(f"{self.name}_LAST", abs(sum_of_three / value - 1), ONE - 2 * self.bits + 4)
        yield f"#define {self.name}_MIDDLE {middle.hex()}"
        yield f"#define {self.name}_LAST {last.hex()}"


def log10_of_2() -> mpf:
    """Return log10(2)."""
    return mpmath.log10(2)


PARTS: tuple[Part, ...] = (
    Number("SB_LOG2", "log 2", lambda: mp.ln2, tail=True),
    Split("SB_LOG2", "log 2", lambda: mp.ln2, (42, 84), 42),
    Split("SB_LOG2_SIXTEENTH", "log(2)/16", lambda: mp.ln2 / 16, (42, 80), 38),
    Number("SB_LOG2_INVERSE", "1 / log 2", lambda: 1 / mp.ln2, tail=True),
    Number("SB_LOG10", "log 10", lambda: mp.ln10, tail=True),
    Number("SB_LOG10_INVERSE", "1 / log 10", lambda: 1 / mp.ln10, tail=True),
    Number("SB_LOG10_OF_2", "log10(2)", log10_of_2),
    Split("SB_LOG10_OF_2", "log10(2)", log10_of_2, (42, 83), 41),
    Number("SB_LOG10_OF_2_INVERSE", "1 / log10(2)", lambda: 1 / log10_of_2()),
    Number("SB_PI", "pi", lambda: +mp.pi),
    Split("SB_PI", "pi", lambda: +mp.pi, (29, 64), 32, two=False),
    Number("SB_HALF_PI", "pi / 2", lambda: mp.pi / 2),
    Number("SB_PI_INVERSE", "1 / pi", lambda: 1 / mp.pi),
    Number("SB_TWO_OVER_PI", "2 / pi", lambda: 2 / mp.pi),
    Number("SB_TWO_OVER_ROOT_PI", "2 / sqrt(pi)", lambda: 2 / mpmath.sqrt(mp.pi), tail=True),
    Number("SB_HALF_LOG_2PI", "log(2 pi) / 2", lambda: mpmath.log(2 * mp.pi) / 2, tail=True),
    Number("SB_ROOT_2", "sqrt(2)", lambda: mpmath.sqrt(2), tail=True),
    Number("SB_ROOT_HALF", "sqrt(1/2)", lambda: mpmath.sqrt(2) / 2),
    Number("SB_THIRD", "1/3", lambda: mpf(1) / 3),
    Number("SB_SIXTH", "1/6", lambda: mpf(1) / 6),
)
