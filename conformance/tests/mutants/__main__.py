"""nox -s mutants: python -m samebits.conformance.tests.mutants [--group verdict] [--file PATTERN]

Results are kept in build/mutants: what was done is not done again, so that it can be interrupted.
A survivor is put again to its tests when these have changed. The status is 1 where a mutant
survives that nobody has explained.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NoReturn

from samebits.conformance.tests.mutants.executed import Executed, read_executed, write_executed
from samebits.conformance.tests.mutants.operators import Mutant
from samebits.conformance.tests.mutants.page import write_page
from samebits.conformance.tests.mutants.record import (
    KILLED,
    RECORD,
    Fate,
    line_of,
    make_record,
    read_explained,
    read_fates,
    read_record,
    survivors,
    why,
    write_record,
)
from samebits.conformance.tests.mutants.runner import BUDGET, Choice, Runner, Told, _digest
from samebits.conformance.tests.mutants.targets import GROUPS, ROOT, TESTS, all_mutants
from samebits.conformance.tests.mutants.tree import Tree

KEPT = Path("build/mutants")


def trace(runner: Runner, known: dict[str, Executed], path: Path) -> dict[str, Executed]:
    """What every test executes; only tests that have changed, or whose targets have, are run."""
    left = [test for test in runner.tests if test not in known]
    told = Told("tests traced", len(left))
    for number, test in enumerate(left, 1):
        known[test] = runner.trace(test)
        told.tell(number, test)
        if number % 50 == 0 or number == len(left):
            write_executed(path, list(known.values()))
    return {test: known[test] for test in runner.tests}


def put(
    runner: Runner,
    choice: Choice,
    wanted: Sequence[Mutant],
    fates: dict[str, Fate],
    path: Path,
    new: bool,
) -> None:
    """Put mutants that have no fate yet, and survivors whose tests have changed."""
    choice.learn(fates.values())
    left = [m for m in wanted if m.name not in fates or (not new and _waits(m, fates, choice))]
    # A run that is interrupted has tried a part of every file; at the top of a module each mutant
    # takes seconds, and waits.
    random.Random(len(wanted)).shuffle(left)
    left.sort(key=lambda m: not m.warm)
    told = Told("mutants", len(left))
    survived = 0
    with path.open("a") as out:
        for number, mutant in enumerate(left, 1):
            fate = fates[mutant.name] = runner.put(mutant, choice.tests(mutant))
            out.write(line_of(fate))
            out.flush()
            survived += fate.outcome not in KILLED
            if number % 20 == 0:
                choice.learn(fates.values())
            told.tell(number, f"{survived:,} survived, {mutant.path}:{mutant.line}")


def _waits(mutant: Mutant, fates: dict[str, Fate], choice: Choice) -> bool:
    fate = fates[mutant.name]
    return fate.outcome not in KILLED and _digest(choice.tests(mutant)) != fate.asked


def _interrupted(number: int, _: object) -> NoReturn:
    raise SystemExit(f"mutants: ended by {signal.Signals(number).name}; run it again to go on")


def main(arguments: Sequence[str] | None = None) -> int:
    """Trace, put mutants, and list the survivors."""
    parser = argparse.ArgumentParser(prog="mutants", description="Mutants of the judge.")
    parser.add_argument("--group", action="append", choices=[*GROUPS, "others"])
    parser.add_argument("--file", default="*", help="a shell pattern over paths")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="files and folders of tests")
    parser.add_argument("--kept", type=Path, default=KEPT, help="what is kept between runs")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds of tests a mutant")
    parser.add_argument("--new", action="store_true", help="leave survivors, changed tests or not")
    parser.add_argument("--list", action="store_true", help="list survivors, and run nothing")
    parser.add_argument("--page", type=Path, help="write the record, and this page of it")
    given = parser.parse_args(arguments)
    for number in (signal.SIGINT, signal.SIGTERM):  # so that the copy of the sources is removed
        signal.signal(number, _interrupted)
    kept: Path = given.kept
    kept.mkdir(parents=True, exist_ok=True)
    groups = all_mutants()
    wanted = [
        m
        for group in given.group or groups
        for m in groups[group]
        if fnmatchcase(m.path, given.file)
    ]
    targets = sorted({m.path for found in groups.values() for m in found})
    fates = read_fates(kept / "fates.jsonl")
    if not given.list:
        known = read_executed(kept / "executed.json", ROOT)
        with tempfile.TemporaryDirectory(prefix="samebits-mutants-") as folder:
            runner = Runner(Tree(ROOT, Path(folder) / "tree"), given.tests, targets)
            try:
                executed = trace(runner, known, kept / "executed.json")
                put(
                    runner,
                    Choice(executed.values(), given.budget),
                    wanted,
                    fates,
                    kept / "fates.jsonl",
                    given.new,
                )
            finally:
                runner.close()
    if given.page:
        number = len(read_executed(kept / "executed.json", ROOT))
        write_record(RECORD, make_record(ROOT, groups, fates, number, given.budget))
        write_page(given.page, read_record(), read_explained())
    record = make_record(ROOT, {"wanted": wanted}, fates)
    left = [row for row in survivors(record) if not why(row, read_explained())]
    for row in left:
        print(
            f"{row['path']} {row['function']} [{row['tests']} tests] `{row['line']}`: "
            f"{row['was']!r} becomes {row['put']!r}"
        )
    print(f"{len(left):,} survivors are not explained")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
