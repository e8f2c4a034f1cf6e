"""Command `python -m samebits.conformance.trials.aligned_mutants`.

The exit status is 1 if at least one change is not detected by any golden case.
"""

from __future__ import annotations

import sys

from samebits.conformance.trials.aligned_mutants import aligned_record as record
from samebits.conformance.trials.aligned_mutants.aligned_trial import Judge
from samebits.conformance.trials.aligned_mutants.changed import every
from samebits.vectors.reader import Vectors


def main() -> None:
    """Change clause T11 by program and by hand. Report which golden case detects each change."""
    vectors = Vectors.open()
    judge = Judge(vectors)
    rows = [record.row(changed, judge.fate(changed)) for changed in every()]
    record.write(record.digest(vectors), rows)
    alive = record.unnoticed(rows)
    for row in alive:
        print(f"not noticed: {row['path']}, {row['told']}")
    print(f"{record.PAGE.name}: {len(rows)} changes, {len(alive)} not noticed")
    sys.exit(1 if alive else 0)


if __name__ == "__main__":
    main()
