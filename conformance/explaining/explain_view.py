"""Display of the facts about a case: plain words and tables, readable without colour."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from samebits.common.release import install_command
from samebits.conformance.calls.comparison import ulp_distance
from samebits.conformance.calls.replaying import HISTORY, RACE, UNSTEADY
from samebits.conformance.explaining.explain_facts import SHOWN_TERMS, Facts, shown_bits
from samebits.conformance.results.evidence import ALL, REPRODUCES
from samebits.conformance.results.records import Diagnosis
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language import trees
from samebits.vectors.flags import Flag


def show(console: Console, facts: Facts, flags: Mapping[str, Flag]) -> None:
    """Print all facts, the most general first."""
    console.print(Text(facts.case.id, style="bold"))
    console.print(_case_table(facts, flags))
    if facts.element is not None:
        console.print(Text(f"\nelement {facts.element.address}", style="bold"))
        console.print(_element_table(facts))
    _show_exact(console, facts)
    _show_tree(console, facts)
    _show_result(console, facts)


def _table() -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    return table


def _case_table(facts: Facts, flags: Mapping[str, Flag]) -> Table:
    case, op = facts.case, get_op(facts.case.call.op)
    table = _table()
    table.add_row("op", Text(f"{case.call}: {op.summary}"))
    table.add_row("class", op.op_class)
    table.add_row("clauses", f"{' '.join(op.clauses)} (spec/SPEC.md)")
    table.add_row("formats", f"{', '.join(case.call.inputs)} -> {', '.join(case.call.outputs)}")
    shapes = ", ".join(_shape(s) for s in case.input_shapes)
    results = ", ".join(_shape(s) for s in case.output_shapes)
    table.add_row("shapes", Text(f"{shapes} -> {results}"))
    table.add_row("profile", f"{case.profile}, from level {case.level} on")
    table.add_row("operands", Text(case.source))
    for name in case.flags:
        flag = flags[name]
        meaning = f"{name}: {flag.description}. Failing it: {flag.failure} ({flag.clause})"
        table.add_row("flag", Text(meaning))
    return table


def _shape(shape: tuple[int, ...]) -> str:
    return "[" + ", ".join(str(n) for n in shape) + "]"


def _element_table(facts: Facts) -> Table:
    element = facts.element
    assert element is not None
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("", "bits", "decimal", "hexadecimal float"):
        table.add_column(title, overflow="fold")
    for name, form, bits in element.operands:
        table.add_row(Text(name), *shown_bits(bits, form))
    if not element.operands:
        table.add_row(f"{facts.terms} terms", "(not listed)", "", "")
    if element.wanted is None:
        table.add_row("wanted", f"(digest only; to see it: {install_command('oracles')})", "", "")
    else:
        table.add_row("wanted", *shown_bits(element.wanted, element.format))
    if element.got is not None:
        same = element.got == element.wanted
        row = (
            Text(x, style="green" if same else "bold red")
            for x in shown_bits(element.got, element.format)
        )
        table.add_row("got", *row)
        table.add_row("distance", _distance(facts), "", "")
    return table


def _distance(facts: Facts) -> str:
    element = facts.element
    assert element is not None
    if element.wanted is None or element.got is None:
        return "unknown"
    if element.wanted == element.got:
        return "0: the same bits"
    dtype = get_format(element.format).bits_dtype
    wanted, got = (np.array([x], dtype=dtype) for x in (element.wanted, element.got))
    (far,) = ulp_distance(wanted, got, element.format)
    return "other bits (no distance)" if far is None else f"{far} ulp"


def _show_exact(console: Console, facts: Facts) -> None:
    exact, element = facts.exact, facts.element
    if element is None:
        return
    if isinstance(exact, str):
        console.print(Text(f"\nexact value: {exact}"))
        return
    console.print(Text("\nexact value", style="bold"))
    console.print(Text(f"  {exact.text}"))
    if exact.is_exact:
        console.print(
            Text(f"  representable: rounds to itself, {_short(exact.rounded, element.format)}")
        )
        return
    if exact.below == exact.above:
        why = "no number" if exact.text == "NaN" else f"beyond the range of {element.format}"
        console.print(Text(f"  {why}: the result is {_short(exact.rounded, element.format)}"))
        return
    console.print(Text(f"  below    {_short(exact.below, element.format)}"))
    console.print(Text(f"  above    {_short(exact.above, element.format)}"))
    if exact.is_tie:
        console.print(Text("  exactly half-way: a tie, to the even neighbour (R1)"))
    else:
        where = f"{exact.position:.12g} of the way from below to above"
        off = abs(exact.position - 0.5)
        console.print(Text(f"  position {where}, {off:.3g} ulp from the midpoint"))
    console.print(Text(f"  rounded  {_short(exact.rounded, element.format)}"))


def _short(pattern: int, form: str) -> str:
    bits, decimal, hexadecimal = shown_bits(pattern, form)
    return f"{bits}  {decimal}  {hexadecimal}".rstrip()


def _show_tree(console: Console, facts: Facts) -> None:
    op = get_op(facts.case.call.op)
    if (
        op.op_class != "tree"
        or not {"T1", "T4"} & set(op.clauses)
        or not 0 < facts.terms <= SHOWN_TERMS
    ):
        return
    tree = (trees.contraction if "T4" in op.clauses else trees.balanced)(facts.terms)
    fused = ", every product fused into its addition" if "T4" in op.clauses else ""
    console.print(Text(f"\ncanonical tree over {facts.terms} terms{fused}"))
    console.print(Text(f"  {trees.draw_text(tree)}"))


def _show_result(console: Console, facts: Facts) -> None:
    result, subject = facts.result, facts.subject
    if result is None or subject is None:
        return
    where = f"{subject.spelled}:{subject.device.name}"
    style = "bold green" if facts.is_right else "bold red"
    reason = f": {result.reason}" if result.reason else ""
    elements = f" ({result.elements} elements)" if facts.is_right else ""
    console.print(Text(f"\n{where}: {result.outcome}{elements}{reason}", style=style))
    if result.diagnosis is not None:
        show_diagnosis(console, result.diagnosis)
    address = facts.element.address if facts.element is not None else facts.case.id
    console.print(Text(f"repeat: {subject.explain_command(address)}"))


def show_diagnosis(console: Console, diagnosis: Diagnosis) -> None:
    """Print a diagnosis and its details."""
    sure = "reproduces these bits; chance is excluded"
    if not diagnosis.confirmed:
        whole = diagnosis.details.get(REPRODUCES) == ALL
        sure = "consistent with these bits" if whole else "described, not reproduced"
    if diagnosis.name in (RACE, HISTORY, UNSTEADY):
        sure = "seen by running the call again"
    if diagnosis.name.startswith("law:"):
        sure = "the same when repeated" if diagnosis.confirmed else "not the same when repeated"
    console.print(Text(f"diagnosis: {diagnosis.name} ({sure})", style="bold"))
    console.print(Text(f"  {diagnosis.text}"))
    for name, value in diagnosis.details.items():
        if name != "svg":
            console.print(Text(f"  {name}: {value}"))
