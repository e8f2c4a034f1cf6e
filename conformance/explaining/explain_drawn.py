"""Output of `samebits explain` for drawn questions: the questions and the answers."""

from __future__ import annotations

from contextlib import nullcontext

from rich.console import Console
from rich.table import Table
from rich.text import Text

from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import JudgeError
from samebits.conformance.explaining.explain_view import show_diagnosis
from samebits.conformance.judging.questionwork import explain_drawn, judge_drawn
from samebits.conformance.questions.cases import FORMS, DrawnCase, look_up_drawn
from samebits.conformance.questions.certificate_blocks import drawn_blocks
from samebits.conformance.questions.wanted import Answers
from samebits.conformance.results.records import CaseResult
from samebits.vectors.reader import Vectors

_QUESTIONS_SHOWN = 8


def drawn_case(address: str, vectors: Vectors) -> DrawnCase:
    """Return the drawn case of an id or of an element's address.

    Raises JudgeError if there is no such case.
    """
    identity = address.partition("@")[0]
    found = look_up_drawn(vectors.exhaustive_cases(), [identity])
    if not found:
        raise JudgeError(
            f"there is no case {identity!r}; ids of drawn questions have the form "
            f"drawn/FORM/OP/FORMAT/PART, where FORM is one of {', '.join(FORMS)}"
        )
    return found[0]


def show_drawn(console: Console, case: DrawnCase, seed: str, subject: Subject | None) -> bool:
    """Print the questions, and run them on a backend if there is one.

    Return whether its answers are right, or True without a backend.
    """
    console.print(Text(case.id, style="bold"))
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("asks", FORMS[case.form])
    table.add_row("seed", seed)
    if case.proof is not None:
        certificate = case.proof.certificate()
        blocks = drawn_blocks(certificate, case.id, seed)
        listed = f"{', '.join(map(str, blocks))} of {certificate.domain.blocks}"
        table.add_row("blocks", Text(f"{listed}"))
    questions = case.questions(seed)
    for number, question in enumerate(questions[:_QUESTIONS_SHOWN], 1):
        table.add_row(f"call {number}", Text(str(question)))
    if len(questions) > _QUESTIONS_SHOWN:
        table.add_row("", f"and {len(questions) - _QUESTIONS_SHOWN} more")
    console.print(table)
    if subject is None:
        return True
    result, wrong = judge_drawn(subject, case, seed, Answers(None), nullcontext)
    if wrong is not None:
        result = explain_drawn(subject, case, result, wrong)
    _show_result(console, result, subject)
    if result.outcome != "pass":
        console.print(Text(f"repeat: {subject.explain_command(case.id, seed)}"))
    return result.outcome == "pass"


def _show_result(console: Console, result: CaseResult, subject: Subject) -> None:
    where = f"{subject.spelled}:{subject.device.name}"
    style = "bold green" if result.outcome == "pass" else "bold red"
    reason = f": {result.reason}" if result.reason else f" ({result.elements} elements)"
    console.print(Text(f"\n{where}: {result.outcome}{reason}", style=style))
    if result.examples:
        table = Table(box=None, pad_edge=False, header_style="dim")
        for title in ("element", "operands", "wanted", "got", ""):
            table.add_column(title, overflow="fold")
        for example in result.examples:
            far = "" if example.ulp is None else f"{example.ulp} ulp"
            sides = (example.wanted or "(digest only)", example.got)
            table.add_row(str(example.index), " ".join(example.inputs), *sides, far)
        console.print(table)
    if result.diagnosis is not None:
        show_diagnosis(console, result.diagnosis)
