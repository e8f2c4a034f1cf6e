"""Damage files: python -m samebits.conformance.trials.file_mutations [--count 100000] [--seed S].

Each target runs in its own process with at most 500 MB of memory, and each trial may take 10 s. If
a trial fails, the trial's number is reported; --target NAME --first NUMBER --count 1 repeats the
trial. A run of 10^5 mutations or more leaves a record for docs/results/long-runs.md.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import NoReturn

from samebits.conformance.trials import long_runs
from samebits.conformance.trials.file_mutations.targets import TARGETS
from samebits.conformance.trials.sources import judge_digest
from samebits.reports import html as pages, plan
from samebits.vectors.reader import Vectors

WHOLE = 100_000
"""The smallest number of mutations for which a run stores a record."""

MEMORY = 500 << 20
SECONDS = 10
SEED = "17"
_SHOWN = 5


def open_once() -> None:
    """Open the installed vectors once and share them, because thousands of reports are read."""
    vectors = Vectors.open()
    once = SimpleNamespace(open=lambda: vectors)
    plan.Vectors = pages.Vectors = once  # type: ignore[attr-defined, assignment, misc]


def run(target: str, seed: str, numbers: range, folder: Path) -> tuple[int, list[str]]:
    """Return the number of accepted mutations, and one line for each mistake."""
    trial = TARGETS[target](folder)
    accepted = 0
    wrong = []
    for number in numbers:
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        faulthandler.dump_traceback_later(2 * SECONDS, exit=True)
        try:
            accepted += trial(random.Random(f"{seed} {target} {number}"))
        except BaseException as error:  # a trial looks for exceptions of any type
            if isinstance(error, KeyboardInterrupt):
                raise
            said = " ".join(str(error).split())[:200]
            wrong.append(f"{target} {number}: {type(error).__name__}: {said}")
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            faulthandler.cancel_dump_traceback_later()
    return accepted, wrong


def _too_long(number: int, frame: FrameType | None) -> NoReturn:
    raise TimeoutError(f"no answer within {SECONDS} s")


def one_target(target: str, seed: str, numbers: range) -> dict[str, int]:
    """Run one target in this process within its limits, print a summary, and return the counts."""
    open_once()
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, _too_long)
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        accepted, wrong = run(target, seed, numbers, Path(folder))
    taken = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(
        f"{target:20} {len(numbers):>7,} mutated, {accepted:>6,} accepted, {len(wrong):>3} wrong, "
        f"{peak} MB, {taken:.0f} s",
        flush=True,
    )
    for line in wrong[:_SHOWN]:
        print(f"  {line}", flush=True)
    counts = {"mutated": len(numbers), "accepted": accepted, "wrong": len(wrong)}
    return {**counts, "megabytes": peak}


def every_target(count: int, seed: str) -> int:
    """Run all targets, each in its own process. A complete run stores a record."""
    sources, found = judge_digest(), {}
    each = -(-count // len(TARGETS))
    broken = 0
    for target in TARGETS:
        with tempfile.NamedTemporaryFile(suffix=".json") as told:
            command = [
                sys.executable,
                "-m",
                "samebits.conformance.trials.file_mutations",
                "--target",
                target,
            ]
            command += ["--count", str(each), "--seed", seed, "--told", told.name]
            broken += subprocess.run(command, check=False).returncode != 0
            # A target that crashed has written no counts, so all its mutations count as wrong.
            lost = {"mutated": each, "accepted": 0, "wrong": each, "megabytes": 0}
            found[target] = json.loads(told.read() or b"null") or lost
    print(f"{each * len(TARGETS):,} mutations, {broken} targets with a mistake")
    if count >= WHOLE:
        record = {"day": long_runs.today(), "sources": sources, "seed": seed, "targets": found}
        print(f"record: {long_runs.keep('mutations', 'judge', record)}")
    return 1 if broken else 0


def main() -> int:
    """Run all targets one after the other, or one target in this process."""
    parser = argparse.ArgumentParser(prog="mutations", description="Mutate what the judge reads.")
    parser.add_argument("--count", type=int, default=WHOLE, help="mutations of all targets")
    parser.add_argument("--seed", default=SEED, help="another seed draws other mutations")
    parser.add_argument("--target", choices=TARGETS, help="only this target, in this process")
    parser.add_argument("--first", type=int, default=0, help="number of the first trial")
    parser.add_argument("--told", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if not given.target:
        return every_target(given.count, given.seed)
    numbers = range(given.first, given.first + given.count)
    found = one_target(given.target, given.seed, numbers)
    if given.told:
        given.told.write_text(json.dumps(found))
    return 1 if found["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
