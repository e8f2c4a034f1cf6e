"""Single constants as unevaluated sums of two binary64 numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mpmath import mpf

from samebits.backends.numerics.coefficients.double_doubles import double_double


@dataclass(frozen=True, slots=True)
class Constant:
    """`value()` to a relative error below 2^-105, as <name>[2] = {hi, lo}."""

    name: str
    text: str
    value: Callable[[], mpf]

    def header(self) -> Iterator[str]:
        """The lines of C."""
        high, low = double_double(self.value())
        yield f"/* {self.text}. */"
        yield f"SB_TABLE double {self.name}[2] = {{{high.hex()}, {low.hex()}}};"
