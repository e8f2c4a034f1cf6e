"""Kill certifications (parents and children) at random moments, and resume them.

`python -m samebits.conformance.trials.killing --kills 100 --seed 1 -- ARGUMENTS` first certifies
without kills. Then it repeats the certification while it kills processes with SIGKILL: the command
line, the judge, one of its workers, or a host. An interrupted run is resumed until it is complete.
Except for times, each report must be byte-identical to the report of the undisturbed run. A run of
100 kills or more leaves a record for docs/results/long-runs.md.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from samebits.conformance.trials import long_runs
from samebits.conformance.trials.sources import judge_digest

WHOLE = 100
"""The smallest number of kills for which a run stores a record."""

MARK = "SAMEBITS_KILLING"
KINDS = {"commands.cli": "certify", "conformance.judging.runner": "judge", "hosting.serve": "host"}
ALL = (*KINDS.values(), "worker")


def processes(mark: str) -> dict[int, str]:
    """Return the running processes of a certification: a mapping from process id to kind."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                kinds = [kind for words, kind in KINDS.items() if words in line]
                if line and "read _" not in line:
                    found[int(folder.name)] = kinds[0] if kinds else "worker"
    return found


def results(folder: Path) -> list[dict]:
    """Return the lines of the only report in a folder, sorted and without times."""
    (path,) = folder.glob("*.jsonl")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    cases = [{**row, "seconds": 0} for row in rows if row["record"] == "case"]
    footer = {k: v for k, v in rows[-1].items() if k not in ("finished", "sha256")}
    return [*sorted(cases, key=lambda row: row["id"]), footer]


def certify(folder: Path, arguments: list[str], mark: str) -> subprocess.Popen[bytes]:
    """Start a certification, or resume the interrupted certification in the folder."""
    command = [sys.executable, "-m", "samebits.commands.cli", "certify", *arguments]
    command += ["--out", str(folder), "--resume"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, env={**os.environ, MARK: mark}, **quiet)


def disturbed(folder: Path, arguments: list[str], seconds: float, kills: int, seed: int) -> Counter:
    """Certify while processes are killed, and return how many processes of each kind were killed.

    The next process to be killed has a random kind. It is killed at a random moment within
    `seconds` after the last kill or start, or as soon as a process of that kind exists.
    """
    dice, mark, killed = random.Random(seed), f"{os.getpid()}-{seed}", Counter()
    while True:
        run = certify(folder, arguments, mark)
        kind, until = dice.choice(ALL), time.monotonic() + dice.uniform(0, seconds)
        while run.poll() is None:
            time.sleep(0.02)
            if killed.total() == kills or time.monotonic() < until:
                continue
            victims = [p for p, k in sorted(processes(mark).items()) if k == kind]
            if not victims:
                continue
            with suppress(ProcessLookupError):
                os.kill(dice.choice(victims), signal.SIGKILL)
                killed[kind] += 1
            kind, until = dice.choice(ALL), time.monotonic() + dice.uniform(0, seconds)
        if run.returncode in (0, 1):
            break
        assert killed, f"a certification that nobody disturbed ended with {run.returncode}"
        wait_for_none(mark)
    wait_for_none(mark)
    return killed


def wait_for_none(mark: str, seconds: float = 30.0) -> None:
    """Wait until all processes of a certification have ended, even killed ones."""
    until = time.monotonic() + seconds
    while left := processes(mark):
        assert time.monotonic() < until, f"these outlived their certification: {left}"
        time.sleep(0.05)


@dataclass
class Rehearsal:
    """The result of the trial: the killed processes by kind, and the seeds whose report differs."""

    cases: int = 0
    reports: int = 0
    killed: Counter = field(default_factory=Counter)
    differ: dict[int, str] = field(default_factory=dict)


def rehearse(arguments: list[str], kills: int, seed: int, a_run: int = 8) -> Rehearsal:
    """Kill `kills` processes, at most `a_run` of them per certification. Compare every report."""
    found = Rehearsal()
    with tempfile.TemporaryDirectory(prefix="samebits-killing-") as name:
        peace = Path(name) / "peace"
        started = time.monotonic()
        disturbed(peace, arguments, 1.0, 0, seed)
        seconds, wanted = time.monotonic() - started, results(peace)
        found.cases = len(wanted) - 1
        print(f"seed {seed}: undisturbed {seconds:.0f} s, {found.cases} cases", flush=True)
        while found.killed.total() < kills:
            seed += 1
            folder = Path(name) / str(seed)
            few = min(a_run, kills - found.killed.total())
            killed = disturbed(folder, arguments, seconds / 4, few, seed)
            other = difference(results(folder), wanted)
            found.killed.update(killed)
            found.reports += 1
            if other:
                found.differ[seed] = other
            said = other or "the same report"
            print(f"{found.killed.total()} kills, {said}: {dict(killed)}", flush=True)
    return found


def difference(found: list[dict], wanted: list[dict]) -> str:
    """Return the first difference between two reports as one line, or "" if they are equal."""
    for ours, theirs in zip_longest(found, wanted, fillvalue={}):
        members = [name for name in ours | theirs if ours.get(name) != theirs.get(name)]
        if members:
            name = members[0]
            at = ours.get("id") or theirs.get("id") or "the footer"
            return f"{at}: {name} is {ours.get(name)!r:.300}, not {theirs.get(name)!r:.300}"
    return ""


def main() -> int:
    """Run the command line. The exit status is 1 if a report differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=WHOLE)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    parser.add_argument("arguments", nargs="*", help="arguments of certify, after --")
    given = parser.parse_args()
    usual = ["--backend", "c", "--device", "c:baseline", "--level", "smoke", "--op", "add"]
    usual += ["-n", "2", "--seed", f"{given.seed:x}"]
    sources = judge_digest()
    found = rehearse(given.arguments or usual, given.kills, given.seed)
    killed = ", ".join(f"{number} {kind}" for kind, number in found.killed.items())
    print(f"{found.killed.total()} kills ({killed}): {len(found.differ)} of {found.reports} differ")
    if given.kills >= WHOLE and not given.arguments:
        record = {"day": long_runs.today(), "sources": sources, "seed": given.seed, **vars(found)}
        print(f"record: {long_runs.keep('killing', 'c', record)}")
    return 1 if found.differ else 0


if __name__ == "__main__":
    sys.exit(main())
