"""A rehearsal of leases that are killed, without a GPU.

python -m samebits.backends.cuda.lab.lease.rehearse

One lease runs without interruption. Other leases are killed by SIGKILL at random moments from a
seed. Each time the archives are copied to a fresh checkout, where the work continues. Each lease
must end with the same verified report as the undisturbed lease, and leave no process behind.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from samebits.backends.cuda.lab.lease import stages
from samebits.backends.cuda.lab.lease.archives import LARGEST, MOST, archives
from samebits.backends.cuda.lab.lease.settings import ROOT
from samebits.common.errors import SamebitsError
from samebits.conformance.results.records import CaseResult, Header
from samebits.reports.errors import ReportError
from samebits.reports.verify import verify

STAGES = tuple(stage.name for stage in stages.STAGES if stage.name not in stages.SANITIZERS[1:])
"""The stages of a lease that the emulated device can run."""

ELEMENTS = 10_000
"""The number of elements of the rows of bench and large; a GPU has 2^28 and more."""

_LIMIT = 1800.0
_CUT = 3
_GONE = 30.0
"""Seconds within which all processes of a killed command must end."""


_SEED = "5eed"
"""The seed of the drawn questions.

All leases of a rehearsal use it, so that the leases can be compared.
"""


@dataclass(slots=True)
class Place:
    """A folder for checkouts, the Python that runs them, and the arguments of every command."""

    folder: Path
    python: Path
    words: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    made: int = 0

    def checkout(self) -> Path:
        """Return a fresh checkout, with tracked files and files that git does not ignore."""
        self.made += 1
        target = self.folder / f"machine-{self.made}"
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, target / name)
        return target

    def begin(self, checkout: Path, carried: Sequence[Path]) -> subprocess.Popen[bytes]:
        """Start the command in a checkout, with archives from a different checkout."""
        restored = ["--restore", *map(str, carried)] if carried else []
        environment = {**os.environ, "DEVICE": "emulated", "PYTHON": str(self.python)}
        environment["SEED"] = _SEED
        for name in ("PYTHONPATH", "SAMEBITS_CACHE", "BUDGET", "PACK"):
            environment.pop(name, None)
        with (checkout / "lease.log").open("ab") as log:
            return subprocess.Popen(
                [str(checkout / ".ci" / "gpu"), *restored, *self.words],
                cwd=checkout,
                env={**environment, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished lease: its report, seconds, moments of kills, and the sizes of its archives."""

    header: Header
    results: tuple[CaseResult, ...]
    seconds: float
    kills: tuple[float, ...]
    sizes: tuple[int, ...]


def packed(checkout: Path) -> list[Path]:
    """Return the archives in a checkout."""
    return archives(checkout / "build" / "lease" / "archives")


def lease(place: Place, moments: Sequence[float]) -> Outcome:
    """Run a lease that is killed after the given seconds on each machine except the last.

    Raises ReportError if it does not end correctly.
    """
    begun = time.monotonic()
    carried: list[Path] = []
    kills: list[float] = []
    sizes: list[int] = []
    for moment in (*moments, _LIMIT):
        checkout = place.checkout()
        process = place.begin(checkout, carried)
        try:
            status = process.wait(moment)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills.append(moment)
            _require_gone(checkout)
            carried = packed(checkout) or carried
            sizes += _sizes(checkout)
            continue
        while status == _CUT:  # its own time limit ended it: the same command continues
            status = place.begin(checkout, ()).wait(_LIMIT)
        if status != 0:
            said = (checkout / "lease.log").read_text(errors="replace").splitlines()[-12:]
            raise ReportError(f"a lease ended with status {status}:\n" + "\n".join(said))
        sizes += _sizes(checkout)
        (found,) = (checkout / "build" / "lease").glob("*/exhaustive/*.jsonl")
        report = verify(found)
        seconds = time.monotonic() - begun
        return Outcome(report.header, report.results, seconds, tuple(kills), tuple(sizes))
    raise ReportError(f"a lease did not end in {_LIMIT:g} s")


