"""Small histograms of wrong elements as inline SVG, by distance and by exponent of the input.

They are drawn from the examples in a report (at most eight per case), and their titles say so.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from samebits.conformance.results.records import CaseResult
from samebits.reports.values import number_of, operand_formats
from samebits.spec.formats import Format

LEAST = 4
"""The smallest number of examples for which a histogram is drawn."""

_MOST_BARS = 16
_BAR, _HIGH, _BASE = 26, 64, 88


@dataclass(frozen=True, slots=True)
class Plot:
    """A histogram: its title, and its bars with labels, in the order of the axis."""

    title: str
    bars: tuple[tuple[str, int], ...]

    @property
    def words(self) -> str:
        """Return the bars as a sentence, for readers who cannot see the drawing."""
        return f"{self.title}: " + ", ".join(f"{label}: {n}" for label, n in self.bars if n)

    @property
    def svg(self) -> str:
        """Return the drawing: one path for all bars, with a label below and a count above each."""
        most = max(n for _, n in self.bars)
        path, labels = [], []
        for i, (label, number) in enumerate(self.bars):
            x, high = i * _BAR, round(_HIGH * number / most)
            if number:
                path.append(f"M{x + 3} {_BASE - 14}v-{max(high, 1)}h{_BAR - 6}v{max(high, 1)}z")
                labels.append(_text(x, _BASE - 16 - high, str(number)))
            labels.append(_text(x, _BASE - 3, label))
        width = len(self.bars) * _BAR
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -6 {width} {_BASE + 6}" '
            f'width="{width}" height="{_BASE + 6}" role="img"><title>{self.words}</title>'
            f'<path d="{"".join(path)}" fill="currentColor"/>'
            f'<g fill="currentColor" font-size="8" text-anchor="middle">{"".join(labels)}</g></svg>'
        )


def plots(results: Iterable[CaseResult]) -> list[Plot]:
    """Return the histograms of the failing cases' examples, or [] if there are too few examples."""
    listed = list(results)
    return [plot for plot in (distances(listed), exponents(listed)) if plot is not None]


def distances(results: Sequence[CaseResult]) -> Plot | None:
    """Return a histogram of wrong elements by distance in ulp, in powers of two, or None."""
    ulps = [e.ulp for r in results for e in r.examples if e.ulp]
    if len(ulps) < LEAST:
        return None
    found = Counter(ulp.bit_length() - 1 for ulp in ulps)
    last = min(max(found), _MOST_BARS - 1)
    if max(found) > last:
        found[last] = sum(n for power, n in found.items() if power >= last)
    more = "+" if max(found) > last else ""
    bars = [(_power(p) + (more if p == last else ""), found[p]) for p in range(last + 1)]
    return _plot(f"{len(ulps)} recorded wrong elements by their distance in ulp", bars)


def exponents(results: Sequence[CaseResult]) -> Plot | None:
    """Return a histogram of wrong elements by the exponent of their only operand, or None."""
    places = [
        _exponent(e.inputs[0], operand_formats(r)[0])
        for r in results
        for e in r.examples
        if len(e.inputs) == 1 and len(operand_formats(r)) == 1
    ]
    known = [place for place in places if place is not None]
    if len(known) < LEAST:
        return None
    finite = [place for place in known if isinstance(place, int)]
    bars: list[tuple[str, int]] = [(name, known.count(name)) for name in ("0",) if name in known]
    if finite:
        low, high = min(finite), max(finite)
        step = -(-(high - low + 1) // (_MOST_BARS - 3))
        bars += [
            (str(start), sum(start <= place < start + step for place in finite))
            for start in range(low, high + 1, step)
        ]
    bars += [(name, known.count(name)) for name in ("inf", "nan") if name in known]
    return _plot(f"{len(known)} recorded wrong elements by the exponent of the input", bars)


def _plot(title: str, bars: Sequence[tuple[str, int]]) -> Plot | None:
    """Return the histogram, or None if all elements are in one bar."""
    return Plot(title, tuple(bars)) if sum(n > 0 for _, n in bars) > 1 else None


def _exponent(pattern: str, form: Format) -> int | str | None:
    """Return the exponent of the operand, `0`, `inf` or `nan`, or None if the bits are invalid."""
    if not form.is_float or form.bits // 4 != len(pattern):
        return None
    number = number_of(pattern, form)
    if number is None:
        return None
    value = float(number)
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf"
    return math.frexp(value)[1] - 1 if value else "0"


def _power(exponent: int) -> str:
    return str(2**exponent) if exponent < 10 else f"2^{exponent}"


def _text(x: int, y: int, text: str) -> str:
    return f'<text x="{x + _BAR // 2}" y="{y}">{text}</text>'
