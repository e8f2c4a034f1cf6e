"""Output of `samebits explain` for a law: its question, its calls, and its breach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from samebits.backends import executor
from samebits.backends.protocol import Unsupported
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import JudgeError
from samebits.conformance.explaining.explain_facts import shown_bits
from samebits.conformance.explaining.explain_view import show_diagnosis
from samebits.conformance.judging.lawwork import FORMAT, ONE_SIDE, OTHER_SIDE, judge_law
from samebits.conformance.laws.law_catalog import LawCase, all_laws
from samebits.conformance.results.records import Example
from samebits.spec.catalog import get_op

_SPECIMENS_SHOWN = 8


def law_case(address: str) -> LawCase:
    """Return the law case that an id such as `law/threads/sum/f32` names.

    Text after @ is ignored. Raises SamebitsError that names the unknown part of the id, or says
    that the law does not apply to the op.
    """
    parts = address.partition("@")[0].split("/")
    if len(parts) != 4:
        raise JudgeError(
            f"{address}: a law is named law/NAME/OP/FORMAT, such as law/threads/sum/f32"
        )
    _, law, op, label = parts
    if law not in all_laws():
        raise JudgeError(f"unknown law {law!r}; known: {', '.join(all_laws())}")
    labels = get_op(op).labels()
    if label not in labels:
        raise JudgeError(f"{op} has no format {label!r}; known: {', '.join(labels)}")
    case = LawCase(law, op, label)
    if not case.specimens():
        raise JudgeError(f"the law {law} does not apply to {op} in {label}")
    return case


def show_law(console: Console, case: LawCase, subject: Subject | None, seed: str = "") -> bool:
    """Print the law, and check it on a backend if there is one.

    Return False if the backend breaks the law, else True. Operands are drawn from `seed`
    (hexadecimal; "": the fixed operands). Raises JudgeError if the backend does not support a call
    of the law.
    """
    law, specimens = all_laws()[case.law], case.specimens(int(seed or "0", 16))
    console.print(Text(case.id, style="bold"))
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("law", Text(law.says))
    table.add_row("rules", f"{' '.join(law.rules)} (spec/SPEC.md)")
    for specimen in specimens[:_SPECIMENS_SHOWN]:
        table.add_row("put to", Text(str(specimen)))
    if len(specimens) > _SPECIMENS_SHOWN:
        table.add_row("", f"and {len(specimens) - _SPECIMENS_SHOWN} more")
    console.print(table)
    if subject is None:
        return True
    for call in case.calls():
        support = executor.supports(subject.session, call)
        if isinstance(support, Unsupported):
            raise JudgeError(f"{subject.spelled} does not support {call}: {support.reason}")
    result = judge_law(subject, case, seed)
    right = result.outcome in ("pass", "not_run", "not_applicable")
    where = f"{subject.spelled}:{subject.device.name}"
    style = "bold green" if right else "bold red"
    reason = f": {result.reason}" if result.reason and result.diagnosis is None else ""
    console.print(Text(f"\n{where}: {result.outcome}{reason}", style=style))
    if result.diagnosis is not None:
        show_diagnosis(console, result.diagnosis)
        _show_elements(console, result.examples, result.diagnosis.details)
    if not right:
        console.print(Text(f"repeat: {subject.explain_command(case.id, seed)}"))
    return right


def _show_elements(
    console: Console, examples: Sequence[Example], details: Mapping[str, str]
) -> None:
    if not examples:
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("element", details[ONE_SIDE], details[OTHER_SIDE], ""):
        table.add_column(Text(title), overflow="fold")
    for example in examples:
        bits = (int(side, 16) for side in (example.wanted, example.got))
        (a, a_decimal, _), (b, b_decimal, _) = (
            shown_bits(pattern, details[FORMAT]) for pattern in bits
        )
        far = "" if example.ulp is None else f"{example.ulp} ulp"
        table.add_row(str(example.index), f"{a}  {a_decimal}", f"{b}  {b_decimal}", far)
    console.print(table)
