"""`samebits ops`: list the declared ops, or show one of them in full."""

from __future__ import annotations

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from samebits.conformance.console import make_console
from samebits.conformance.op_listing.listing import Listing, listing
from samebits.conformance.op_listing.op_files import Place
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.documents.tables import describe, rows
from samebits.spec.language.declare import Op
from samebits.spec.language.graph import Graph
from samebits.spec.language.graph_text import graph_lines
from samebits.spec.language.trees import Tree, balanced, contraction, draw_text

_MEANINGS = {
    "round": "one correct rounding of the exact value",
    "tree": "a canonical reduction tree",
    "graph": "a fixed graph of ops, every node rounded",
    "move": "bits are moved or edited, NaN payloads kept",
    "draw": "counter-based random numbers",
}

_BLOCKS = 3
"""The number of blocks in a contraction that is shown: enough to show that T1 adds them."""

_BIAS = " + bias"


@click.command(epilog="\b\nExamples:\n  samebits ops softmax\n  samebits ops cosh --files")
@click.argument("name", required=False)
@click.option("--profile", help="Only the ops of one profile, as with --long.")
@click.option("--long", "long_", is_flag=True, help="Class, formats and meaning of each op.")
@click.option(
    "--files",
    is_flag=True,
    help="All files that declare, compute or test NAME; status 1: a required file is missing.",
)
def command(name: str | None, profile: str | None, long_: bool, files: bool) -> None:
    """List the declared ops, or show the declaration of NAME in full."""
    console = make_console(wrap=True)
    if files and name is None:
        raise click.UsageError("--files lists the files of one op: samebits ops NAME --files")
    if name is not None and files:
        _show_files(make_console(), name)
        return
    if name is not None:
        _show(console, get_op(name))
        return
    if profile is None and not long_:
        _list_names(console)
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("op", "class", "profile", "formats", "returns"):
        table.add_column(title, overflow="fold", no_wrap=title == "op")
    for op in all_ops().values():
        if profile is None or op.profile == profile:
            formats = dict.fromkeys(f for inputs, _ in op.signatures for f in inputs)
            table.add_row(op.name, op.op_class, op.profile, " ".join(formats), op.summary)
    if not table.row_count:
        profiles = ", ".join(sorted({op.profile for op in all_ops().values()}))
        raise click.UsageError(f"unknown profile {profile!r}; known: {profiles}")
    console.print(table)


def _list_names(console: Console) -> None:
    """Print the names of all ops by profile, and the command that shows more."""
    profiles: dict[str, list[str]] = {}
    for op in all_ops().values():
        profiles.setdefault(op.profile, []).append(op.name)
    for profile, names in sorted(profiles.items()):
        console.print(Text(f"{profile} ({len(names)})", style="bold"))
        console.print(Padding(Text(" ".join(sorted(names))), (0, 0, 1, 2)))
    console.print(Text("samebits ops NAME shows one; --profile P or --long a line for each"))


def _show_files(console: Console, name: str) -> None:
    """Print one line for each file of an op. Exit with status 1 if a required file is missing.

    Raises SpecError for a text that cannot be the name of an op.
    """
    found = listing(name)
    console.print(Text(f"Start here: {found.start}", style="bold"))
    width = max(len(place.what) for place in found.all)
    for title, places in found.steps():
        console.print(Text(title, style="bold"))
        before = ""
        for place in places:
            what = "" if place.what == before else place.what
            console.print(Text(f"  {what:<{width}}  {_shown(found, place)}"))
            before = place.what
    if found.note:
        console.print(Text(found.note))
    if not found.is_complete:
        raise SystemExit(1)


def _shown(found: Listing, place: Place) -> str:
    """Return the path and line of a file, or what to write there if it is missing."""
    if place.names:
        return f"{place.path}: {' '.join(place.names)}"
    if place.present:
        return f"{place.path}:{place.line}" if place.line else place.path
    if place in found.needed:
        return f"{place.path}  MISSING: {place.remedy}"
    return f"{place.path}  {place.remedy}"


def _show(console: Console, op: Op) -> None:
    operands = list(op.operands)
    if op.optional_from is not None:
        operands[op.optional_from :] = [f"[{x}]" for x in operands[op.optional_from :]]
    console.print(Text(f"{op.name}({', '.join(operands)})  version {op.version}", style="bold"))
    console.print(Text(op.summary))
    if op.notes:
        console.print(Text(op.notes))
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column(overflow="fold")
    if op.optional_from is not None:
        left_out = ", ".join(op.operands[op.optional_from :])
        table.add_row("optional", f"{left_out}: may be left out; the formats say with which others")
    table.add_row("class", f"{op.op_class}: {_MEANINGS[op.op_class]}")
    table.add_row("profile", op.profile)
    table.add_row("clauses", f"{' '.join(op.clauses)} (spec/SPEC.md)")
    said = {key: text for key, _, text in rows(op)}
    table.add_row("shapes", Text(said["shapes"].replace("`", "")))
    for attribute in op.attributes:
        told = describe(attribute).replace("`", "")
        table.add_row("attribute", Text(f"{attribute.name}: {told}"))
    if "errors" in said:
        table.add_row("errors", Text(said["errors"]))
    for old, new in op.state:
        table.add_row("state", Text(f"{old} becomes {new} (G1.11)"))
    for link in op.gradients:
        saved = f", keeps {', '.join(link.saved)}" if link.saved else ""
        table.add_row("gradient", Text(f"of {link.operand}: {link.op}{saved} (G4.2)"))
    for label, signatures in op.labels().items():
        for inputs, outputs in signatures:
            table.add_row("formats", f"{label}: {', '.join(inputs)} -> {', '.join(outputs)}")
    console.print(table)
    if op.graph is not None:
        _show_graph(console, op)
    elif op.op_class == "tree":
        _show_trees(console, op)


def _show_graph(console: Console, op: Op) -> None:
    """Print the graph. If it depends on the call, print the graph for a call with all operands."""
    attributes, shapes = op.example(len(op.operands))
    inputs, outputs = next(s for s in op.signatures if len(s[0]) == len(shapes))
    call = op.call(inputs, outputs, **attributes)
    graph = op.graph_of(call, shapes)
    assert graph is not None
    of = "" if isinstance(op.graph, Graph) else f" of {call}; the attributes say which nodes"
    console.print(Text(f"graph{of}, every node rounded to the compute format (R4, G1):"))
    for line in graph_lines(graph):
        console.print(Text(f"  {line}"))


def _show_trees(console: Console, op: Op) -> None:
    if "T4" in op.clauses:
        drawn = contraction(2 * _BLOCKS, 2)
        console.print(
            Text(
                f"contraction T4, drawn for {drawn.leaves} terms in blocks of 2 instead of 256 "
                "(a*b is rounded, fma(a,b,c) is rounded once):"
            )
        )
        console.print(Text(f"  {_contraction_text(drawn)}{_BIAS if 'bias' in op.operands else ''}"))
    elif "T1" in op.clauses:
        console.print(Text("tree, drawn for 7 elements:"))
        console.print(Text(f"  {draw_text(balanced(7))}"))


def _contraction_text(tree: Tree) -> str:
    """Return a contraction as text: each block adds two terms by fma, and T1 adds the blocks."""
    texts = [f"a{k}*b{k}" for k in range(tree.leaves)]
    for left, right in tree.nodes:
        inside = right < tree.leaves
        added = f"fma(a{right},b{right}, {texts[left]})" if inside else ""
        texts.append(added or f"({texts[left]} + {texts[right]})")
    return texts[-1]
