"""Measuring sides against each other: alternating runs, medians, and the ratios of each round.

Times of single runs on shared machines mean little; the ratio of two runs that stand next to each
other in time means more. The sides take turns, and the median of the ratios is what is printed,
with the quartiles to show how steady it was.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
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


LEAST_ROUNDS = 5

_PREFIXES = ((1e8, 1e9, "G"), (1e5, 1e6, "M"), (1e2, 1e3, "k"))
"""From which rate on a prefix is used, what it stands for, and its letter."""


def rate(value: float, unit: str) -> str:
    """Units per second as text, such as `0.82 Gelement/s`."""
    for least, scale, prefix in _PREFIXES:
        if value >= least:
            return f"{value / scale:.4g} {prefix}{unit}/s"
    return f"{value:.4g} {unit}/s"


Timer = Callable[[Callable[[], object], int], float]
"""Gives the seconds of one run, from a number of runs."""


def wall_clock(run: Callable[[], object], repeats: int) -> float:
    """Seconds of one run by this computer's clock."""
    start = time.perf_counter()
    for _ in range(repeats):
        run()
    return (time.perf_counter() - start) / repeats


def process_clock(run: Callable[[], object], repeats: int) -> float:
    """Seconds that this process computed for one run: those of other processes do not count."""
    start = time.process_time()
    for _ in range(repeats):
        run()
    return (time.process_time() - start) / repeats


@dataclass(frozen=True, slots=True)
class Side:
    """What a rotation found of one side: its median seconds, and its time over the first side's.

    `ratio` is the median over the rounds, `low` and `high` are the quartiles; of the first side all
    three are 1.
    """

    seconds: float
    ratio: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rotated:
    """Outcome of a rotation: every side by name, in the order given, and how many rounds it had."""

    sides: dict[str, Side]
    rounds: int

    @property
    def seconds(self) -> float:
        """The first side's median seconds."""
        return next(iter(self.sides.values())).seconds

    @property
    def relative(self) -> dict[str, float]:
        """All sides' times over that of the first."""
        return {name: side.ratio for name, side in self.sides.items()}


def rotate(
    sides: Mapping[str, Callable[[], object]],
    seconds: float = 1.0,
    slice_seconds: float = 0.01,
    timed: Timer = wall_clock,
) -> Rotated:
    """Let any number of sides take turns for about `seconds`; who begins moves on every round.

    Each turn lasts about `slice_seconds` or one run. Times are compared within a round, so that a
    slow moment of the machine counts for all sides, and no side always inherits the caches, or the
    clock's mood, of the same other one.
    """
    names = list(sides)
    repeats = {}
    for name, run in sides.items():
        run()  # first touch: pages, caches, lazy initialisation
        repeats[name] = max(1, int(slice_seconds / max(timed(run, 1), 1e-9)))
    times: dict[str, list[float]] = {name: [] for name in names}
    collecting = gc.isenabled()
    gc.disable()
    try:
        deadline = time.perf_counter() + seconds
        rounds = 0
        while rounds < LEAST_ROUNDS or time.perf_counter() < deadline:
            start = rounds % len(names)
            for name in names[start:] + names[:start]:
                times[name].append(timed(sides[name], repeats[name]))
            rounds += 1
    finally:
        if collecting:
            gc.enable()
    first = times[names[0]]
    return Rotated({name: _side(first, times[name]) for name in names}, rounds)


def _side(first: list[float], own: list[float]) -> Side:
    ratios = [b / a for a, b in zip(first, own, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4)
    return Side(statistics.median(own), middle, low, high)


def measure(
    pair: Pair, seconds: float = 1.5, slice_seconds: float = 0.02, timed: Timer = wall_clock
) -> Measured:
    """Alternate the two sides of a pair for about `seconds`."""
    found = rotate({"ours": pair.ours, "peer": pair.peer}, seconds, slice_seconds, timed)
    peer = found.sides["peer"]
    return Measured(
        pair.name,
        found.seconds,
        peer.seconds,
        peer.ratio,
        peer.low,
        peer.high,
        found.rounds,
        pair.work,
        pair.unit,
        pair.least,
    )
