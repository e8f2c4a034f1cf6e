"""Constants as pairs of binary64 numbers, and tables of columns of numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mpmath import mpf

from samebits.backends.numerics.coefficients.double_doubles import double_double


@dataclass(frozen=True, slots=True)
class Constant:
    """The constant `value()` to a relative error below 2^-105, as <name>[2] = {hi, lo}."""

    name: str
    text: str
    value: Callable[[], mpf]

    def header(self) -> Iterator[str]:
        """Yield the lines of C for the constant."""
        high, low = double_double(self.value())
        yield f"/* {self.text}. */"
        yield f"SB_TABLE double {self.name}[2] = {{{high.hex()}, {low.hex()}}};"


@dataclass(frozen=True, slots=True)
class Rows:
    """A table <name>[count][width]. Its rows are padded with zeros."""

    name: str
    text: str
    columns: Sequence[Callable[[int], mpf]]
    count: int = 16
    width: int = 4

    def header(self) -> Iterator[str]:
        """Yield the lines of C for the table."""
        yield f"/* {self.text} */"
        yield from table_of_rows(
            self.name,
            [[[float(c(j)) for c in self.columns] for j in range(self.count)]],
            self.width,
        )


def table_of_rows(
    name: str, groups: Sequence[Sequence[Sequence[float]]], width: int = 4
) -> Iterator[str]:
    """Yield a table <name>[count][width], or <name>[groups][count][width] for several groups."""
    size = f"[{len(groups)}]" * (len(groups) > 1) + f"[{len(groups[0])}][{width}]"
    yield f"SB_TABLE double {name}{size} = {{"
    for group in groups:
        if len(groups) > 1:
            yield "    {"
        for row in group:
            full = [*row, *[0.0] * (width - len(row))]
            text = [number.hex() for number in full]
            for i in range(0, width, 2):
                begin, end = "     " if i else "    {", "," if i + 2 < width else "},"
                yield f"{begin}{', '.join(text[i : i + 2])}{end}"
        if len(groups) > 1:
            yield "    },"
    yield "};"


def rest_of(entry: Callable[[int], mpf]) -> Callable[[int], mpf]:
    """Return a function that gives the rounding error of each entry in binary64."""
    return lambda j: entry(j) - mpf(float(entry(j)))
