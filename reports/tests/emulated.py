"""Keeps what a whole run of the emulated device found: the end of `nox -s emulated`.

    python -m samebits.reports.tests.emulated REPORT

The report is verified first. Status 1 where its word is not PASS, 2 where it is no whole run.
"""

from __future__ import annotations

import sys
from pathlib import Path

from samebits.reports.errors import ReportError
from samebits.reports.tests import long_runs
from samebits.reports.verify import verify


def keep(path: Path) -> str:
    """Keep the record and write the page; the word of the report.

    Raises ReportError: not valid, of a part of the cases, or not compared with these vectors.
    """
    report = verify(path)
    header, facts = report.header, report.header.environment
    if header.filters or header.shard or not report.compared:
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
    print(f"record: {long_runs.keep('emulated', report.name.replace(':', '-'), found)}")
    return report.verdict.word


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
