"""Command `python -m samebits.conformance.trials.orders`.

Operands are filled with stretches of NaN, infinities, absent elements and ordinary elements. All
orders of three such stretches occur. The results of all C devices and of the emulated CUDA device
are compared with the NumPy route of the oracles, which shares no code with them. The exit status is
1 if any result differs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from samebits.backends.c.library import source_digest
from samebits.conformance.questions.route import answerable
from samebits.conformance.scenes.specimens import Specimen, stretched
from samebits.conformance.trials import long_runs
from samebits.conformance.trials.orders import kept
from samebits.conformance.trials.orders.compared import DEVICES, Found, compare, opened
from samebits.conformance.trials.orders.orders_asked import asked_of, labels_of
from samebits.spec.catalog import all_ops


@click.command()
@click.option("--op", "ops", multiple=True, help="Only this op; repeatable.")
@click.option("--device", "devices", multiple=True, help="Only this device, as c:avx2; repeatable.")
@click.option("--every-format", is_flag=True, help="Labels of several formats too.")
@click.option("--quick", is_flag=True, help="Only what the judge asks: one size, one format.")
@click.option("--record", is_flag=True, help="Keep a record for docs/results/long-runs.md.")
@click.option("--resume", is_flag=True, help="Go on after the last op of an interrupted run.")
def main(
    ops: tuple[str, ...],
    devices: tuple[str, ...],
    every_format: bool,
    quick: bool,
    record: bool,
    resume: bool,
) -> None:
    """Compare all devices on stretches of NaN, absent and infinite elements, in every order."""
    if unknown := sorted(set(ops) - set(all_ops())):
        raise click.ClickException(f"{unknown[0]} is not an op; `samebits ops` lists all ops")
    with opened(devices or DEVICES) as sessions:
        state = {
            "sources": source_digest(),
            "devices": list(sessions),
            "every": every_format,
            "quick": quick,
        }
        rows = kept.read(state) if resume else {}
        rows = {name: row for name, row in rows.items() if not ops or name in ops}
        for name in ops or sorted(all_ops()):
            if name in rows:
                continue
            found = Found()
            for specimen in _specimens(name, every=every_format, quick=quick):
                compare(sessions, specimen, found)
            print(
                f"{name}: {found.calls:,} calls, {found.results:,} results, {found.refused:,} "
                f"refused, {len(found.differ)} differ",
                flush=True,
            )
            for text in found.differ[:3]:
                print(f"  {text}")
            rows[name] = found
            kept.write(state, rows)
        wrong = sum(len(found.differ) for found in rows.values())
        print(f"{', '.join(sessions)}: {wrong} calls differ from the NumPy route")
        if record:
            print(f"record: {long_runs.keep('orders', 'all', _record(list(sessions), rows))}")
    sys.exit(1 if wrong else 0)


def _specimens(name: str, *, every: bool, quick: bool) -> Iterator[Specimen]:
    """Yield the calls of an op, in the formats that the NumPy route supports.

    It does not support functions of one operand in binary32, because their certificates cover every
    input.
    """
    labels = [label for label in labels_of(name, every=every) if answerable(name, label)]
    for label in labels[:1] if quick else labels:
        yield from stretched(name, label) if quick else asked_of(name, label)


def _record(devices: Sequence[str], rows: Mapping[str, Found]) -> dict[str, Any]:
    """Return the record of a run, as docs/results/long-runs.md needs it."""
    found = list(rows.values())
    return {
        "day": long_runs.today(),
        "sources": source_digest(),
        "devices": list(devices),
        "ops": len(found),
        "calls": sum(each.calls for each in found),
        "results": sum(each.results for each in found),
        "refused": sum(each.refused for each in found),
        "differ": sum(len(each.differ) for each in found),
    }


if __name__ == "__main__":
    main()
