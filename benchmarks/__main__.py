"""`python -m samebits.benchmarks [SUITE ...]`: print speed ratios against PyTorch from one run."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import sys
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from samebits.backends import discovery
from samebits.backends.protocol import BackendError, ConfigurableSession
from samebits.benchmarks import suites
from samebits.benchmarks.measure import Measured, measure
from samebits.spec.errors import SamebitsError
from samebits.spec.files import write_atomically

SUITES = sorted(m.name for m in pkgutil.iter_modules(suites.__path__))


def _rate(value: float, unit: str) -> str:
    return f"{value / 1e9:.4g} G{unit}/s"


def _row(table: Table, threads: int, result: Measured) -> None:
    table.add_row(
        result.name,
        str(threads),
        _rate(result.ours_rate, result.unit),
        _rate(result.peer_rate, result.unit),
        f"{result.ratio:.2f}",
        f"{result.low:.2f} .. {result.high:.2f}",
    )


@click.command(epilog="Example: python -m samebits.benchmarks contract --device avx512 --threads 1")
@click.argument("names", nargs=-1, type=click.Choice(SUITES))
@click.option("--backend", default="c", show_default=True, help="Backend to measure.")
@click.option("--device", default=None, help="Its device; the best available one if left out.")
@click.option("--threads", type=int, multiple=True, help="Thread counts; 1 and all if left out.")
@click.option("--seconds", default=1.5, show_default=True, help="Time for each pair.")
@click.option("--json", "json_path", type=click.Path(path_type=Path), help="Also write figures.")
def main(
    names: tuple[str, ...],
    backend: str,
    device: str | None,
    threads: tuple[int, ...],
    seconds: float,
    json_path: Path | None,
) -> None:
    """Measure a backend against PyTorch, the two sides alternating, and print the ratios.

    The ratio is PyTorch's time divided by ours: above 1, samebits is faster.
    """
    # A pipe or a log has no width of its own; a row should stay a line there.
    console = Console(width=None if sys.stdout.isatty() else 120)
    try:
        found = discovery.load(backend)
        usable = [d.name for d in found.devices() if d.available]
        if not usable:
            raise BackendError(f"{backend} has no available device; see `samebits doctor`")
        chosen = device or usable[-1]
        counts = threads or tuple(dict.fromkeys((1, os.cpu_count() or 1)))
        records = []
        with found.open(chosen) as session:
            for name in names or SUITES:
                suite = importlib.import_module(f"{suites.__name__}.{name}")
                table = Table(title=f"{backend}:{chosen} against PyTorch, suite {name}")
                for title in ("work", "threads", "samebits", "PyTorch", "ratio", "quartiles"):
                    table.add_column(title, justify="left" if title == "work" else "right")
                for count in counts:
                    if isinstance(session, ConfigurableSession):
                        session.configure(threads=count)
                    for pair in suite.pairs(session, count):
                        with console.status(f"{pair.name}, {count} threads"):
                            result = measure(pair, seconds)
                        _row(table, count, result)
                        records.append({"suite": name, "threads": count, **asdict(result)})
                console.print(table)
        if json_path:
            figures = {"backend": backend, "device": chosen, "pairs": records}
            write_atomically(json_path, json.dumps(figures, indent=1).encode())
    except SamebitsError as error:
        console.print(f"error: {error}", style="red")
        sys.exit(2)


if __name__ == "__main__":
    main()
