"""docs/results/mutants.md: the killed mutants of each file, and why the others survive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from samebits.common.files import write_atomically
from samebits.conformance.trials.judge_mutants.mutant_record import Explanation, survivors, why
from samebits.conformance.trials.judge_mutants.mutant_runner import LONGEST, MIRRORED

_INTRODUCTION = f"""\
# Mutants of the judge

Made by `nox -s record -- mutants`, which changes one expression or statement of the judge at a
time, in a copy of the sources, and runs the tests that execute the line, until one fails:
comparisons, `and` and `or`, conditions, arithmetic, constants, results of functions, statements
left out, classes of errors, exceptions that are caught. Processes that a test starts see the mutant
too. *Timeout* is a test that came to no end: as good as one that fails.

Not made are mutants of docstrings, annotations, imports, assertions (they speak to the type
checker), names exported, what is printed, and wording: text with a space in it, and the fixed parts
of f-strings. A test that takes more than {LONGEST:g} s is not put to mutants, and of the others
only some are: those that execute little else, and more of the files that are named after the
mutated one or its folder. So a survivor here may well be seen by a slower test."""


def write_page(path: Path, record: Mapping[str, Any], explained: Sequence[Explanation]) -> None:
    """Write the page. Raises OSError."""
    write_atomically(path, page(record, explained).encode())


def page(record: Mapping[str, Any], explained: Sequence[Explanation]) -> str:
    """Return the page in Markdown."""
    left = survivors(record)
    open_ = [row for row in left if not why(row, explained)]
    total = _total(record)
    parts = [
        _INTRODUCTION,
        f"Of {total['mutants']:,} mutants, {total['killed']:,} were killed and "
        f"{total['timeout']:,} ended by timeout; {len(left):,} survived, "
        f"{len(left) - len(open_):,} of them explained below; {total['not_run']:,} were not run. "
        f"{record['tests']:,} tests were at hand; a survivor was put to {record['budget']:g} s of "
        f"them, and to {MIRRORED * record['budget']:g} s of those named after it. This holds "
        f"for the sources whose digest is `{record['sources']}`.",
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
    heads = "| where | line | mutant | why no test tells |\n|---|---|---|---|"
    lines = [f"{_cells(row)} {said} |" for row, said in known]
    return ["## Survivors explained", "\n".join([heads, *lines])] if known else []


def _unexplained(left: Sequence[Mapping[str, Any]]) -> list[str]:
    if not left:
        return []
    heads = "| where | line | mutant | tests |\n|---|---|---|---:|"
    lines = [f"{_cells(row)} {row['tests']} |" for row in left]
    said = "Neither killed nor explained so far; *tests* are those that it was put to."
    return ["## Survivors not explained", said, "\n".join([heads, *lines])]


def _cells(row: Mapping[str, Any]) -> str:
    where = f"`{row['path']}` {row['function']}"
    return f"| {where} | {_code(row['line'])} | {_code(row['was'])} becomes {_code(row['put'])} |"


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence}{text.replace('|', chr(92) + '|')}{fence}"
