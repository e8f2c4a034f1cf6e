"""Let the judge find planted faults: `nox -s record -- sabotage`.

`python -m samebits.conformance.trials.sabotage.harness [--count 4000] ...`

Faults are planted one at a time, and cases are run until one catches the fault. Results are stored
as lines of JSON. `--resume` continues after the last result, and `--page` writes
docs/results/saboteurs.md from the results. With `--classes` the faults come from classes.py, and
the page is docs/results/saboteurs-classes.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from samebits.common.errors import SamebitsError
from samebits.conformance.questions.seeded import parse_seed
from samebits.conformance.trials.sabotage import classes
from samebits.conformance.trials.sabotage.bench import Bench
from samebits.conformance.trials.sabotage.fault_page import computed, group_of, write_page
from samebits.conformance.trials.sabotage.judged import Judged, read_results, write_results
from samebits.conformance.trials.sabotage.named_faults import Fault, draw_faults, fault_named

COUNT = 4000
SEED = "17"
RESULTS = Path("build/sabotage.jsonl")
_TELL = 20.0
_OF_A_LINE = 8


def plant(
    faults: Sequence[Fault],
    seed: str,
    path: Path,
    done: Sequence[Judged],
    *,
    every_case: bool = False,
) -> None:
    """Judge faults, grouped by op. Append a line for each fault to the results."""
    write_results(path, done)
    known = {result.fault for result in done}
    left = sorted((f for f in faults if f.name not in known), key=lambda f: (f.op, f.label, f.name))
    started = told = time.monotonic()
    survived = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        path.open("a") as out,
        closing(Bench(Path(folder))) as bench,
    ):
        for number, fault in enumerate(left, 1):
            result = bench.judge(fault, seed, every_case=every_case)
            survived += not result.caught_by
            out.write(json.dumps(result.to_json()) + "\n")
            out.flush()
            now = time.monotonic()
            if now - told > _TELL or number == len(left):
                told = now
                rest = (now - started) / number * (len(left) - number)
                print(
                    f"{number:,} of {len(left):,} faults, {survived:,} not caught, "
                    f"{fault.name}, {rest:.0f} s left",
                    flush=True,
                )


def put_again(path: Path, times: int, seed: str, only: str) -> None:
    """Run the questions of other seeds on survivors, and count how often they are caught.

    For each row of the page, some survivors of different ops are chosen. Faults with a computed
    probability are left out.
    """
    results = read_results(path)
    seeds = [parse_seed(f"{int(seed, 16) + 1 + n:x}") for n in range(times)]
    with tempfile.TemporaryDirectory() as folder, closing(Bench(Path(folder))) as bench:
        for at in _some_of_each(results, only):
            if results[at].tried < times:
                result = results[at]
                results[at] = bench.again(result, fault_named(result.fault), seeds)
                write_results(path, results)
                print(f"{result.fault}: {results[at].again} of {times}", flush=True)


def _some_of_each(results: Sequence[Judged], only: str) -> list[int]:
    """Return the indices of the survivors to run again, ordered by op."""
    groups: dict[str, list[int]] = defaultdict(list)
    for at, result in enumerate(results):
        if not result.caught_by and computed(result) is None and fnmatchcase(result.fault, only):
            groups[f"{group_of(result)} {result.within}"].append(at)
    return sorted(at for group in groups.values() for at in group[:: -(-len(group) // _OF_A_LINE)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant faults, run survivors again, or write the page.

    The exit status is 1 if a fault survived that the judge must catch.
    """
    parser = argparse.ArgumentParser(prog="sabotage", description="Plant faults before the judge.")
    parser.add_argument("--count", type=int, default=COUNT, help="faults; all ops come first")
    parser.add_argument("--seed", default=SEED, help="of the run, and of the choice of faults")
    parser.add_argument("--only", default="*", help="a shell pattern over names of faults")
    parser.add_argument("--classes", action="store_true", help="faults of the classes alone")
    parser.add_argument("--every-case", action="store_true", help="go on after the first failure")
    parser.add_argument("--results", type=Path, default=RESULTS, help="lines of JSON")
    parser.add_argument("--resume", action="store_true", help="keep the results that are there")
    parser.add_argument("--again", type=int, default=0, help="other seeds to put survivors to")
    parser.add_argument("--page", type=Path, help="write the table here, and plant nothing")
    given = parser.parse_args(arguments)
    try:
        seed = parse_seed(given.seed)
        if not given.again and not given.page:
            draw = classes.draw_of_classes if given.classes else draw_faults
            faults = draw(given.count, seed)
            faults = [f for f in faults if fnmatchcase(f.name, given.only)]
            done = read_results(given.results) if given.resume else []
            names = {f.name for f in faults}
            kept = [r for r in done if r.seed == seed and (r.fault in names or not given.classes)]
            plant(faults, seed, given.results, kept, every_case=given.every_case)
        if given.again:
            put_again(given.results, given.again, seed, given.only)
        results = [
            replace(r, within=fault_named(r.fault).within) for r in read_results(given.results)
        ]
        if given.page:
            write = classes.write_page if given.classes else write_page
            write(given.page, results)
    except SamebitsError as error:
        print(f"sabotage: {error}", file=sys.stderr)
        return 2
    escaped = [r for r in results if r.within and not r.caught_by]
    print(f"{len(results):,} faults, {len(escaped):,} within reach were not caught")
    return 1 if escaped else 0


if __name__ == "__main__":
    sys.exit(main())
