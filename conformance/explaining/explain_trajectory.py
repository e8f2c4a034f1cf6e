"""Output of `samebits explain` for a trajectory: its network, its roots and the result."""

from __future__ import annotations

from contextlib import nullcontext

from rich.console import Console
from rich.table import Table
from rich.text import Text

from samebits.backends import executor
from samebits.backends.protocol import Unsupported
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import JudgeError
from samebits.conformance.explaining.explain_facts import shown_bits
from samebits.conformance.explaining.explain_view import show_diagnosis
from samebits.conformance.judging.trajectorywork import judge_trajectory
from samebits.conformance.results.records import CaseResult
from samebits.conformance.trajectories.laws import all_laws
from samebits.conformance.trajectories.roots import roots_of
from samebits.conformance.trajectories.trajectory_catalog import STEPS, TrajectoryCase


def asks(case: TrajectoryCase) -> str:
    """Return, in words, the root digests that a backend must reproduce, and how they were made."""
    if case.what != STEPS:
        return all_laws()[case.what].says
    known = roots_of(case.trajectory)
    steps, proven = len(known.roots), known.proven
    made = "c:baseline, with which every device has to agree"
    return (
        f"the root of every step of {steps}; the oracle made {proven or 'none'} of them"
        + (f", c:baseline the others: {made}" if 0 < proven < steps else "")
        + (f"; all are of {made}" if not proven else "")
    )


def show_trajectory(console: Console, case: TrajectoryCase, subject: Subject | None) -> bool:
    """Print a trajectory, and run it on a backend if there is one.

    Return False if a difference is found, else True. Raises JudgeError if the backend does not
    support a call of the trajectory.
    """
    console.print(Text(case.id, style="bold"))
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("network", Text(case.trajectory.summary))
    table.add_row("asks", Text(asks(case)))
    table.add_row("rules", "G20 (spec/SPEC.md), docs/trajectories.md")
    console.print(table)
    if subject is None:
        return True
    for call in case.calls():
        support = executor.supports(subject.session, call)
        if isinstance(support, Unsupported):
            raise JudgeError(f"{subject.spelled} does not support {call}: {support.reason}")
    result = judge_trajectory(subject, case, nullcontext)
    right = result.outcome in ("pass", "not_run")
    where, style = f"{subject.spelled}:{subject.device.name}", "bold green" if right else "bold red"
    reason = f": {result.reason}" if result.reason else f" (compared: {result.elements})"
    console.print(Text(f"\n{where}: {result.outcome}{reason}", style=style))
    if result.diagnosis is not None:
        show_diagnosis(console, result.diagnosis)
        _show_elements(console, result, result.diagnosis.details.get("format", ""))
    if not right:
        console.print(Text(f"repeat: {subject.explain_command(case.id)}"))
    return right


def _show_elements(console: Console, result: CaseResult, name: str) -> None:
    if not result.examples:
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("element", "wanted", "got", ""):
        table.add_column(Text(title), overflow="fold")
    for example in result.examples:
        sides = (shown_bits(int(bits, 16), name) for bits in (example.wanted, example.got))
        (a, a_decimal, _), (b, b_decimal, _) = sides
        far = "" if example.ulp is None else f"{example.ulp} ulp"
        table.add_row(str(example.index), f"{a}  {a_decimal}", f"{b}  {b_decimal}", far)
    console.print(table)
