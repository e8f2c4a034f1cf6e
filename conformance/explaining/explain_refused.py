"""Output of `samebits explain` for malformed calls: each call, and the backend's answer."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from samebits.backends import executor
from samebits.backends.protocol import BackendError, Unsupported
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import JudgeError, one_line
from samebits.conformance.explaining.explain_view import show_diagnosis
from samebits.conformance.judging.refusedwork import judge_refused, put
from samebits.conformance.refused.malformed import Malformed
from samebits.conformance.refused.refused_catalog import PART, RefusedCase, refused_cases
from samebits.spec.catalog import get_op
from samebits.vectors.reader import Vectors


def refused_case(address: str, vectors: Vectors) -> RefusedCase:
    """Return the case of malformed calls with an id.

    Raises SamebitsError that names the known cases if there is no such case.
    """
    identity = address.partition("@")[0]
    op, label, *_ = identity.split("/")
    every = refused_cases(vectors.cases(ops=[get_op(op).name], sets=("golden",)), [op])
    found = [case for case in every if case.label == label]
    if not found:
        labels = dict.fromkeys(case.label for case in every)
        raise JudgeError(f"{op} has no format {label!r}; known: {', '.join(labels)}")
    for case in found:
        if case.id == identity:
            return case
    known = ", ".join(case.what for case in found)
    raise JudgeError(f"there is no case {identity!r}; {op}/{label}/{PART} has {known}")


def show_refused(console: Console, case: RefusedCase, subject: Subject | None) -> bool:
    """Print the calls, and make them on a backend if there is one.

    Return whether the case passes on the backend, or True without a backend. Raises JudgeError if
    the backend does not support the well-formed call.
    """
    calls = case.group().calls
    console.print(Text(case.id, style="bold"))
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("asks", "calls that are errors: a refusal is wanted, and nothing written (C2)")
    table.add_row("rules", f"{' '.join(case.rules)} (spec/SPEC.md, spec/SPEC-OPS.md)")
    if subject is not None:
        for well_formed in case.calls():
            support = executor.supports(subject.session, well_formed)
            if isinstance(support, Unsupported):
                text = f"{subject.spelled} does not support {well_formed}: {support.reason}"
                raise JudgeError(text)
    for number, call in enumerate(calls, 1):
        table.add_row(f"call {number}", Text(str(call)))
        if subject is not None:
            table.add_row("", _came(subject, call))
    table.add_row("then", f"{case.known.id}, which has to be right")
    console.print(table)
    if subject is None:
        return True
    passing, unless = judge_refused(subject, case, {})
    result = unless or passing  # the golden case is not run separately here
    right = result.outcome == "pass"
    where = f"{subject.spelled}:{subject.device.name}"
    reason = f": {result.reason}" if result.reason else f" (refused: {result.elements})"
    style = "bold green" if right else "bold red"
    console.print(Text(f"\n{where}: {result.outcome}{reason}", style=style))
    if result.diagnosis is not None:
        show_diagnosis(console, result.diagnosis)
    if not right:
        console.print(Text(f"repeat: {subject.explain_command(case.id)}"))
    return right


def _came(subject: Subject, call: Malformed) -> Text:
    """Make one malformed call and return the backend's answer as text."""
    try:
        answer = put(subject.session, call)
    except BackendError as error:
        return Text(one_line(error), style="bold red")
    return Text(answer.text(), style="green" if answer.is_right else "bold red")
