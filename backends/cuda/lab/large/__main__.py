"""The command: `python -m samebits.backends.cuda.lab.large`. For exit statuses, see `main`."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from samebits.backends.cuda import backend
from samebits.backends.cuda.lab.gate.run import cores
from samebits.backends.cuda.lab.large import table
from samebits.backends.cuda.lab.large.cases import CASES
from samebits.backends.cuda.lab.large.formula import Formulas
from samebits.backends.cuda.lab.large.reference import Reference, piece_length
from samebits.backends.cuda.lab.large.row import NOT_RUN, Row, exit_status, run_case
from samebits.backends.cuda.session import CudaSession
from samebits.backends.protocol import BackendError
from samebits.common.numbers import Finite

LARGE = 2**31 + 5
LEAST = 10_000
"""The smallest number of elements: with fewer, a case would have too few pieces and tails."""


@click.command(epilog="Example: python -m samebits.backends.cuda.lab.large --device gpu0")
@click.option("--device", default="gpu0", show_default=True, help="A device of the backend cuda.")
@click.option(
    "--elements",
    type=click.IntRange(LEAST),
    default=LARGE,
    show_default=True,
    help="Elements of the large arrays, about; pieces are scaled with them.",
)
@click.option(
    "--rows",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Add each row to this file, as JSON; those that it holds are not run again.",
)
@click.option("--only", default="", help="Only cases whose name matches this expression.")
@click.option(
    "--seconds",
    type=Finite(0),
    default=8.0,
    show_default=True,
    help="Time to compare a case; then what is left of it stays uncompared.",
)
@click.option("--seed", type=click.IntRange(0, 2**31), default=1, show_default=True)
def main(
    device: str, elements: int, path: Path | None, only: str, seconds: float, seed: int
) -> None:
    """Run calls on arrays of more than 2^31 elements and compare the results.

    Exit status 0: everything ran and is right; 1: a result is wrong, or the device or the C backend
    cannot be used; 3: no result is wrong, but a case was not run, because it did not fit.
    """
    names = [name for name in CASES if re.search(only, name)]
    if not names:
        raise click.UsageError(f"no case matches {only!r}; there are: {', '.join(CASES)}")
    try:
        with (
            backend.open(device) as session,
            Reference(piece_length(elements), cores()) as reference,
        ):
            rows = run(session, reference, names, elements, seconds, seed, path, click.echo)
    except (BackendError, OSError) as error:
        sys.exit(f"error: {error}")
    sys.exit(exit_status(rows))


def run(
    session: CudaSession,
    reference: Reference,
    names: Sequence[str],
    elements: int,
    seconds: float,
    seed: int,
    path: Path | None,
    say: Callable[[str], None],
) -> list[Row]:
    """Run the cases, and print each row when it is ready.

    Raises BackendError if the device fails, and OSError if the rows cannot be written.
    """
    origin = _origin(session, reference, elements, seed)
    for name, text in origin.items():
        say(f"{name}: {text}")
    before = table.kept(path, origin) if path else {}
    started, rows = time.perf_counter(), list[Row]()
    for name in names:
        row = before.get(name)
        if row is not None:
            say(f"{row} (kept)")
        elif session.is_lost:
            row = Row(name, "", 0, NOT_RUN, "an earlier error has ended the use of the device")
            say(str(row))
        else:
            case = CASES[name](Formulas(reference.piece, seed), elements)
            row = run_case(session, reference, name, case, seconds, seed)
            say(str(row))
            if path:
                table.append(path, origin, row)
        rows.append(row)
    say(_summary(rows, time.perf_counter() - started))
    if path and session.is_lost and any(row.state == NOT_RUN for row in rows):
        say("the device is lost to this process: the same command runs what is left")
    return rows


def _origin(session: CudaSession, reference: Reference, elements: int, seed: int) -> dict[str, str]:
    """Return the conditions of the rows as text."""
    compared = reference.session.environment()
    return {
        **session.environment(),
        "compared with": f"c:{reference.session.device} {compared['source_digest']}",
        "elements": str(elements),
        "piece": str(reference.piece),
        "seed": str(seed),
    }


def _summary(rows: Sequence[Row], seconds: float) -> str:
    states = [row.state for row in rows]
    counts = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
    return f"{len(rows)} cases: {counts}; {seconds:.1f} s"


if __name__ == "__main__":
    main()
