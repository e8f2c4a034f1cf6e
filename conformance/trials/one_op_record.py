"""Store the figures of `nox -s record -- one_op` at the end of the run.

`python -m samebits.conformance.trials.one_op_record FOLDER`

FOLDER is the copy of the checkout to which ops were added. The exit status is 2 if the figures are
missing.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from samebits.conformance.trials import long_runs
from samebits.reports.errors import ReportError

AGAIN = "nox -s record -- one_op"


def keep(folder: Path) -> Path | None:
    """Store the record, write the page, and return the path of the record.

    Returns None if the run was not complete: it had only some of the ops, or ran no tests. Raises
    ReportError if there are no figures.
    """
    path = folder / "build" / "found.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ReportError(f"{path}: cannot be read ({error}); run `{AGAIN}`") from error
    if not found["whole"] or found["tests"] is None:
        return None
    return long_runs.keep("one_op", "examples", found)


def main() -> None:
    """Store the record of the run in the folder that the command line names."""
    try:
        kept = keep(Path(sys.argv[1]))
    except ReportError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    print(f"record: {kept}" if kept else f"no record is kept of a part: run `{AGAIN}`")


if __name__ == "__main__":
    main()
