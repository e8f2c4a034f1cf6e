"""Plots of cost against work: twice the batch should take twice the time."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from samebits.benchmarks.measure import Pair

TOLERANCE = 0.1
"""The largest allowed deviation from proportionality, as a relative difference."""

LEAST_ROUNDS = 5

WIDTH, HEIGHT, MARGIN = 640, 420, 60
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the plot: the work of each point, and its time relative to the first point."""

    name: str
    work: tuple[float, ...]
    cost: tuple[float, ...]

    def doublings(self) -> list[float]:
        """Return, for each step to the next point, the growth of time over the growth of work."""
        steps = zip(self.work, self.work[1:], self.cost, self.cost[1:], strict=False)
        return [(d / c) / (b / a) for a, b, c, d in steps]

    @property
    def is_linear(self) -> bool:
        """Return whether time is proportional to work in every step, within the tolerance."""
        return all(abs(step - 1) <= TOLERANCE for step in self.doublings())


def measured(name: str, points: Sequence[Pair], seconds: float) -> Line:
    """Measure all points in turn over many rounds, and return the best time of each.

    The time is the CPU time of all threads together. The best time is used and not the median,
    because load from other users of the machine is not a cost of the work.
    """
    best = [math.inf] * len(points)
    deadline = time.perf_counter() + seconds
    for rounds in itertools.count():
        if rounds > LEAST_ROUNDS and time.perf_counter() >= deadline:
            break
        for index, point in enumerate(points):
            start = time.process_time()
            point.ours()
            best[index] = min(best[index], time.process_time() - start)
    return Line(name, tuple(p.work for p in points), tuple(seen / best[0] for seen in best))


def svg(lines: Sequence[Line], title: str) -> str:
    """Draw the lines on logarithmic axes, with the diagonal of cost proportional to work."""
    low = min(line.work[0] for line in lines)
    span = math.log2(max(line.work[-1] for line in lines) / low)

    def place(work: float, cost: float) -> tuple[float, float]:
        x = MARGIN + math.log2(work / low) / span * (WIDTH - 2 * MARGIN)
        y = HEIGHT - MARGIN - math.log2(cost) / span * (HEIGHT - 2 * MARGIN)
        return round(x, 1), round(y, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(WIDTH / 2, 24, title, "middle"),
        _text(WIDTH / 2, HEIGHT - 16, "batch", "middle"),
        _text(8, 44, "processor time, first point = 1"),
        _line([place(low, 1), place(low * 2**span, 2**span)], "#bbbbbb", dashed=True),
    ]
    for step in range(round(span) + 1):
        (x, bottom), (left, y) = place(low * 2**step, 1), place(low, 2**step)
        parts.append(_text(x, bottom + 18, f"{low * 2**step:g}", "middle"))
        parts.append(_text(left - 10, y + 4, f"{2**step}", "end"))
    for index, line in enumerate(lines):
        colour = COLOURS[index % len(COLOURS)]
        points = [place(w, c) for w, c in zip(line.work, line.cost, strict=True)]
        parts.append(_line(points, colour))
        parts += [f'<circle cx="{x}" cy="{y}" r="3.5" fill="{colour}"/>' for x, y in points]
        parts.append(_text(MARGIN + 16, 72 + 18 * index, line.name, colour=colour))
    return "\n".join([*parts, "</svg>", ""])


def _text(x: float, y: float, text: str, anchor: str = "start", colour: str = "black") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'


def _line(points: Sequence[tuple[float, float]], colour: str, *, dashed: bool = False) -> str:
    shown = " ".join(f"{x},{y}" for x, y in points)
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    return f'<polyline points="{shown}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