def differences(undisturbed: Outcome, other: Outcome) -> list[str]:
    """Return the differences between the reports of two leases, without times."""
    found = []
    first, second = (
        replace(outcome.header, started="", condition={}) for outcome in (undisturbed, other)
    )
    if first != second:
        found.append("the headers differ")
    old = {result.id: replace(result, seconds=0.0) for result in undisturbed.results}
    new = {result.id: replace(result, seconds=0.0) for result in other.results}
    changed = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
    return found + [f"{name} differs" for name in changed]


def _sizes(checkout: Path) -> list[int]:
    paths = packed(checkout)
    sizes = [path.stat().st_size for path in paths]
    if len(paths) > MOST or any(size > LARGEST for size in sizes):
        raise ReportError(f"{len(paths)} archives of {sizes} bytes exceed the limits of a lease")
    return sizes


def _require_gone(checkout: Path) -> None:
    """Wait until no process runs in the checkout. Raises ReportError if a process remains."""
    deadline = time.monotonic() + _GONE
    while (left := _running(checkout)) and time.monotonic() < deadline:
        time.sleep(0.2)
    if left:
        for number in left:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        raise ReportError(f"{len(left)} processes outlived the lease that was killed")


def _running(checkout: Path) -> list[int]:
    """Return the processes that work in the checkout."""
    found = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            if link.resolve().is_relative_to(checkout):
                found.append(int(link.parent.name))
    return found


def plain_python(folder: Path) -> Path:
    """Return a Python with the packages of this one, but without samebits.

    An editable installation of samebits would be found before the checkout. A `.pth` file names a
    folder of packages, which is searched; `.pth` files in that folder are ignored.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    outer = [path for path in sys.path if path.endswith("-packages")]
    (packages / "outer.pth").write_text("".join(f"{path}\n" for path in outer))
    return folder / "bin" / "python"


@click.command(
    epilog="Example: python -m samebits.backends.cuda.lab.lease.rehearse --rounds 5 --op add"
)
@click.option("--rounds", default=5, show_default=True, help="Leases that are disturbed.")
@click.option("--kills", default=3, show_default=True, help="Kills of each, at the most.")
@click.option("--op", "ops", multiple=True, default=("add",), show_default=True)
@click.option("--format", "formats", multiple=True, default=("f16",), show_default=True)
@click.option("--seed", type=int, help="Of the moments; drawn and printed where it is left out.")
def main(
    rounds: int, kills: int, ops: tuple[str, ...], formats: tuple[str, ...], seed: int | None
) -> None:
    """Kill leases at random moments, continue them in new checkouts, and compare the results."""
    seed = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    draw = random.Random(seed)
    words = [*STAGES, "--elements", str(ELEMENTS), "--seconds", "0.05"]
    for name, values in (("--op", ops), ("--format", formats)):
        words += [part for value in values for part in (name, value)]
    print(f"seed {seed}; .ci/gpu {' '.join(words)}", flush=True)
    with tempfile.TemporaryDirectory(prefix="samebits-lease-") as folder:
        top = Path(folder)
        place = Place(top, plain_python(top / "python"), tuple(words))
        try:
            undisturbed = lease(place, ())
            print(_line("undisturbed", undisturbed), flush=True)
            for number in range(1, rounds + 1):
                # The work that remains becomes less with each machine.
                most = undisturbed.seconds
                moments = [draw.uniform(1, most / (k + 1)) for k in range(1, kills + 1)]
                ended = lease(place, moments)
                print(_line(f"round {number}", ended), flush=True)
                apart = differences(undisturbed, ended)
                if apart:
                    raise ReportError(f"round {number}: {'; '.join(apart[:5])}")
                for path in top.glob("machine-*"):
                    shutil.rmtree(path)
        except SamebitsError as error:
            print(f"error: {error}", file=sys.stderr)
            sys.exit(1)
    print(f"all {rounds} disturbed leases ended with the report of the undisturbed one")


def _line(name: str, outcome: Outcome) -> str:
    cases = len(outcome.results)
    at = ", ".join(f"{moment:.1f} s" for moment in outcome.kills) or "never"
    largest = max(outcome.sizes, default=0) / (1 << 20)
    return (
        f"{name}: {cases} cases, {outcome.seconds:.0f} s, killed after {at}, "
        f"largest archive {largest:.3f} MiB"
    )


if __name__ == "__main__":
    main()
