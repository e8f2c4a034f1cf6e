"""`samebits explain`: show one case, or one element of it, in full detail."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import click

from samebits.conformance import budget
from samebits.conformance.calls.subject import open_subject, split_device
from samebits.conformance.console import make_console
from samebits.conformance.explaining import explain_view as view
from samebits.conformance.explaining.explain_drawn import drawn_case, show_drawn
from samebits.conformance.explaining.explain_facts import gather_facts
from samebits.conformance.explaining.explain_law import law_case, show_law
from samebits.conformance.explaining.explain_refused import refused_case, show_refused
from samebits.conformance.explaining.explain_trajectory import show_trajectory
from samebits.conformance.questions.cases import PREFIX
from samebits.conformance.questions.seeded import new_seed, parse_seed
from samebits.conformance.refused.refused_catalog import is_refused_id
from samebits.conformance.trajectories.trajectory_catalog import (
    PREFIX as TRAJECTORY,
    look_up_trajectories,
)
from samebits.vectors.reader import Vectors


@click.command(
    epilog="\b\nExamples:\n"
    "  samebits explain exp/f32/hard --backend numpy\n"
    "  samebits explain exp/f32/hard/c16912cd --backend numpy   (one element)",
)
@click.argument("address", metavar="CASE_ID_OR_ADDRESS")
@click.option(
    "--backend",
    metavar="NAME[:DEVICE]",
    help="Run the case on this backend; default: show wanted bits only.",
)
@click.option("--device", metavar="DEVICE", help="Device of the backend; default: the first.")
@click.option(
    "--vectors",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Vectors in another folder.",
)
@click.option(
    "--seed",
    metavar="SEED",
    help="Seed of drawn questions, for example from a report; default: a new one.",
)
@click.option(
    "--budget",
    "seconds",
    type=click.IntRange(min=0),
    default=int(budget.SECONDS),
    show_default=True,
    metavar="SECONDS",
    help="Time limit for finding the mistake behind wrong bits; 0: no limit.",
)
@click.pass_context
def command(
    context: click.Context,
    address: str,
    backend: str | None,
    device: str | None,
    folder: Path | None,
    seed: str | None,
    seconds: int,
) -> None:
    """Show one case in full: operands, wanted and returned bits, the exact value, the mistake.

    Bits are shown in hexadecimal, as decimal numbers, and as hexadecimal floats. With --backend
    the case is run, and a wrong result is diagnosed; the exit status is then 1.

    A law (law/threads/sum/f32) is checked on the backend. If the law is broken, both results are
    shown. Drawn questions (drawn/operands/sum/f32/1) and laws are drawn from --seed. For
    refused calls (sum/f32/refused/formats) each call is shown with the answer of the backend. A
    trajectory (trajectory/perceptron/f32/small/steps) is run, and the first op that differs is
    shown.
    """
    if device is not None and backend is None:
        raise click.UsageError("--device needs --backend")
    context.with_resource(budget.limited(seconds))
    if backend is not None:
        backend, device = split_device(backend, device)
    console = make_console()
    if address.startswith("law/"):
        law = law_case(address)
        with ExitStack() as stack:
            subject = stack.enter_context(open_subject(backend, device)) if backend else None
            if not show_law(console, law, subject, parse_seed(seed) if seed else ""):
                context.exit(1)
        return
    if address.startswith(TRAJECTORY):
        (run,) = look_up_trajectories([address])
        with ExitStack() as stack:
            subject = stack.enter_context(open_subject(backend, device)) if backend else None
            if not show_trajectory(console, run, subject):
                context.exit(1)
        return
    vectors = Vectors.open(folder)
    if address.startswith(PREFIX):
        drawn = drawn_case(address, vectors)
        chosen = parse_seed(seed) if seed else new_seed()
        with ExitStack() as stack:
            subject = stack.enter_context(open_subject(backend, device)) if backend else None
            if not show_drawn(console, drawn, chosen, subject):
                context.exit(1)
        return
    if is_refused_id(address.partition("@")[0]):
        refused = refused_case(address, vectors)
        with ExitStack() as stack:
            subject = stack.enter_context(open_subject(backend, device)) if backend else None
            if not show_refused(console, refused, subject):
                context.exit(1)
        return
    case = vectors.case(address)
    with ExitStack() as stack:
        subject = stack.enter_context(open_subject(backend, device)) if backend else None
        facts = gather_facts(case, address, subject)
        view.show(console, facts, vectors.flags)
        if subject is not None and not facts.is_right:
            context.exit(1)
