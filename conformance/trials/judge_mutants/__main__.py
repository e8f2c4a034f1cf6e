"""Try mutants: python -m samebits.conformance.trials.judge_mutants [--group NAME] [--file PATTERN].

Results are stored in build/mutants, so that an interrupted run can be continued. If that folder
does not exist, the run begins with the compressed results that `--page` has stored next to the
record. A survivor is tried again if its tests have changed. The exit status is 1 if a mutant
survives without an explanation.
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from fnmatch import fnmatchcase
from pathlib import Path
from threading import Event, Lock
from typing import NoReturn, TypeVar

from samebits.conformance.trials.judge_mutants.executed import (
    Executed,
    Sources,
    read_executed,
    write_executed,
)
from samebits.conformance.trials.judge_mutants.mutant_page import write_page
from samebits.conformance.trials.judge_mutants.mutant_record import (
    FATES,
    HERE,
    KILLED,
    RECORD,
    Fate,
    adopt,
    line_of,
    make_record,
    pack_fates,
    read_explained,
    read_fates,
    read_record,
    survivors,
    unpack_fates,
    why,
    write_record,
)
from samebits.conformance.trials.judge_mutants.mutant_runner import BUDGET, Choice, Runner, Told
from samebits.conformance.trials.judge_mutants.mutant_tree import Tree
from samebits.conformance.trials.judge_mutants.operators import Mutant
from samebits.conformance.trials.judge_mutants.targets import (
    GROUPS,
    ROOT,
    TESTS,
    drawn,
    judging,
    rest,
)

T = TypeVar("T")

KEPT = Path("build/mutants")
EXECUTED = HERE / "executed.json.xz"
"""The source lines that each test executes, stored so that tests need not be traced again."""


def share(runners: Sequence[Runner], work: Sequence[T], do: Callable[[Runner, T], None]) -> None:
    """Let each runner take the next item of work as soon as it is free.

    Threads suffice, because most of them only wait.
    """
    left, lock, over = iter(work), Lock(), Event()

    def serve(runner: Runner) -> None:
        while not over.is_set():
            with lock:
                item = next(left, None)
            if item is None:
                return
            do(runner, item)

    with ThreadPoolExecutor(len(runners)) as pool:
        try:
            for done in as_completed([pool.submit(serve, runner) for runner in runners]):
                done.result()
        # after an interruption or an error in one runner, the others finish only their current item
        finally:
            over.set()


def trace(
    runners: Sequence[Runner], known: dict[str, Executed], path: Path, sources: Sources
) -> dict[str, Executed]:
    """Return the source lines that every test executes.

    Only tests that are not in `known` are run: they, or functions that they execute, have changed.
    """
    left = [test for test in runners[0].tests if test not in known]
    told, lock, done = Told("tests traced", len(left)), Lock(), []

    def one(runner: Runner, test: str) -> None:
        found = runner.trace(test)
        with lock:
            known[test] = found
            done.append(test)
            told.tell(len(done), test)
            if len(done) % 50 == 0 or len(done) == len(left):
                write_executed(path, list(known.values()), sources)

    share(runners, left, one)
    return {test: known[test] for test in runners[0].tests}


def put(
    runners: Sequence[Runner],
    choice: Choice,
    wanted: Sequence[Mutant],
    fates: dict[str, Fate],
    path: Path,
    new: bool,
) -> None:
    """Try mutants that have no fate yet, and survivors whose tests have changed."""
    choice.learn(fates.values())
    left = [m for m in wanted if m.name not in fates or (not new and _waits(m, fates, choice))]
    # The order is random, so that an interrupted run has tried a part of every file. Mutants at the
    # top of a module take seconds each and come last.
    random.Random(len(wanted)).shuffle(left)
    left.sort(key=lambda m: not m.warm)
    told, lock, done = Told("mutants", len(left)), Lock(), []
    with path.open("a") as out:

        def one(runner: Runner, mutant: Mutant) -> None:
            fate = runner.put(mutant, choice.tests(mutant), choice.asked(mutant))
            with lock:
                fates[mutant.name] = fate
                done.append(fate)
                out.write(line_of(fate))
                out.flush()
                if len(done) % 20 == 0:
                    choice.learn(fates.values())
                survived = sum(fate.outcome not in KILLED for fate in done)
                told.tell(len(done), f"{survived:,} survived, {mutant.path}:{mutant.line}")

        share(runners, left, one)


def _waits(mutant: Mutant, fates: dict[str, Fate], choice: Choice) -> bool:
    fate = fates[mutant.name]
    return fate.outcome not in KILLED and choice.asked(mutant) != fate.asked


def _interrupted(number: int, _: object) -> NoReturn:
    raise SystemExit(f"mutants: ended by {signal.Signals(number).name}; run it again to go on")


def main(arguments: Sequence[str] | None = None) -> int:
    """Trace the tests, try the mutants, and list the survivors."""
    parser = argparse.ArgumentParser(prog="mutants", description="Mutants of the judge.")
    parser.add_argument("--group", action="append", choices=[*GROUPS, "others"])
    parser.add_argument("--file", default="*", help="a shell pattern over paths")
    parser.add_argument("--tests", nargs="+", default=TESTS, help="files and folders of tests")
    parser.add_argument("--kept", type=Path, default=KEPT, help="what is kept between runs")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds of tests a mutant")
    parser.add_argument("--jobs", type=int, default=1, help="servers of tests at once")
    parser.add_argument("--new", action="store_true", help="leave survivors, changed tests or not")
    parser.add_argument("--list", action="store_true", help="list survivors, and run nothing")
    parser.add_argument("--page", type=Path, help="write the record, and this page of it")
    given = parser.parse_args(arguments)
    # exit normally on a signal, so that the copy of the sources is removed
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupted)
    kept: Path = given.kept
    kept.mkdir(parents=True, exist_ok=True)
    paths = kept / "fates.jsonl", kept / EXECUTED.name
    unpack_fates(FATES, paths[0])
    fates = read_fates(paths[0])
    groups, more = judging(), rest()
    adopt(fates, [*(m for found in groups.values() for m in found), *more], ROOT)
    groups["others"] = drawn(more, fates)
    wanted = [
        m
        for group in given.group or groups
        for m in groups[group]
        if fnmatchcase(m.path, given.file)
    ]
    everything = [m for found in groups.values() for m in found]
    targets = sorted({m.path for m in everything})
    if not paths[1].exists() and EXECUTED.exists():
        shutil.copyfile(EXECUTED, paths[1])
    if not given.list:
        known = read_executed(paths[1], ROOT, targets)
        with tempfile.TemporaryDirectory(prefix="samebits-mutants-") as folder:
            runners: list[Runner] = []
            try:
                trees = [Tree(ROOT, Path(folder) / "tree0")]
                for job in range(1, given.jobs):
                    trees.append(Tree(ROOT, Path(folder) / f"tree{job}", trees[0]))
                runners.extend(Runner(tree, given.tests, targets) for tree in trees)
                executed = trace(runners, known, paths[1], Sources(ROOT, targets))
                choice = Choice(executed.values(), given.budget)
                put(runners, choice, wanted, fates, paths[0], given.new)
            finally:
                for runner in runners:
                    runner.close()
    if given.page:
        known = read_executed(paths[1], ROOT, targets)
        write_executed(EXECUTED, list(known.values()), Sources(ROOT, targets))
        pack_fates(FATES, [fates[m.name] for m in everything if m.name in fates])
        write_record(RECORD, make_record(ROOT, groups, fates, len(known), given.budget))
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
