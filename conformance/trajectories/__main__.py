"""Compare the whole training runs on devices with the recorded roots, and record who agreed.

    python -m samebits.conformance.trajectories [--device c:avx2] [--threads 1] [--name NAME]

agreed.json keeps, for each trajectory, the devices whose every root was the recorded one, with the
digest of those roots; a test refuses it where roots have changed since. Ends with status 1 at the
first step that differs: `samebits explain` then says which op it is. `--record` makes the roots
anew before (write.py).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from samebits.backends import discovery
from samebits.backends.executor import execute
from samebits.backends.protocol import ConfigurableSession
from samebits.common.files import write_atomically
from samebits.conformance.trajectories import write
from samebits.conformance.trajectories.roots import Recorded, recorded, roots_of
from samebits.spec.trajectory import Trajectory, all_trajectories, get_trajectory
from samebits.vectors.digests import sha256_hex

FILE = Path(__file__).parent / "agreed.json"


def agreed() -> dict[str, dict[str, str]]:
    """For each trajectory the devices that agreed, each with the digest of the roots."""
    return dict(json.loads(FILE.read_text(encoding="utf-8"))) if FILE.exists() else {}


def digest(known: Recorded) -> str:
    """The digest of all that is recorded of a trajectory."""
    text = " ".join([known.declared, known.data, known.start, *known.roots])
    return sha256_hex(text.encode())[:16]


def first_wrong(trajectory: Trajectory, place: str, threads: int) -> int | None:
    """The number of the first step, from 1 on, whose root differs on a device; None: all agree."""
    backend, _, device = place.partition(":")
    with discovery.load(backend).open(device) as session:
        if isinstance(session, ConfigurableSession):
            session.configure(threads=threads)
        made = write.roots(trajectory, lambda c, x: execute(session, c, x), trajectory.steps)
        pairs = enumerate(zip(made, roots_of(trajectory).roots, strict=True), 1)
        return next((step for step, (got, wanted) in pairs if got != wanted), None)


def main() -> int:
    """Compare, and keep what agreed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="make the roots anew before")
    parser.add_argument("--device", action="append", default=[], help="default: all of c")
    parser.add_argument("--threads", type=int, action="append", default=[], help="default: 1 and 2")
    parser.add_argument("--name", action="append", default=[], help="only this trajectory; repeat")
    chosen = parser.parse_args()
    names = chosen.name or list(all_trajectories())
    if chosen.record:
        write.record(names)
        recorded.cache_clear()
    usable = [f"c:{d.name}" for d in discovery.load("c").devices() if d.available]
    for place in chosen.device or usable:
        for threads in chosen.threads or (1, 2):
            for name in names:
                trajectory = get_trajectory(name)
                wrong = first_wrong(trajectory, place, threads)
                if wrong is not None:
                    print(f"{name}: {place} differs at step {wrong}")
                    return 1
                found = agreed()
                label = f"{place}, {threads} thread" + ("s" if threads > 1 else "")
                known = digest(roots_of(trajectory))
                kept = {d: x for d, x in found.get(name, {}).items() if x == known}
                found[name] = dict(sorted({**kept, label: known}.items()))
                text = json.dumps(dict(sorted(found.items())), indent=0)
                write_atomically(FILE, (text + "\n").encode())
                print(f"{name}: {label} agrees", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
