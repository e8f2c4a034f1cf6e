"""Measurement of several sides: alternating runs, medians, and ratios within each round.

Times of single runs on shared machines mean little. The ratio of two runs that directly follow each
other means more. So the sides take turns, and the median of the ratios is printed, with the
quartiles as a measure of the variation.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """Two functions that do the same work: `ours` and `peer`.

    One run does an amount of `work`, in units of `unit`. `least` is the target of the ratio, if
    there is one.
    """

    name: str
    ours: Callable[[], object]
    peer: Callable[[], object]
    work: float
    unit: str
    least: float | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """The result for one pair. `ratio` is the peer's time / our time, above 1 if we are faster."""

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
        """Return whether the ratio is below the target."""
        return self.least is not None and self.ratio < self.least

    @property
    def ours_rate(self) -> float:
        """Return our rate, in units of work per second."""
        return self.work / self.ours_seconds

    @property
    def peer_rate(self) -> float:
        """Return the peer's rate, in units of work per second."""
        return self.work / self.peer_seconds


LEAST_ROUNDS = 5

_PREFIXES = ((1e8, 1e9, "G"), (1e5, 1e6, "M"), (1e2, 1e3, "k"))
"""For each prefix: the least rate for which it is used, its factor, and its letter."""


def rate(value: float, unit: str) -> str:
    """Return a rate in units per second as text, for example `0.82 Gelement/s`."""
    for least, scale, prefix in _PREFIXES:
        if value >= least:
            return f"{value / scale:.4g} {prefix}{unit}/s"
    return f"{value:.4g} {unit}/s"


Timer = Callable[[Callable[[], object], int], float]
"""A function that returns the time of one run in seconds, measured over a number of runs."""


def wall_clock(run: Callable[[], object], repeats: int) -> float:
    """Return the wall-clock time of one run in seconds."""
    start = time.perf_counter()
    for _ in range(repeats):
        run()
    return (time.perf_counter() - start) / repeats


def process_clock(run: Callable[[], object], repeats: int) -> float:
    """Return the CPU time of one run in seconds, in this process only."""
    start = time.process_time()
    for _ in range(repeats):
        run()
    return (time.process_time() - start) / repeats


@dataclass(frozen=True, slots=True)
class Side:
    """The result of one side: its median time, and its time relative to the first side.

    `ratio` is the median over the rounds; `low` and `high` are the quartiles. For the first side,
    all three are 1.
    """

    seconds: float
    ratio: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rotated:
    """The result of a rotation: every side by name, in the given order, and the round count."""

    sides: dict[str, Side]
    rounds: int

    @property
    def seconds(self) -> float:
        """Return the median time of the first side in seconds."""
        return next(iter(self.sides.values())).seconds

    @property
    def relative(self) -> dict[str, float]:
        """Return the times of all sides by name, relative to the first side."""
        return {name: side.ratio for name, side in self.sides.items()}


def rotate(
    sides: Mapping[str, Callable[[], object]],
    seconds: float = 1.0,
    slice_seconds: float = 0.01,
    timed: Timer = wall_clock,
) -> Rotated:
    """Let the sides take turns for about `seconds`, with a different first side in each round.

    Each turn lasts about `slice_seconds`, or one run. Times are compared within a round, so that a
    slow moment of the machine affects all sides. Because the order changes, no side always inherits
    the caches or the clock rate from the same side.
    """
    names = list(sides)
    repeats = {}
    for name, run in sides.items():
        run()  # the first call sets up pages, caches and lazy objects
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
    """Let the two sides of a pair take turns for about `seconds`, and return the result."""
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
