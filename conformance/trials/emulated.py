"""Store the results of a run on an emulated GPU.

Two nox sessions call it at their end: `python -m samebits.conformance.trials.emulated REPORT`. A
report of `nox -s record -- emulated` is recorded only if the run is complete. A report of `nox -s
record -- machine_code` is always recorded, together with the options of the run. The report is
verified first. The exit status is 1 if its verdict is not PASS, and 2 if it is not recorded.
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
    """Store the record, write the page, and return the verdict of the report.

    Raises ReportError if the report is not valid, covers only a part of the cases, or was not
    compared with the installed vectors.
    """
    report = verify(path)
    header, facts = report.header, report.header.environment
    is_code = report.name.startswith("cuda:sm_")
    if not report.compared or header.shard or (header.filters and not is_code):
        raise ReportError(
            f"{path} is not a complete run with the installed vectors, so no record is kept"
        )
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
    """Return the options of a run, as written on the command line."""
    parts = [f"{name} {', '.join(map(str, filters[name]))}" for name in sorted(filters)]
    return "; ".join(parts) or "all"


def main() -> None:
    """Store the record of the report that the command line names."""
    try:
        word = keep(Path(sys.argv[1]))
    except ReportError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    sys.exit(0 if word == "PASS" else 1)


if __name__ == "__main__":
    main()
