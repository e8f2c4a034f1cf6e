"""`samebits vectors`: what is frozen, which cases there are, and whether every file is intact."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from samebits.conformance.console import make_console
from samebits.conformance.errors import JudgeError
from samebits.conformance.options import Options
from samebits.spec.profiles import LEVELS, PROFILES
from samebits.vectors.case import ByValue, Case
from samebits.vectors.domain import domain_of
from samebits.vectors.reader import Vectors
from samebits.vectors.schema import SETS


@click.command(epilog="Example: samebits vectors --op exp --format f32 --level full")
@click.argument("case_id", metavar="[CASE]", required=False)
@click.option("--op", "ops", multiple=True, help="Only cases of this op (repeatable).")
@click.option("--format", "formats", multiple=True, help="Only cases of this format (repeatable).")
@click.option("--profile", "profiles", multiple=True, type=click.Choice(list(PROFILES)))
@click.option("--level", type=click.Choice(LEVELS), default="exhaustive", show_default=True)
@click.option("--set", "sets", multiple=True, type=click.Choice(SETS), help="golden, real or both.")
@click.option("--ids", is_flag=True, help="Print the ids, one a line, and nothing else.")
@click.option("--verify", is_flag=True, help="Verify the SHA-256 of every file.")
@click.option("--path", type=click.Path(path_type=Path), help="Another folder of vectors.")
def command(
    case_id: str | None,
    ops: tuple[str, ...],
    formats: tuple[str, ...],
    profiles: tuple[str, ...],
    level: str,
    sets: tuple[str, ...],
    ids: bool,
    verify: bool,
    path: Path | None,
) -> None:
    """Show the golden vectors: a summary, the cases that match, or one CASE."""
    Options(backend="", ops=ops, formats=formats).check()
    console = make_console(wrap=True)
    vectors = Vectors.open(path)
    if verify:
        console.print(Text(f"{vectors.verify_all()} files are as frozen in the manifest"))
        return
    if case_id is not None:
        _show_case(console, vectors, vectors.case(case_id))
        return
    found = vectors.cases(
        ops=ops or None,
        formats=formats or None,
        profiles=profiles or None,
        level=level,
        sets=sets or SETS,
    )
    proofs = [
        proof
        for proof in vectors.exhaustive_cases()
        if level == proof.level
        and (not ops or proof.call.op in ops)
        and (not formats or {*proof.call.inputs, *proof.call.outputs} <= {*formats})
        and (not profiles or proof.profile in profiles)
        and (not sets or proof.set in sets)
    ]
    given = {"op": ops, "format": formats, "profile": profiles, "set": sets}
    if not found and not proofs and any(given.values()):
        filters = " ".join(f"--{name} {x}" for name, values in given.items() for x in values)
        raise JudgeError(f"no case of level {level} is left by {filters}; name fewer of them")
    if ids:
        click.echo("\n".join(sorted([*(c.id for c in found), *(p.id for p in proofs)])))
        return
    _show_summary(console, vectors, found)
    inputs = sum(domain_of(proof.call).inputs for proof in proofs)
    console.print(Text(f"{len(proofs):,} certificates of level exhaustive, {inputs:,} inputs"))


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
