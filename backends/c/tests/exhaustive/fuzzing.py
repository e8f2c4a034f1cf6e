"""Campaigns: tests on billions of random operands, divided into chunks, so that runs can resume.

Each chunk has its own seed, so that it can be repeated separately. The finished chunks and their
counts are stored in build/fuzz. They are valid until something that determines the results changes.
If build/fuzz has no state of a campaign, the campaign may continue from the record of an earlier
run.
"""

from __future__ import annotations

import json
import signal
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console

from samebits.common.files import write_atomically
from samebits.common.progress import Watch
from samebits.conformance.trials import long_runs

SHOWN = 8
"""Maximum number of wrong results that are stored with their operands."""

SAVE_CHUNKS = 16
FOLDER = Path(__file__).resolve().parents[4] / "build" / "fuzz"


class Chunk(NamedTuple):
    """The results of one chunk: counts by name, and descriptions of the first wrong results."""

    seed: int
    counts: Mapping[str, int]
    examples: list[str]


@dataclass(frozen=True)
class Campaign:
    """A campaign: its name, the digests of everything that determines its results, and `chunk`.

    `chunk` is a function that runs one chunk from its seed; it is called in another process.
    `recorded` is None, or the state of an earlier run, with the members that `Done.save` writes.
    """

    name: str
    digests: Mapping[str, str]
    chunk: Callable[[int], Chunk]
    recorded: Mapping[str, Any] | None = None


class Done:
    """The finished chunks of a campaign, stored in a file."""

    def __init__(self, campaign: Campaign, *, again: bool) -> None:
        self._path = FOLDER / f"{campaign.name}.json"
        self.digests = dict(campaign.digests)
        self.seeds: list[int] = []
        self.counts: Counter[str] = Counter()
        self.examples: list[str] = []
        self.day = ""
        if self._path.exists() and not again:
            self._take(json.loads(self._path.read_text(encoding="utf-8")))
        if campaign.recorded and not self.seeds and not again:
            self._take(campaign.recorded)

    def _take(self, held: Mapping[str, Any]) -> None:
        """Continue from a stored state if its digests equal the current digests."""
        if held.get("digests") == self.digests:
            self.seeds, self.counts = list(held["seeds"]), Counter(held["counts"])
            self.examples, self.day = held["examples"], held["day"]

    def left(self, chunks: int) -> list[int]:
        """Return the seeds below `chunks` whose chunks are not finished."""
        done = set(self.seeds)
        return [seed for seed in range(chunks) if seed not in done]

    def add(self, chunk: Chunk) -> None:
        """Add a finished chunk. The state is saved after every SAVE_CHUNKS chunks."""
        self.day = long_runs.today()
        self.seeds.append(chunk.seed)
        self.counts.update(chunk.counts)
        self.examples = (self.examples + chunk.examples)[:SHOWN]
        if len(self.seeds) % SAVE_CHUNKS == 0:
            self.save()

    def save(self) -> None:
        names = ("digests", "seeds", "counts", "examples", "day")
        held = {name: getattr(self, name) for name in names}
        write_atomically(self._path, json.dumps(held).encode())


def spans(seeds: Sequence[int]) -> list[list[int]]:
    """Return the seeds as runs of consecutive integers, each as [first, count]."""
    found: list[list[int]] = []
    for seed in sorted(seeds):
        if found and seed == sum(found[-1]):
            found[-1][1] += 1
        else:
            found.append([seed, 1])
    return found


def run(
    campaign: Campaign, chunks: int, threads: int, console: Console, *, again: bool = False
) -> Done:
    """Run the unfinished chunks in `threads` processes. Return the state.

    The finished chunks are saved even after an error.
    """
    done = Done(campaign, again=again)
    left = done.left(chunks)
    context = get_context("spawn")
    try:
        with (
            Watch(campaign.name, chunks, console, chunks - len(left)) as watch,
            ProcessPoolExecutor(threads, context, signal.signal, (signal.SIGINT, signal.SIG_IGN))
            as pool,
        ):  # fmt: skip
            jobs = [pool.submit(campaign.chunk, seed) for seed in left]
            try:
                for job in as_completed(jobs):
                    done.add(job.result())
                    watch.count()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    finally:
        done.save()
    return done
