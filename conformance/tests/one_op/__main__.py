"""nox -s one_op: python -m samebits.conformance.tests.one_op [NAME ...] [--folder build/one_op]

Adds ops to a copy of the checkout by the steps of CONTRIBUTING.md, compares their groups of cases
with those of an op of their kind, and leaves out each field and file, which an error must name. The
status is 1 where a step fails, a group is missing, or a gap is not named.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from samebits.conformance.tests.one_op.groups import lacking
from samebits.conformance.tests.one_op.leaving import unnamed
from samebits.conformance.tests.one_op.steps import follow
from samebits.conformance.tests.one_op.tree import OPS, Tree


def tell(text: str) -> None:
    """A line for whoever waits."""
    print(text, flush=True)


def main() -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", 1)[1])
    parser.add_argument("ops", nargs="*", default=OPS, help="the ops to add; default: all")
    parser.add_argument("--folder", type=Path, default=Path("build/one_op"))
    parser.add_argument("--gaps-only", action="store_true", help="the steps have been followed")
    given = parser.parse_args()
    for op in given.ops:
        if op not in OPS:
            parser.error(f"{op} is none of {', '.join(OPS)}")
    tree, bad = Tree(given.folder), []
    for op in given.ops:
        tree.add(op)
    for op in given.ops:
        if not given.gaps_only:
            bad += follow(tree, op, sys.executable, tell)
        bad += lacking(tree, op)
        bad += unnamed(tree, op, sys.executable, tell)
    for line in bad:
        tell(f"FAILED: {line}")
    tell(f"{', '.join(given.ops)}: {len(bad)} failures")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
