"""Random operands by the billion: work that is cut into chunks and kept, so that it goes on.

A chunk has a seed of its own, so that it can be run again alone. Which chunks are done, and what
was counted in them, is kept in build/fuzz until something that the result rests on changes. Where
that folder knows nothing, a campaign may go on from the record of an earlier run.
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
"""How many wrong results are kept with their operands."""

SAVE_CHUNKS = 16
FOLDER = Path(__file__).resolve().parents[4] / "build" / "fuzz"


class Chunk(NamedTuple):
    """What one chunk found: counts by what they are of, and the first wrong results as text."""

    seed: int
    counts: Mapping[str, int]
    examples: list[str]


@dataclass(frozen=True)
class Campaign:
    """What is tried: its name, digests of what it rests on, and how a chunk is run.

    `chunk` is called with a seed in another process. `recorded` is what a record tells of an
    earlier run, in the members that `Done.save` writes, or None.
    """

    name: str
    digests: Mapping[str, str]
    chunk: Callable[[int], Chunk]
    recorded: Mapping[str, Any] | None = None


class Done:
    """The chunks of a campaign that are done, in a file."""

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
        """Go on from what is kept, if it was of the same."""
        if held.get("digests") == self.digests:
            self.seeds, self.counts = list(held["seeds"]), Counter(held["counts"])
            self.examples, self.day = held["examples"], held["day"]

    def left(self, chunks: int) -> list[int]:
        """The seeds below `chunks` that are still to be done."""
        done = set(self.seeds)
        return [seed for seed in range(chunks) if seed not in done]

    def add(self, chunk: Chunk) -> None:
        """One more chunk."""
        self.day = long_runs.today()
        self.seeds.append(chunk.seed)
        self.counts.update(chunk.counts)
        self.examples = (self.examples + chunk.examples)[:SHOWN]
        if len(self.seeds) % SAVE_CHUNKS == 0:
            self.save()

    def save(self) -> None:
        """Write the file."""
        names = ("digests", "seeds", "counts", "examples", "day")
        held = {name: getattr(self, name) for name in names}
        write_atomically(self._path, json.dumps(held).encode())


def spans(seeds: Sequence[int]) -> list[list[int]]:
    """The seeds as spans in their order: [first, how many] each."""
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
    """Run the chunks that are left, in so many processes; what is done is kept at every end."""
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
