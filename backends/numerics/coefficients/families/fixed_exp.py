"""The series of e^r, and log 2, as 128-bit numbers with the point after the second bit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import mpmath
from mpmath import mpf

from samebits.backends.numerics.coefficients.parts import Part

PLACES = 126
SCALE = 60
TERMS, FIRST = 31, 20


@dataclass(frozen=True, slots=True)
class Words:
    """Numbers from 0 to 4, rounded to units of 2^-126. Each is two words, the upper word first."""

    name: str
    text: str
    values: Callable[[], list[mpf]]

    def header(self) -> Iterator[str]:
        """Yield the lines of C."""
        with mpmath.workdps(80):
            whole = [int(mpmath.nint(value * mpf(2) ** PLACES)) for value in self.values()]
        yield f"/* {self.text}, in units of 2^-{PLACES}. */"
        yield f"SB_TABLE uint64_t {self.name}[{len(whole)}][2] = {{"
        for number in whole:
            high, low = number >> 64, number & 2**64 - 1
            yield f"    {{UINT64_C(0x{high:016x}), UINT64_C(0x{low:016x})}},"
        yield "};"


PARTS: tuple[Part, ...] = (
    Words(
        "fixed_exp_terms",
        f"1 / n! for n < {FIRST}",
        lambda: [1 / mpmath.factorial(n) for n in range(FIRST)],
    ),
    Words(
        "fixed_exp_last",
        f"2^{SCALE} / n! for n = {FIRST} .. {TERMS - 1}",
        lambda: [mpf(2) ** SCALE / mpmath.factorial(n) for n in range(FIRST, TERMS)],
    ),
    Words("fixed_log_2", "log 2", lambda: [mpmath.log(2)]),
)
