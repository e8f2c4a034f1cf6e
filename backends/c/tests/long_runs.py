"""What the long runs of the C backend found, kept in the repository, and the page made from it.

    python backends/c/tests/long_runs.py [--check]

`nox -s isa` and `nox -s fuzz` keep a record here when a whole run has ended, and write
docs/long-runs.md anew from all records. With --check nothing is written; exit status 1 says that
the page is not that of the records.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from samebits.spec.files import write_atomically

FOLDER = Path(__file__).resolve().with_name("records")
PAGE = FOLDER.parents[3] / "docs" / "long-runs.md"

_HEAD = """# Long runs

Made from `backends/c/tests/records/` by `python backends/c/tests/long_runs.py`. A record is kept
when a whole run has ended, whatever it found; *sources* are the first digits of the digest of the C
sources that ran, as every report names it.
"""

_ISA = """## Other machines

`nox -s isa -- --target NAME`: the C backend, cross-compiled and run by an emulator, held against
the SHA-256 per 2^20 results in the certificates ([proofs.md](proofs.md)): every call of 8 and 16
bits on all inputs, every call of 32 bits on a sample of blocks, the interesting ones first. Where a
call has no certificate it is held against the library for the machine that ran it.

| machine | calls | inputs | by certificates | differ | compiler | emulator | sources | day |
|---|---:|---:|---:|---:|---|---|---|---|
"""

_FUZZ = """## Random pairs

`nox -s fuzz`: operands of binary32 in pairs, drawn for each function from all bits, from ordinary
sizes and from its exact and midpoint cases or next to them (of atan2: quotients that are midpoints
of subnormal numbers); the right bits come from long double where that decides them, else from the
oracle. Every pair is judged among all others and, if
its operands and its result are normal numbers, once more among such pairs alone.

| function | device | pairs | wrong | decided by the oracle | sources | day |
|---|---|---:|---:|---:|---|---|
"""


def today() -> str:
    """The day in UTC."""
    return datetime.now(UTC).date().isoformat()


def keep(kind: str, name: str, found: Mapping[str, Any]) -> Path:
    """Keep a record of a whole run, and write the page; the record's path.

    `found` says on which `day` the run ended and which `sources` it ran: those of its beginning,
    since a run takes hours in which a checkout may change.
    """
    record = {"kind": kind, "name": name, "day": found["day"], "sources": found["sources"], **found}
    device = f"-{found['device']}" if "device" in found else ""
    path = FOLDER / f"{kind}-{name}{device}.json"
    write_atomically(path, (json.dumps(record, indent=1) + "\n").encode())
    write_atomically(PAGE, page().encode())
    return path


def records(kind: str) -> list[dict[str, Any]]:
    """All records of a kind, by name."""
    return [json.loads(path.read_text()) for path in sorted(FOLDER.glob(f"{kind}-*.json"))]


def page() -> str:
    """The whole page."""
    parts = [_HEAD]
    for head, kind, row in ((_ISA, "isa", _isa), (_FUZZ, "fuzz", _fuzz)):
        found = records(kind)
        if found:
            parts.append(head + "\n".join(_cells(row(r)) for r in found) + "\n")
    return "\n".join(parts if parts[1:] else [_HEAD, "There are none yet.\n"])


def _isa(r: Mapping[str, Any]) -> Sequence[object]:
    calls = r["calls"].values()
    certified = sum(inputs for inputs, reference in calls if reference == "certificates")
    inputs = sum(inputs for inputs, _ in calls)
    return (
        r["name"], len(calls), f"{inputs:,}", f"{certified:,}", len(r["differ"]), r["compiler"],
        r["emulator"], f"`{r['sources'][:12]}`", r["day"],
    )  # fmt: skip


def _fuzz(r: Mapping[str, Any]) -> Sequence[object]:
    counts = (f"{r[member]:,}" for member in ("pairs", "wrong", "near"))
    return r["name"], f"c:{r['device']}", *counts, f"`{r['sources'][:12]}`", r["day"]


def _cells(values: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, values))} |"


def main() -> None:
    """Write the page, or compare it."""
    if "--check" not in sys.argv[1:]:
        write_atomically(PAGE, page().encode())
    elif not PAGE.exists() or PAGE.read_text() != page():
        sys.exit(f"{PAGE} is not that of the records: run python {sys.argv[0]}")


if __name__ == "__main__":
    main()
