"""`samebits reveal`: find a backend's summation tree, and compare it with the canonical tree."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from samebits.common.files import require_writable, write_atomically
from samebits.conformance.calls.subject import Subject, open_subject, split_device
from samebits.conformance.console import make_console
from samebits.conformance.reveal import Revealed
from samebits.conformance.reveal.adapter import Question, all_adapters
from samebits.conformance.reveal.asking import (
    Asked,
    Places,
    ask,
    is_canonical,
    reveal_outputs,
)
from samebits.conformance.reveal.difference import first_difference
from samebits.conformance.reveal.outline import outline
from samebits.conformance.reveal.picture import picture
from samebits.conformance.reveal.revealer import NO_TREE
from samebits.spec.language.trees import Tree, draw_text

WRITTEN_LEAVES = 64
"""The largest number of leaves for which a tree is written out with parentheses."""

_Found = list[tuple[Places | None, Revealed]]

MOST_STRETCHES = 8
"""The largest number of ranges of outputs that are listed."""

_PULSE = 5.0
"""The time between two lines of progress without a terminal, in seconds."""


@click.command(
    epilog="\b\nExamples:\n"
    "  samebits reveal --backend torch --op sum --n 64\n"
    "  samebits reveal --backend c:avx2 --op matmul --n 1000 --svg tree.svg",
)
@click.option("--backend", required=True, metavar="NAME[:DEVICE]", help="Backend to examine.")
@click.option("--device", metavar="DEVICE", help="Device of the backend; default: the first.")
@click.option("--op", required=True, metavar="OP", help=f"One of {', '.join(all_adapters())}.")
@click.option("--n", type=int, required=True, metavar="N", help="Terms of each sum.")
@click.option(
    "--format", "label", default="f32", show_default=True, metavar="F",
    help="Format, or formats as in bf16_to_f32.",
)  # fmt: skip
@click.option(
    "--rows", type=int, metavar="R",
    help="Sums in one call; default: 16 for matmul and linear, 4 for bmm, else 1.",
)  # fmt: skip
@click.option(
    "--columns", type=int, default=16, show_default=True, metavar="C",
    help="Columns of the second matrix, or filters of a convolution.",
)  # fmt: skip
@click.option(
    "--axis", type=click.Choice(["-1", "0"]), default="-1", show_default=True,
    help="Reduced axis, the last or the first, if there are several rows.",
)  # fmt: skip
@click.option(
    "--index", type=int, metavar="I",
    help="Element of a scan (default: the last) or position of a convolution (the first).",
)  # fmt: skip
@click.option("--threads", type=click.IntRange(1), metavar="T", help="Threads of the backend.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, metavar="SEED",
    help="Seed of pivots and random data: a whole number.",
)  # fmt: skip
@click.option(
    "--svg", type=click.Path(path_type=Path, dir_okay=False), help="Draw both trees to a file."
)
def command(
    backend: str,
    device: str | None,
    op: str,
    n: int,
    label: str,
    rows: int | None,
    columns: int,
    axis: str,
    index: int | None,
    threads: int | None,
    seed: int,
    svg: Path | None,
) -> None:
    """Find out in which order a backend adds, and compare it with the canonical tree.

    Probes show which terms are added first (the method of FPRev, arXiv 2411.00442). Random data
    confirm the tree if its sums have the same bits. If no tree explains the results (an exact
    accumulator, an order that depends on the data), the command says so and shows no tree.

    In outlines of large trees T8 is a subtree of 8 terms, T8[+16] the same subtree 16 terms
    later, and x a single term. Exit status: 0 if a tree, or an exact sum, is confirmed for
    every output, 1 if some output has neither, 2 on an error.
    """
    if rows is None:
        rows = 16 if op in ("matmul", "linear") else 4 if op == "bmm" else 1
    name, device = split_device(backend, device)
    asked = ask(op, label, Question(n, rows, columns, int(axis), index))
    if svg is not None:
        require_writable(svg.parent)
    console = make_console()
    try:
        with open_subject(name, device, threads) as subject:
            _show_head(console, subject, asked)
            found = _with_progress(subject, asked, seed)
    except KeyboardInterrupt:
        console.print("interrupted; nothing was written")
        sys.exit(130)
    if len(found) > 1:
        console.print(Text("not all outputs add alike:"))
    for places, one in found:
        _show(console, asked, places, one)
    rest = asked.outputs - sum(asked.outputs if p is None else len(p) for p, _ in found)
    if rest:
        others = f"{rest} of {asked.outputs} outputs add otherwise again"
        console.print(Text(f"{others}: not shown; ask with fewer --rows or --columns"))
    if svg is not None:
        _draw(console, svg, backend, asked, found)
    if rest or not all(one.confirmed or one.name == "exact" for _, one in found):
        sys.exit(1)


def _with_progress(subject: Subject, asked: Asked, seed: int) -> _Found:
    """Reveal the trees, and show how many terms have been placed so far."""
    columns = (
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(),
    )  # fmt: skip
    shown = make_console(stderr=True)
    last = time.monotonic()
    with Progress(*columns, console=shown, disable=not shown.is_terminal, transient=True) as bars:
        bar = bars.add_task("terms placed")

        def tell(placed: int, total: int) -> None:
            nonlocal last
            bars.update(bar, completed=placed, total=total)
            if bars.disable and time.monotonic() - last >= _PULSE:
                last = time.monotonic()
                shown.print(Text(f"{placed} of {total} terms have their place"))

        return reveal_outputs(subject, asked, seed, tell)


def _draw(console: Console, path: Path, backend: str, asked: Asked, found: _Found) -> None:
    panels = []
    for places, one in found:
        if one.model is not None and one.confirmed:
            where = "" if places is None else f", {spelled(places)}"
            heading = f"{backend}: {asked.call.op}, {asked.call.label}{where}: {_title(one)}"
            panels.append((heading, one.model.tree))
    if not panels:
        console.print(Text(f"{path} is not written: there is no confirmed tree to draw"))
        return
    write_atomically(path, picture(panels, asked.canonical).encode())
    console.print(Text(f"drawn in {path}"))


def _title(found: Revealed) -> str:
    return found.name if found.name != "unnamed" else "a tree without a name"


def _show_head(console: Console, subject: Subject, asked: Asked) -> None:
    where = f"{subject.spelled}:{subject.device.name} ({subject.backend.version})"
    shapes = " x ".join(str(list(shape)) for shape in asked.shapes)
    console.print(Text(f"{asked.call} on {where}, operands {shapes}", style="bold"))


def _show(console: Console, asked: Asked, places: Places | None, found: Revealed) -> None:
    if places is not None:
        many = f" ({len(places)} of {asked.outputs})" if len(places) > 1 else ""
        console.print(Text(f"{spelled(places)}{many}", style="bold"))
    if found.model is None or not found.confirmed:
        _show_none(console, asked, found)
        return
    model = found.model
    console.print(Text(f"{_title(found)}: {found.text}"))
    sure = f"{found.probes} probes; {found.replayed} rows of random data replayed bit for bit"
    console.print(Text(f"confirmed: {sure}"))
    _show_tree(console, "tree", model.tree)
    if is_canonical(asked, found):
        console.print(Text("equals the canonical tree", style="bold green"))
        return
    if asked.canonical is None:
        why = f"{asked.call.op} is an exact sum rounded once (T10)"
    else:
        _show_tree(console, "canonical tree", asked.canonical)
        why = first_difference(model.tree, asked.canonical)
        why = why or "the terms are grouped alike, but enter or are accumulated otherwise"
    console.print(Text(f"not canonical: {why}", style="bold yellow"))


def spelled(places: Places) -> str:
    """Return outputs as text, such as `outputs 0-3, 8`. Only the first few ranges are listed."""
    there = set(places)
    firsts = [p for p in places if p - 1 not in there]
    lasts = [p for p in places if p + 1 not in there]
    stretches = [f"{a}" if a == b else f"{a}-{b}" for a, b in zip(firsts, lasts, strict=True)]
    shown = ", ".join(stretches[:MOST_STRETCHES])
    more = ", ..." if len(stretches) > MOST_STRETCHES else ""
    return f"output{'s' if len(places) > 1 else ''} {shown}{more}"


def _show_none(console: Console, asked: Asked, found: Revealed) -> None:
    wanted = found.name == "exact" and asked.canonical is None
    if wanted:
        console.print(Text(found.text.removeprefix(NO_TREE)))
        console.print(Text(f"as {asked.call.op} is defined (T10)", style="bold green"))
    else:
        console.print(Text(found.text, style="yellow"))
        console.print(Text("no tree is shown, for none was confirmed", style="yellow"))


def _show_tree(console: Console, title: str, tree: Tree) -> None:
    console.print(Text(f"{title}, {tree.leaves} terms, depth {tree.depth()}"))
    if tree.leaves <= WRITTEN_LEAVES:
        console.print(Text(f"  {draw_text(tree)}"))
        return
    for line in outline(tree):
        console.print(Text(f"  {line}"))
