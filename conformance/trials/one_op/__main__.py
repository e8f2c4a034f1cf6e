"""Add ops to a copy of the checkout: `nox -s record -- one_op`.

`python -m samebits.conformance.trials.one_op [NAME ...] [--folder build/one_op]`

The program adds the ops by the steps of CONTRIBUTING.md and compares their groups of cases with the
groups of a similar op. Then it leaves out one field or one file at a time, and an error must name
what is missing. Finally, it runs the unit tests and lint in the copy. The exit status is 1 if a
step fails, a group is missing, or an error does not name the missing part. A step that succeeded is
not repeated until a file that it reads changes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from samebits.common.part import WANTED, parse_part
from samebits.conformance.trials.one_op import figures, green
from samebits.conformance.trials.one_op.case_groups import lacking
from samebits.conformance.trials.one_op.ended import Ended
from samebits.conformance.trials.one_op.leaving import every_gap, unnamed
from samebits.conformance.trials.one_op.scratch_tree import OPS, Tree
from samebits.conformance.trials.one_op.steps import follow


def tell(text: str) -> None:
    """Print a line of progress."""
    print(text, flush=True)


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", 1)[1])
    parser.add_argument("ops", nargs="*", default=OPS, help="the ops to add; default: all")
    parser.add_argument("--folder", type=Path, default=Path("build/one_op"))
    parser.add_argument("--gaps-only", action="store_true", help="the steps have been followed")
    parser.add_argument("--no-tests", action="store_true", help="neither unit tests nor lint")
    parser.add_argument(
        "--part", default="1/1", metavar="K/N", help="Run this part of the slow tests."
    )
    parser.add_argument("--processes", default="auto", help="of the unit tests; default: auto")
    given = parser.parse_args()
    if parse_part(given.part) is None:
        parser.error(f"--part {given.part}: {WANTED}, as in 2/3")
    for op in given.ops:
        if op not in OPS:
            parser.error(f"{op} is none of {', '.join(OPS)}")
    return given


def _parts(given: argparse.Namespace, tree: Tree, ended: Ended) -> Iterator[list[str]]:
    """Yield a list of failures for each part of the program.

    A part runs only when its failures are requested.
    """
    for op in given.ops:
        # Not all ops in advance: an op without cases would break a check of the clauses.
        tree.add(op)
        if not given.gaps_only:
            yield follow(tree, op, sys.executable, ended, tell)
        yield lacking(tree, op)
        yield unnamed(tree, op, sys.executable, ended, tell)
    if not (given.gaps_only or given.no_tests):
        yield green.linted(tree, given.ops, ended, tell)
        yield from green.tested(tree, ended, given.part, given.processes, tell)


def main() -> int:
    """Run the program and return its exit status."""
    given = arguments()
    tree, failures = Tree(given.folder), 0
    ended = Ended(tree)
    for op in filter(tree.has, OPS):
        tree.add(op)
    for bad in _parts(given, tree, ended):
        failures += len(bad)
        for line in bad:
            tell(f"FAILED: {line}")
    if not failures and not given.gaps_only:
        found = {op: figures.of(tree, op, len(every_gap(tree, op))) for op in given.ops}
        for op, figure in found.items():
            tell(f"{op}: {figure}")
        tests = None if given.no_tests else green.passed(tree, ended, given.part)
        tell(f"figures: {figures.keep(tree, found, tests, given.part)}")
    tell(f"{', '.join(given.ops)}: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
