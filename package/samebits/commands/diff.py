"""`samebits diff`: find the first difference between two witnesses of a model."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from samebits.common import witnesses
from samebits.conformance.calls.witnessing import differences

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(
    "diff",
    short_help="Compare two witnesses of a model (samebits.torch.witness).",
    epilog="Example: samebits diff here.npz there.npz",
)
@click.argument("first", type=_FILE)
@click.argument("second", type=_FILE)
def command(first: Path, second: Path) -> None:
    """Compare two files that samebits.torch.witness wrote, for one model on two machines.

    Names the first op, tensor and element that differ, with module and line. Exit status: 0 if
    all bits are equal, 1 if they differ, 2 if a file cannot be read.
    """
    a, b = witnesses.load(first), witnesses.load(second)
    lines = list(differences(a, b))
    for line in lines:
        click.echo(line)
    if lines:
        sys.exit(1)
    click.echo(f"equal: {len(a.steps)} steps, {a.digest}")
