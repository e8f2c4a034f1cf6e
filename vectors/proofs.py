"""A program that writes docs/results/proofs.md, the table of all certificates.

    python -m samebits.vectors.proofs [--check]

With --check nothing is written; exit status 1 means that the page does not match the certificates.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from samebits.common.files import write_atomically
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS
from samebits.spec.profiles import PROFILES
from samebits.vectors import certificates as stored
from samebits.vectors.certificate import Certificate, counts_distances
from samebits.vectors.reader import ROOM

ROOT = ROOM.resolve().parent
PAGE = ROOT / "docs" / "results" / "proofs.md"

_HEAD = """# Proofs

Made from the certificates in `vectors/data/` by `python -m samebits.vectors.proofs`.

Each row is a function of which **every input** was decided by the oracles, and for which the
backend named in the certificate returned the same bits at every one of them: wrong is 0 throughout,
or there would be no certificate. `samebits prove exp --format f16 --no-write` proves one again
from nothing, and `samebits certify --backend c --level exhaustive` holds a backend against all of
them by the digests alone. How the oracles decide, and what is trusted:
[golden-values.md](../golden-values.md).

- *hardest*: the input whose exact value lies nearest to a rounding boundary that it does not hit,
  and -log2 of its relative distance. A dash: the results are exact arithmetic in binary64, and no
  distance was taken, or no input needed a closer look.
- *ties*: inputs whose exact value is a rounding boundary, or differs from one by less than any
  working precision shows. A dash: every input was decided alike, and ties were not counted.
- *near*: inputs that the fast filter left to the op's own oracle: interval arithmetic, or exact
  arithmetic where the value is algebraic or the input one of the op's exact cases. A dash: there
  was no filter.
- *root*: the first 16 digits of the Merkle root over the SHA-256 of each block of results.
- *seconds*: of the run that made the certificate, with whatever else the machine did.
"""

_COLUMNS = "| op | format | inputs | hardest | bits | ties | near | wrong | root | seconds |"
_RULE = "|---|---|---:|---|---:|---:|---:|---:|---|---:|"


_DIGESTS = ("filter", "deciders")
"""Facts in `versions` that are digests of sources. The page shows their first characters."""


def page(certificates: Sequence[Certificate]) -> str:
    """Return the whole page."""
    if not certificates:
        return f"{_HEAD}\nThere are no certificates yet.\n"
    parts = [_HEAD, _total(certificates)]
    for profile in PROFILES:
        rows = [c for c in certificates if get_op(c.call.op).profile == profile]
        if rows:
            parts.append(f"## {profile}\n\n{_COLUMNS}\n{_RULE}\n" + "\n".join(map(_row, rows)))
    parts.append("## How\n\n" + "\n".join(_methods(certificates)))
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def all_certificates(folder: Path = ROOM) -> list[Certificate]:
    """Return the certificates of a folder, sorted by op, then in the order of the formats."""
    found = list(stored.all_certificates(folder))
    names = list(FORMATS)
    return sorted(found, key=lambda c: (c.call.op, names.index(c.call.inputs[0]), c.name))


def _total(certificates: Sequence[Certificate]) -> str:
    inputs = sum(c.domain.inputs for c in certificates)
    ops = len({c.call.op for c in certificates})
    seconds = sum(c.seconds for c in certificates)
    return (
        f"{len(certificates)} certificates of {ops} ops, {inputs:,} inputs, "
        f"{_duration(seconds)} in all."
    )


def _row(c: Certificate) -> str:
    label, _, variant = c.name.partition("+")
    shown = f"{label}, {variant}" if variant else label
    hardest, bits = "-", "-"
    if c.hardest:
        distance, pattern = c.hardest[0]
        hardest, bits = f"`{c.domain.element(pattern)}`", f"{distance:.1f}"
    counts = (f"{c.ties:,}", f"{c.near:,}") if counts_distances(c.method) else ("-", "-")
    cells = (
        c.call.op, shown, f"{c.domain.inputs:,}", hardest, bits, *counts, "0",
        f"`{c.root[:16]}`", f"{c.seconds:.1f}",
    )  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def _methods(certificates: Iterable[Certificate]) -> list[str]:
    """Return the methods by which the results were decided, and their software versions."""
    found = list(certificates)
    methods = Counter(c.method for c in found)
    lines = [f"- {text} ({count} certificates)." for text, count in sorted(methods.items())]
    facts: dict[str, set[str]] = {}
    for c in found:
        for name, version in c.versions.items():
            facts.setdefault(name, set()).add(version[:12] if name in _DIGESTS else version)
    named = ", ".join(f"{name} {' and '.join(sorted(v))}" for name, v in sorted(facts.items()))
    judged = {f"{c.judged['backend']}:{c.judged['device']}" for c in found}
    return [*lines, f"- Made with {named}.", f"- Compared with {', '.join(sorted(judged))}."]


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes else f"{seconds:.0f} s"


def main() -> None:
    """Write the page, or compare it."""
    if not (ROOT / "pyproject.toml").is_file():
        sys.exit(f"{ROOT} is no checkout: there is no docs/results/proofs.md to write")
    wanted = page(all_certificates()).encode()
    if "--check" not in sys.argv[1:]:
        write_atomically(PAGE, wanted)
    elif not PAGE.exists() or PAGE.read_bytes() != wanted:
        sys.exit(f"{PAGE} is not that of the certificates: run python -m samebits.vectors.proofs")


if __name__ == "__main__":
    main()
