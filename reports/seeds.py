"""Check that all drawn operands of a run come from its seed, and show the seed's origin."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from samebits.conformance.results import schema1
from samebits.conformance.results.records import SEEDED, CaseResult, Header, SeedOrigin
from samebits.reports.errors import ReportError
from samebits.reports.reading import at_line

_SEED = re.compile(r"[0-9a-f]{16}")

_ORIGINS: Mapping[SeedOrigin, str] = {
    "": "of unknown origin",
    "given": "given with --seed, so it may have been chosen among many",
    "fresh": "fresh: drawn by the run itself",
}


def seed_text(header: Header) -> str:
    """Return a text with the seed of a run and its origin."""
    return f"{header.seed} ({_ORIGINS[header.seed_origin]})"


def check_seeds(path: Path, header: Header, results: Sequence[CaseResult]) -> None:
    """Raise ReportError unless the operands of all laws and drawn questions come from one seed.

    A drawn case cannot be repeated without its seed. Reports of schema 1 contain the seed of drawn
    questions only in the header, and they do not contain the origin of the seed.
    """
    where, seed, old = at_line(path, 1), header.seed, header.schema == schema1.VERSION
    if seed and not _SEED.fullmatch(seed):
        raise ReportError(f"{where}: {seed[:80]!r} is not a seed of 16 hexadecimal digits")
    for result in results:
        drawn = result.kind == "drawn" if old else result.kind in SEEDED
        if drawn and not seed:
            raise ReportError(f"{where}: {result.id} was drawn from a seed, but none is stated")
        if not old and result.seed != (seed if drawn else ""):
            raise ReportError(
                f"{path}: {result.id} has seed {result.seed[:80]!r}, the header {seed!r}: "
                "results of two runs cannot be mixed"
            )
    if not old and bool(seed) != bool(header.seed_origin):
        raise ReportError(f"{where}: seed and seed_origin must be stated together")
