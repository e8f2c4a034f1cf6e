"""Make docs/results/mutants.md: the killed mutants of each file, and why the others survive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from samebits.common.files import write_atomically
from samebits.conformance.trials.judge_mutants.mutant_record import Explanation, survivors, why
from samebits.conformance.trials.judge_mutants.mutant_runner import LONGEST, MIRRORED

_INTRODUCTION = f"""\
# Mutants of the judge

Made by `nox -s record -- mutants`. The program changes one expression or statement of the judge at
a time, in a copy of the sources, and runs the tests that execute this line, until one fails. It
changes comparisons, `and` and `or`, conditions, arithmetic, constants, results of functions,
classes of errors and caught exceptions, and it removes statements. Processes that a test starts run
the mutant too. A mutant is *killed* if a test fails, and ends by *timeout* if a test does not end,
which is as good. All others survive.

The program does not change docstrings, annotations, imports, assertions (which are for the type
checker), exported names, printed text, text that contains a space, and the fixed parts of
f-strings.

Tests that take more than {LONGEST:g} s are not run on mutants. Of the other tests, those that
execute little other code are run, and more tests of the files that are named after the mutated file
or its folder. A slower test may therefore notice a mutant that survived here."""


def write_page(path: Path, record: Mapping[str, Any], explained: Sequence[Explanation]) -> None:
    """Write the page. Raises OSError if the file cannot be written."""
    write_atomically(path, page(record, explained).encode())


def page(record: Mapping[str, Any], explained: Sequence[Explanation]) -> str:
    """Return the page in Markdown."""
    left = survivors(record)
    open_ = [row for row in left if not why(row, explained)]
    total = _total(record)
    parts = [
        _INTRODUCTION,
        f"Of {total['mutants']:,} mutants, {total['killed']:,} were killed and "
        f"{total['timeout']:,} ended by timeout; {len(left):,} survived; "
        f"{len(left) - len(open_):,} of them are explained below; "
        f"{total['not_run']:,} were not run. "
        f"{record['tests']:,} tests were available. For a survivor, tests were run for "
        f"{record['budget']:g} s, and tests that are named after its file for "
        f"{MIRRORED * record['budget']:g} s. The digest of the tested sources is "
        f"`{record['sources']}`.",
        *(_group(name, files, explained) for name, files in record["groups"].items()),
        *_explained(left, explained),
        *_unexplained(open_),
    ]
    return "\n\n".join(parts) + "\n"


def _total(record: Mapping[str, Any]) -> dict[str, int]:
    files = [counts for files in record["groups"].values() for counts in files.values()]
    kinds = ("mutants", "killed", "timeout", "not_run")
    return {kind: sum(counts[kind] for counts in files) for kind in kinds}


def _group(name: str, files: Mapping[str, Any], explained: Sequence[Explanation]) -> str:
    heads = ("file", "mutants", "killed", "timeout", "explained", "not explained", "not run")
    rows: list[Sequence[object]] = []
    for path, counts in files.items():
        known = sum(bool(why(row, explained)) for row in counts["survived"])
        open_ = len(counts["survived"]) - known
        kinds = (counts["mutants"], counts["killed"], counts["timeout"])
        rows.append((f"`{path}`", *kinds, known, open_, counts["not_run"]))
    if len(rows) > 1:
        rows.append(
            ("all", *(sum(map(int, column)) for column in list(zip(*rows, strict=True))[1:]))
        )
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    table = "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
    drawn = " (drawn from the rest of `conformance/`)" if name == "others" else ""
    return f"## {name.capitalize()}{drawn}\n\n{table}"


def _explained(left: Sequence[Mapping[str, Any]], explained: Sequence[Explanation]) -> list[str]:
    rows = [(row, why(row, explained)) for row in left]
    known = [(row, said) for row, said in rows if said]
    heads = "| where | line | mutant | why no test notices |\n|---|---|---|---|"
    lines = [f"{_cells(row)} {said} |" for row, said in known]
    return ["## Survivors explained", "\n".join([heads, *lines])] if known else []


def _unexplained(left: Sequence[Mapping[str, Any]]) -> list[str]:
    if not left:
        return []
    heads = "| where | line | mutant | tests |\n|---|---|---|---:|"
    lines = [f"{_cells(row)} {row['tests']} |" for row in left]
    said = "These are neither killed nor explained; *tests* is the number of tests that were run."
    return ["## Survivors not explained", said, "\n".join([heads, *lines])]


def _cells(row: Mapping[str, Any]) -> str:
    where = f"`{row['path']}` {row['function']}"
    return f"| {where} | {_code(row['line'])} | {_code(row['was'])} becomes {_code(row['put'])} |"


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence}{text.replace('|', chr(92) + '|')}{fence}"
