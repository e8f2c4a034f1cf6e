"""The suite `growth`: measure every op on one device, and write the figures and the page."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from samebits.benchmarks.growing import growth_page as page, growth_record as record
from samebits.benchmarks.growing.calls import grown
from samebits.benchmarks.growing.growth_measuring import Row, measured
from samebits.common import processor
from samebits.common.files import write_atomically
from samebits.numpy import device
from samebits.spec.catalog import all_ops, get_op

SECONDS = 2.0
"""The CPU time for each op, in seconds."""

FOLDER = "speed-growth"
"""The name of the folder with the plots, next to the page."""


def run(
    name: str,
    ops: Sequence[str],
    seconds: float | None,
    show: Callable[[str], object],
    json_path: Path | None,
    markdown: Path | None,
) -> None:
    """Measure the named ops, or every op, on a device such as `c:avx2`.

    Each op is printed when it is done, and the figures are written at that time. Named ops replace
    their rows in an existing file of figures. Raises SpecError for an unknown op, and BackendError
    for a missing device.
    """
    rows: dict[str, Row] = {}
    if ops and json_path and json_path.exists():
        rows = {row.op: row for row in record.read(json_path)[0]}
    facts: dict[str, str] = {}
    with device(name, threads=1) as chosen:
        session = chosen.session()
        for op in [get_op(name) for name in ops] or all_ops().values():
            has_kernel = bool(session.supports(grown(op, 1).call))
            rows[op.name] = measured(op, seconds or SECONDS, has_kernel=has_kernel)
            show(_line(rows[op.name]))
            facts = _facts(name, session.environment().get("source_digest", ""))
            if json_path:
                record.write(json_path, sorted(rows.values(), key=lambda row: row.op), facts)
    if markdown:
        write_page(markdown, list(rows.values()), facts)


def write_page(path: Path, rows: Sequence[Row], facts: dict[str, str]) -> None:
    """Write the page, and its plots to a folder next to it."""
    sheets = {f"{FOLDER}/{i}.svg": svg for i, svg in enumerate(page.sheets(rows), 1)}
    (path.parent / FOLDER).mkdir(exist_ok=True)
    for name, svg in sheets.items():
        write_atomically(path.parent / name, svg.encode())
    write_atomically(path, page.page(rows, facts, list(sheets)).encode())


def _line(row: Row) -> str:
    last = row.points[-1]
    exponent, ratio = (
        "-" if value is None else f"{value:.2f}" for value in (row.exponent, row.numpy)
    )
    return (
        f"{row.op}: {last.seconds * 1e3:.3g} ms for {last.elements:,} elements, exponent {exponent}"
        f" of {row.work}, NumPy {ratio}, memory {row.peak:.2f}"
    )


def _facts(name: str, digest: str) -> dict[str, str]:
    """Return the facts about the machine for the page.

    The load is the average of the last minutes.
    """
    one, _, fifteen = os.getloadavg()
    return {
        "device": name,
        "processor": processor.model(),
        "NumPy": np.__version__,
        "C sources": digest[:12] or "not stated",
        "load": f"{one:.1f} in the last minute, {fifteen:.1f} in the last 15 minutes, with "
        f"{os.cpu_count()} processors",
        "day": datetime.now(UTC).date().isoformat(),
    }
