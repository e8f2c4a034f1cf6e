"""Measuring two sides against each other: alternating runs, medians, and the ratio of each pair.

Times of single runs on shared machines mean little; the ratio of two runs that stand next to each
other in time means more. The two sides take turns, and the median of the ratios is what is printed,
with the quartiles to show how steady it was.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """Two ways to do the same work: `ours` and `peer`; `work` counts `unit`s in one run.

    `least` is the ratio that is aimed at, if one is.
    """

    name: str
    ours: Callable[[], object]
    peer: Callable[[], object]
    work: float
    unit: str
    least: float | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """Outcome of one pair. `ratio` is peer time / our time: 1 is equal, above 1 we are faster."""

    name: str
    ours_seconds: float
    peer_seconds: float
    ratio: float
    low: float
    high: float
    rounds: int
    work: float
    unit: str
    least: float | None = None

    @property
    def missed(self) -> bool:
        """Whether the ratio stays below the one aimed at."""
        return self.least is not None and self.ratio < self.least

    @property
    def ours_rate(self) -> float:
        """Units of work per second on our side."""
        return self.work / self.ours_seconds

    @property
    def peer_rate(self) -> float:
        """Units of work per second on the peer's side."""
        return self.work / self.peer_seconds


Timer = Callable[[Callable[[], object], int], float]
"""Gives the seconds of one run, from a number of runs."""


def wall_clock(run: Callable[[], object], repeats: int) -> float:
    """Seconds of one run by this computer's clock."""
    start = time.perf_counter()
    for _ in range(repeats):
        run()
    return (time.perf_counter() - start) / repeats


def measure(
    pair: Pair, seconds: float = 1.5, slice_seconds: float = 0.02, timed: Timer = wall_clock
) -> Measured:
    """Alternate the sides for about `seconds`; each turn lasts about `slice_seconds` or one run."""
    repeats = []
    for run in (pair.ours, pair.peer):
        run()  # first touch: pages, caches, lazy initialisation
        repeats.append(max(1, int(slice_seconds / max(timed(run, 1), 1e-9))))
    ours: list[float] = []
    peer: list[float] = []
    collecting = gc.isenabled()
    gc.disable()
    try:
        deadline = time.perf_counter() + seconds
        while len(ours) < 5 or time.perf_counter() < deadline:
            # Which side goes first changes every round, so that neither always inherits the
            # other's caches or the clock's mood.
            sides = [(ours, pair.ours, repeats[0]), (peer, pair.peer, repeats[1])]
            for times, run, count in sides if len(ours) % 2 else reversed(sides):
                times.append(timed(run, count))
    finally:
        if collecting:
            gc.enable()
    ratios = [b / a for a, b in zip(ours, peer, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    return Measured(
        pair.name,
        statistics.median(ours),
        statistics.median(peer),
        middle,
        low,
        high,
        len(ratios),
        pair.work,
        pair.unit,
        pair.least,
    )


@dataclass(frozen=True, slots=True)
class Rotated:
    """Outcome of a rotation: the first side's median seconds, and all sides' times over its own."""

    seconds: float
    relative: dict[str, float]
    rounds: int


def rotate(
    sides: dict[str, Callable[[], object]], seconds: float = 1.0, slice_seconds: float = 0.01
) -> Rotated:
    """Let any number of sides take turns for about `seconds`; who begins moves on every round.

    `relative` holds, for each side, the median over the rounds of its time over the first side's
    time in the same round, so that a slow moment of the machine counts for all of them.
    """
    names = list(sides)
    repeats = {}
    for name, run in sides.items():
        run()  # first touch
        repeats[name] = max(1, int(slice_seconds / max(wall_clock(run, 1), 1e-9)))
    times: dict[str, list[float]] = {name: [] for name in names}
    collecting = gc.isenabled()
    gc.disable()
    try:
        deadline = time.perf_counter() + seconds
        rounds = 0
        while rounds < 5 or time.perf_counter() < deadline:
            start = rounds % len(names)
            for name in names[start:] + names[:start]:
                times[name].append(wall_clock(sides[name], repeats[name]))
            rounds += 1
    finally:
        if collecting:
            gc.enable()
    first = times[names[0]]
    relative = {
        name: statistics.median(b / a for a, b in zip(first, times[name], strict=True))
        for name in names
    }
    return Rotated(statistics.median(first), relative, rounds)
