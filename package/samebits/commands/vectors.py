"""`samebits vectors`: show a summary of the vectors, list or check cases, and print questions."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from samebits.conformance.console import make_console
from samebits.conformance.errors import JudgeError
from samebits.conformance.judging.options import Options
from samebits.spec.profiles import LEVELS, PROFILES
from samebits.vectors.case import ByValue, Case
from samebits.vectors.certificates import ExhaustiveCase
from samebits.vectors.domain import domain_of
from samebits.vectors.emit import emitted
from samebits.vectors.reader import Vectors
from samebits.vectors.schema import SETS


@click.command(
    epilog="\b\nExamples:\n  samebits vectors --op exp --format f32 --level full\n"
    "  samebits vectors --emit add --format f32"
)
@click.argument("case_id", metavar="[CASE]", required=False)
@click.option("--op", "ops", multiple=True, help="Only cases of this op (repeatable).")
@click.option("--format", "formats", multiple=True, help="Only cases of this format (repeatable).")
@click.option("--profile", "profiles", multiple=True, type=click.Choice(list(PROFILES)))
@click.option("--level", type=click.Choice(LEVELS), default="exhaustive", show_default=True)
@click.option("--set", "sets", multiple=True, type=click.Choice(SETS), help="golden, real or both.")
@click.option(
    "--case", "patterns", multiple=True, metavar="ID", help="Only ids that match this pattern."
)
@click.option("--emit", metavar="OP", help="Print the cases of an op: operands, results, as hex.")
@click.option("--ids", is_flag=True, help="Print only the ids, one in each line.")
@click.option("--verify", is_flag=True, help="Verify the SHA-256 of every file.")
@click.option("--path", type=click.Path(path_type=Path), help="Another folder of vectors.")
def command(
    case_id: str | None,
    ops: tuple[str, ...],
    formats: tuple[str, ...],
    profiles: tuple[str, ...],
    level: str,
    sets: tuple[str, ...],
    patterns: tuple[str, ...],
    emit: str | None,
    ids: bool,
    verify: bool,
    path: Path | None,
) -> None:
    """Show the golden vectors: a summary, the cases that match, or one CASE.

    --emit OP prints operands and results in hexadecimal, one line for each question of an
    elementwise op; vectors/README.md describes the lines.
    """
    if emit is not None and (ops or case_id is not None or ids or verify):
        raise click.UsageError("--emit names the op itself; it goes with --format, --case, --level")
    ops = ops if emit is None else (emit,)
    Options(backend="", ops=ops, formats=formats).check()
    console = make_console(wrap=True)
    vectors = Vectors.open(path)
    if verify:
        console.print(Text(f"{vectors.verify_all()} files are as frozen in the manifest"))
        return
    if case_id is not None:
        _show_case(console, vectors, vectors.case(case_id))
        return
    wanted = _Filter(ops, formats, profiles, level, sets, patterns)
    if emit is not None:
        wanted = replace(wanted, sets=sets or ("golden",))
        sys.stdout.writelines(emitted(emit, vectors.manifest.root, wanted.cases(vectors)))
        return
    found, proofs = wanted.cases(vectors, needed=False), wanted.proofs(vectors)
    if not found and not proofs and wanted.names:
        raise wanted.nothing()
    if ids:
        click.echo("\n".join(sorted([*(c.id for c in found), *(p.id for p in proofs)])))
        return
    _show_summary(console, vectors, found)
    inputs = sum(domain_of(proof.call).inputs for proof in proofs)
    console.print(Text(f"{len(proofs):,} certificates of level exhaustive, {inputs:,} inputs"))


@dataclass(frozen=True, slots=True)
class _Filter:
    """The filters for cases. An empty tuple selects everything."""

    ops: tuple[str, ...]
    formats: tuple[str, ...]
    profiles: tuple[str, ...]
    level: str
    sets: tuple[str, ...]
    patterns: tuple[str, ...]

    def cases(self, vectors: Vectors, *, needed: bool = True) -> list[Case]:
        """Return the golden cases that match. Raises JudgeError if `needed` and no case matches."""
        found = vectors.cases(
            ops=self.ops or None,
            formats=self.formats or None,
            profiles=self.profiles or None,
            level=self.level,
            sets=self.sets or SETS,
        )
        left = [case for case in found if self._like(case.id)]
        if needed and not left:
            raise self.nothing()
        return left

    def proofs(self, vectors: Vectors) -> list[ExhaustiveCase]:
        """Return the cases of certificates that match."""
        return [
            proof
            for proof in vectors.exhaustive_cases()
            if self.level == proof.level
            and (not self.ops or proof.call.op in self.ops)
            and (not self.formats or {*proof.call.inputs, *proof.call.outputs} <= {*self.formats})
            and (not self.profiles or proof.profile in self.profiles)
            and (not self.sets or proof.set in self.sets)
            and self._like(proof.id)
        ]

    @property
    def names(self) -> str:
        """Return the filters as they are written on the command line, or "" without filters."""
        given = {"op": self.ops, "format": self.formats, "profile": self.profiles}
        given |= {"set": self.sets, "case": self.patterns}
        return " ".join(f"--{name} {x}" for name, values in given.items() for x in values)

    def nothing(self) -> JudgeError:
        """Return the error to raise if the filters match no case."""
        text = f"no case of level {self.level} matches {self.names}; change or omit an option"
        return JudgeError(text)

    def _like(self, case_id: str) -> bool:
        return not self.patterns or any(fnmatchcase(case_id, p) for p in self.patterns)


def _show_summary(console: Console, vectors: Vectors, cases: list[Case]) -> None:
    manifest = vectors.manifest
    console.print(Text(f"spec {manifest.spec_version}, schema {manifest.schema_version}"))
    console.print(Text(f"root {manifest.root}"))
    proved = ", ".join(f"{name} {version}" for name, version in manifest.provenance.items())
    console.print(Text(f"proved by {proved}"))
    rows: dict[tuple[str, str, str], Counter[str]] = {}
    for case in cases:
        row = rows.setdefault((case.profile, case.call.op, case.set), Counter())
        row[case.level] += 1
        row["elements"] += case.elements()
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("profile", "op", "set"):
        table.add_column(title)
    for title in (*LEVELS, "elements"):
        table.add_column(title, justify="right")
    for (profile, op, case_set), counts in sorted(rows.items()):
        numbers = [f"{counts[x]:,}" if counts[x] else "" for x in (*LEVELS, "elements")]
        table.add_row(profile, op, case_set, *numbers)
    console.print(table)
    console.print(Text(f"{len(cases):,} cases; the columns count cases by their lowest level"))


def _show_case(console: Console, vectors: Vectors, case: Case) -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    table.add_row("case", Text(case.id))
    table.add_row("call", Text(str(case.call)))
    table.add_row("profile, level", f"{case.profile}, {case.level}")
    table.add_row("inputs", f"{case.source}; shapes {list(case.input_shapes)}")
    for name in case.flags:
        table.add_row("flag", Text(f"{name}: {vectors.flags[name].description}"))
    reason = case.available()
    if reason:
        table.add_row("not run here", Text(reason))
    for wanted in case.expected():
        kind = "by value" if isinstance(wanted, ByValue) else f"by digest, root {wanted.root}"
        table.add_row("wanted", f"{wanted.format} {wanted.shape} {kind}")
    console.print(table)
    console.print(Text(f"in full: samebits explain {case.id}"))
