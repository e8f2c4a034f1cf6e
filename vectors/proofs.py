"""A program that writes docs/results/proofs.md, the table of all certificates.

    python -m samebits.vectors.proofs [--check]

With --check the program writes nothing. Its exit status is 1 if the page does not match the
certificates.
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

Each row is a function whose result was computed by the oracles for **every input**. The backend
that is named at the end of this page returned the same bits for every input. A certificate is
written only if no result is wrong, so the column *wrong* is 0 in every row.

You can repeat a proof without its certificate:

    samebits prove exp --format f16 --no-write

`samebits certify --backend c --level exhaustive` compares a backend with all certificates. It
needs only the stored digests. [golden-values.md](../golden-values.md) explains how the oracles
decide, and what you have to trust.

- *hardest*: the input whose exact value is nearest to a rounding boundary without being on it.
  *bits*: -log2 of the relative distance between value and boundary. A dash means that no distance
  was measured: the results are exact arithmetic in binary64, or no input was close.
- *ties*: the number of inputs whose exact value is on a rounding boundary, or is so close to one
  that no working precision shows a difference. A dash means that ties were not counted, because
  one method decided all inputs.
- *near*: the number of inputs that the fast filter could not decide. The op's own oracle decided
  them, by interval arithmetic or, for algebraic values and exact cases, by exact arithmetic. A dash
  means that there was no filter.
- *root*: the first 16 digits of the Merkle root over the SHA-256 of each block of results.
- *seconds*: the duration of the run that made the certificate. Other programs used the machine at
  the same time.
"""

_METHODS = """## How the results were decided

Each line is a method in the words of the certificates, with the number of certificates. *deciders*
and *filter* are digests of the sources of the oracles.
"""

_COLUMNS = "| op | format | inputs | hardest | bits | ties | near | wrong | root | seconds |"
_RULE = "|---|---|---:|---|---:|---:|---:|---:|---|---:|"


_DIGESTS = ("filter", "deciders")
"""Keys in `versions` whose values are digests of sources. The page shows their first characters."""


def page(certificates: Sequence[Certificate]) -> str:
    """Return the whole page."""
    if not certificates:
        return f"{_HEAD}\nThere are no certificates yet.\n"
    parts = [_HEAD, _total(certificates)]
    for profile in PROFILES:
        rows = [c for c in certificates if get_op(c.call.op).profile == profile]
        if rows:
            parts.append(f"## {profile}\n\n{_COLUMNS}\n{_RULE}\n" + "\n".join(map(_row, rows)))
    parts.append(f"{_METHODS}\n" + "\n".join(_methods(certificates)))
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def all_certificates(folder: Path = ROOM) -> list[Certificate]:
    """Return the certificates of a folder, sorted by op, then in the order of FORMATS."""
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
    """Return lines with the methods that decided the results, and the software versions."""
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
    """Write the page, or compare it with the certificates."""
    if not (ROOT / "pyproject.toml").is_file():
        sys.exit(f"{ROOT} is no checkout: there is no docs/results/proofs.md to write")
    wanted = page(all_certificates()).encode()
    if "--check" not in sys.argv[1:]:
        write_atomically(PAGE, wanted)
    elif not PAGE.exists() or PAGE.read_bytes() != wanted:
        sys.exit(f"{PAGE} is not that of the certificates: run python -m samebits.vectors.proofs")


if __name__ == "__main__":
    main()
