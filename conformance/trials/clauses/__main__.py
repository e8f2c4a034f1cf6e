"""Write docs/results/clauses.md: `python -m samebits.conformance.trials.clauses`."""

from __future__ import annotations

import sys
from pathlib import Path

from samebits.common.files import write_atomically
from samebits.conformance.trials.clauses.clause_evidence import check, evidence
from samebits.conformance.trials.clauses.clause_ops import check_ops, evidence_of
from samebits.conformance.trials.clauses.clause_page import page
from samebits.conformance.trials.clauses.golden import MOST_DRAWN
from samebits.conformance.trials.clauses.suite import root_folder
from samebits.spec.catalog import all_ops
from samebits.spec.errors import SpecError


def made() -> str:
    """Return the text of the page.

    Raises SpecError, which names each rule and op that lacks evidence.
    """
    found = evidence()
    check(found)
    ops = [evidence_of(op) for op in all_ops().values()]
    check_ops(ops)
    return page(found, ops, MOST_DRAWN)


def place() -> Path:
    """Return the path of the page."""
    return root_folder() / "docs" / "results" / "clauses.md"


def main() -> int:
    """Write the page, or print one line and return 1 if evidence is missing."""
    try:
        write_atomically(place(), made().encode())
    except SpecError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
