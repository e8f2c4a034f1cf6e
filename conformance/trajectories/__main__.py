"""Compare the whole training runs on devices with the recorded roots, and record who agreed.

    python -m samebits.conformance.trajectories [--device c:avx2] [--threads 1] [--name NAME]

agreed.json has, for each trajectory, the devices that had the recorded roots, the number of
compared steps, and the digest of their roots. A test fails if these roots have changed since then.
The command ends with status 1 at the first step that differs; `samebits explain` then names the op.
`--steps` compares only the first steps, for devices that take hours for a whole run. `--record`
makes the roots again first (write.py).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from samebits.backends import discovery
from samebits.backends.executor import execute
from samebits.backends.protocol import ConfigurableSession
from samebits.common.files import write_atomically
from samebits.conformance.trajectories import write
from samebits.conformance.trajectories.roots import Recorded, recorded, roots_of
from samebits.spec.trajectories.trajectory import Trajectory, all_trajectories, get_trajectory
from samebits.vectors.digests import sha256_hex

FILE = Path(__file__).parent / "agreed.json"


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of a device: `roots` is the digest of its first `steps` roots."""

    steps: int
    roots: str


def agreed() -> dict[str, dict[str, Agreement]]:
    """Return, by trajectory, the devices that agreed, sorted, such as `c:avx2, 1 thread`."""
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return {
        name: {place: Agreement(**kept) for place, kept in places.items()}
        for name, places in found.items()
    }


def agreement(known: Recorded, steps: int) -> Agreement:
    """Return the agreement of a device whose first `steps` roots are as recorded."""
    text = " ".join([known.declared, known.data, known.start, *known.roots[:steps]])
    return Agreement(steps, sha256_hex(text.encode())[:16])


def label(place: str, threads: int) -> str:
    """Return the key in agreed.json for a device and its number of threads.

    0 threads means that the device has no thread setting.
    """
    return f"{place}, {threads} thread{'s' if threads > 1 else ''}" if threads else place


def first_wrong(trajectory: Trajectory, place: str, threads: int, steps: int) -> int | None:
    """Return the number, counted from 1, of the first step whose root differs, or None."""
    backend, _, device = place.partition(":")
    with discovery.load(backend).open(device) as session:
        if threads and isinstance(session, ConfigurableSession):
            session.configure(threads=threads)
        made = write.roots(trajectory, lambda c, x: execute(session, c, x), steps)
        pairs = enumerate(zip(made, roots_of(trajectory).roots[:steps], strict=True), 1)
        return next((step for step, (got, wanted) in pairs if got != wanted), None)


def keep(name: str, place: str, threads: int, steps: int) -> None:
    """Record that a device agreed.

    Records of the trajectory with fewer steps or with outdated roots are removed.
    """
    known, found = roots_of(get_trajectory(name)), agreed()
    kept = {d: x for d, x in found.get(name, {}).items() if x == agreement(known, x.steps)}
    where = label(place, threads)
    if where not in kept or kept[where].steps < steps:
        kept[where] = agreement(known, steps)
    found[name] = dict(sorted(kept.items()))
    rows = {n: {d: asdict(x) for d, x in found[n].items()} for n in sorted(found)}
    write_atomically(FILE, (json.dumps(rows, indent=0) + "\n").encode())


def _places(devices: list[str], threads: list[int]) -> Iterator[tuple[str, int]]:
    """Yield each device with each number of threads, or with 0 if it is not a C device."""
    usable = [f"c:{d.name}" for d in discovery.load("c").devices() if d.available]
    for place in devices or usable:
        for number in threads or ((1, 2) if place.startswith("c:") else (0,)):
            yield place, number


def main() -> int:
    """Compare the devices, and record the devices that agreed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="make the roots again first")
    parser.add_argument("--device", action="append", default=[], help="default: all of c")
    parser.add_argument("--threads", type=int, action="append", default=[], help="default: 1 and 2")
    parser.add_argument("--name", action="append", default=[], help="only this trajectory; repeat")
    parser.add_argument("--steps", type=int, default=0, help="only the first steps; default: all")
    chosen = parser.parse_args()
    names = chosen.name or list(all_trajectories())
    if chosen.record:
        write.record(names)
        recorded.cache_clear()
    for place, threads in _places(chosen.device, chosen.threads):
        for name in names:
            trajectory = get_trajectory(name)
            steps = min(chosen.steps or trajectory.steps, trajectory.steps)
            wrong = first_wrong(trajectory, place, threads, steps)
            if wrong is not None:
                print(f"{name}: {place} differs at step {wrong}")
                return 1
            keep(name, place, threads, steps)
            of = f"{steps} of {trajectory.steps} steps"
            print(f"{name}: {label(place, threads)} agrees ({of})", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
