"""Keeps what a run of a device without a GPU found: the end of two sessions.

    python -m samebits.conformance.trials.emulated REPORT

Of `nox -s record -- emulated` only a whole run is kept; of `nox -s record -- machine_code` any,
with what was asked. The report is verified first. Status 1 where its word is not PASS, 2 where
nothing is kept.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from samebits.conformance.trials import long_runs
from samebits.reports.errors import ReportError
from samebits.reports.verify import verify


def keep(path: Path) -> str:
    """Keep the record and write the page; the word of the report.

    Raises ReportError: not valid, of a part of the cases, or not compared with these vectors.
    """
    report = verify(path)
    header, facts = report.header, report.header.environment
    is_code = report.name.startswith("cuda:sm_")
    if not report.compared or header.shard or (header.filters and not is_code):
        raise ReportError(f"{path}: is no whole run with the installed vectors; nothing is kept")
    counts = report.footer.counts
    found = {
        "day": report.footer.finished.partition("T")[0],
        "sources": facts["source_digest"],
        "word": report.verdict.word,
        "level": header.level,
        "cases": report.footer.run,
        "passed": counts["pass"],
        "seed": header.seed,
        "vectors": header.manifest_root,
        "compiler": facts["compiler"],
    }
    kind = "emulated"
    if is_code:
        kind, found["asked"] = "machine_code", _asked(header.filters)
    print(f"record: {long_runs.keep(kind, report.name.replace(':', '-'), found)}")
    return report.verdict.word


def _asked(filters: Mapping[str, Any]) -> str:
    """What a run was asked, as the command line has it."""
    parts = [f"{name} {', '.join(map(str, filters[name]))}" for name in sorted(filters)]
    return "; ".join(parts) or "all"


def main() -> None:
    """Keep the record of the report that is named."""
    try:
        word = keep(Path(sys.argv[1]))
    except ReportError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    sys.exit(0 if word == "PASS" else 1)


if __name__ == "__main__":
    main()
