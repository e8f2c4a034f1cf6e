"""The page of a run on a GPU. It is made from stored rows, on any machine.

This command makes it:

    python -m samebits.benchmarks.gpu.gpu_page ROWS... --markdown docs/results/speed-cuda.md
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from samebits.benchmarks.gpu import gpu_record as record, sections
from samebits.benchmarks.gpu.ceilings import UNITS, bounding
from samebits.benchmarks.gpu.figures import Ceilings, shown_rate, verdict
from samebits.benchmarks.gpu.tables import dependence, differences, section
from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically

Line = Mapping[str, Any]


def page(lines: Sequence[Line]) -> str:
    """Return the page in Markdown from the lines of a record, the environment first."""
    environment, *others = lines
    heights = [x for x in others if x["kind"] == "ceilings"]
    # The latest row with each name counts.
    found = {x["name"]: x for x in others if x["kind"] == "row"}
    rows = [x for x in found.values() if "error" not in x]
    failed = [x for x in found.values() if "error" in x]
    ceilings = Ceilings(*bounding(heights), is_speed=not environment["stand_in"])
    parts = [
        _head(environment),
        _ceilings(heights),
        _verdicts(rows),
        *(section(name, own, ceilings) for name, own in _by_section(rows)),
        dependence(rows),
        differences(rows, ceilings),
        _failed(failed),
        _environment(environment),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


_LEGEND = """\
Measured on {day} by `python -m samebits.benchmarks cuda`. Times are medians of runs that took
turns. Arrays are larger than every cache, except in the section of small calls.

- PyTorch and CuPy have their time and a ratio: their time divided by the time of samebits, with its
  quartiles in brackets. Above 1, samebits is faster. They multiply binary32 without TensorFloat-32.
- The share is a part of the ceiling that limits a row. A ceiling is measured in the same run: the
  rate at which bytes are moved (the larger of copy and triad), or the rate of fused multiply-adds
  of binary32. If both apply, it is the one that takes longer.
- The host's time is the time until a call returns to the program."""


def _head(environment: Line) -> str:
    device = environment["facts"].get("samebits device", environment["device"])
    parts = [f"# Speed of the CUDA backend: {device}"]
    if environment["stand_in"]:
        parts.append(f"**This page is of {environment['stand_in']}.**")
    return "\n\n".join([*parts, _LEGEND.format(day=environment["day"])])


def _ceilings(lines: Sequence[Line]) -> str:
    head = "## Ceilings\n\n"
    measured = [x for x in lines if "rates" in x]
    if not measured:
        reason = lines[-1]["reason"] if lines else "not measured, because the run ended before"
        return head + reason + "."
    ends = [x for x in measured if x["when"] == "end"]
    first, last = measured[0], ends[-1] if ends else None
    rows = ["| ceiling | at the beginning | at the end | difference |", "|---|---:|---:|---:|"]
    for name, unit in UNITS.items():
        begun = first["rates"][name]
        ended = "not measured" if last is None else shown_rate(last["rates"][name], unit)
        apart = "" if last is None else f"{100 * (last['rates'][name] / begun - 1):+.1f} %"
        rows.append(f"| {name} | {shown_rate(begun, unit)} | {ended} | {apart} |")
    if last is None:
        rows += ["", "The run was ended early, so how far clocks drifted is not known."]
    moments = [f"{x['when']}: {_told(x['clocks'])}" for x in (first, last) if x and x["clocks"]]
    return head + "\n".join(rows) + ("\n\n" + "; ".join(moments) + "." if moments else "")


def _told(facts: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in facts.items())


def _verdicts(rows: Sequence[Line]) -> str:
    verdicts = {row["name"]: verdict(row) for row in rows if row["least"] is not None}
    if not verdicts:
        return ""
    met = sum(text.endswith("met") for text in verdicts.values())
    lines = [
        "## Targets",
        "",
        "The least ratios to PyTorch: elementwise ops in f32, sum and softmax 0.87 (at most 1.15"
        " times its time);",
        "matmul f32 of 2048 and more 0.80; conv2d 0.60; scatter_add 0.33.",
        "",
        f"{met} of {len(verdicts)} targets are met."
        + (" Missed or not measured:" if met < len(verdicts) else ""),
    ]
    others = [f"- {n}: {text}" for n, text in verdicts.items() if not text.endswith("met")]
    return "\n".join([*lines, *([""] if others else []), *others])


def _by_section(rows: Sequence[Line]) -> Iterator[tuple[str, list[Line]]]:
    names = [*dict.fromkeys((*sections.TITLES, *(row["section"] for row in rows)))]
    for name in names:
        own = [row for row in rows if row["section"] == name]
        if own:
            yield name, own


def _failed(rows: Sequence[Line]) -> str:
    if not rows:
        return ""
    return "\n".join(
        ["## Rows that failed", "", *(f"- {row['name']}: {row['error']}" for row in rows)]
    )


def _environment(environment: Line) -> str:
    facts = (f"- {name}: {value}" for name, value in environment["facts"].items())
    return "\n".join(["## Environment", "", *facts])


@click.command(
    epilog="Example: python -m samebits.benchmarks.gpu.gpu_page bench.jsonl --markdown x.md"
)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="ROWS")
@click.option("--markdown", type=click.Path(path_type=Path), help="Where to; else it is printed.")
def main(paths: tuple[Path, ...], markdown: Path | None) -> None:
    """Make the page from one or more files of rows of the suite cuda, of one environment."""
    try:
        text = page(record.merged(list(paths)))
        if markdown is None:
            click.echo(text, nl=False)
        else:
            write_atomically(markdown, text.encode())
    except (SamebitsError, OSError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
