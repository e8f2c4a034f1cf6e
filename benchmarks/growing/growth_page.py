"""The page about growth: a table of every op, the fastest-growing first, and plots."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from samebits.benchmarks.growing.growth_measuring import LEAST_TIME, Row
from samebits.benchmarks.speed_page import read_notes

MOST_EXPONENT = 1.15
"""Above this exponent, time grows faster than the declared work."""

MOST_RATIO = 3.0
"""Above this ratio to NumPy's time, an op is listed."""

COLUMNS, ROWS = 8, 7
"""The numbers of plots in a row and in a column of one sheet."""

CELL_WIDTH, CELL_HEIGHT, INNER = 132, 108, 14


_COLUMNS = """\
The columns of the table:

- **work**: the declared work of the op, as a formula of its sizes. `elements` is the number of
  elements read and written.
- **exponent**: the slope of log(time) over log(work), fitted to the last decade of work. 1 means
  proportional. Calls below {least} us are left out, because their fixed cost hides the cost of
  elements; `-` means that fewer than two sizes remain. A little above 1 is usual if operands do not
  fit into the caches.
- **ns**: the time for each unit of work at the largest size, in nanoseconds.
- **elements**: the largest size.
- **NumPy**: the time divided by the time of NumPy's function. Below 1, samebits is faster. `-`
  means that NumPy has no such function.
- **memory**: the peak memory of a call without its operands, but with its results, divided by the
  bytes of operands and results. Scratch memory of the C library is not counted.
- **by**: `kernel` means one C kernel. `nodes` means that the nodes of the op's graph run one after
  the other.

"""


def page(rows: Sequence[Row], facts: Mapping[str, str], sheets: Sequence[str]) -> str:
    """Return the page in Markdown. `sheets` are the paths of the plots, relative to the page."""
    notes = read_notes("growth")
    ordered = sorted(rows, key=lambda row: (-(row.exponent or -1.0), row.op))
    fast = [row for row in ordered if (row.exponent or 0.0) > MOST_EXPONENT]
    slow = [row for row in rows if (row.numpy or 0.0) > MOST_RATIO]
    lines = [
        "# How the cost of every op grows",
        "",
        "Repeat the measurement with",
        "",
        "    nox -s bench -- growth --markdown docs/results/speed-growth.md",
        "",
        "The suite calls every op of the specification as `samebits.numpy` does, on operands of",
        "f32 (or of the only formats that the op has), in C order. All sizes of the operands grow",
        "together, from 10^3 to 10^6 elements that a call reads and writes. A slow op stops at",
        "fewer elements. Times are processor time of one process with one thread, the best of",
        "several runs, because other processes used the machine at the same time. They are upper",
        "bounds.",
        "",
        *(f"- {name}: {value}" for name, value in facts.items()),
        "",
        *_COLUMNS.format(least=f"{LEAST_TIME * 1e6:.0f}").splitlines(),
        f"{len(rows)} ops.",
        _named(fast, "grow faster than their work", "exponent", MOST_EXPONENT),
        _named(slow, "take longer than NumPy", "ratio", MOST_RATIO),
        "",
        *(f"- `{name}` {notes[name]}." for name in sorted({row.op for row in rows} & notes.keys())),
        "",
        "| op | work | exponent | ns | elements | NumPy | memory | by |",
        "|---|---|---:|---:|---:|---:|---:|---|",
        *(_line(row) for row in ordered),
        "",
        "## Plots",
        "",
        "Time over declared work, both logarithmic; the grey line is proportional to the work.",
        "",
        *(f"![Time over work, sheet {i}]({path})\n" for i, path in enumerate(sheets, 1)),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _named(rows: Sequence[Row], what: str, kind: str, most: float) -> str:
    """Return a sentence that names the ops beyond a limit."""
    if not rows:
        return f"None of them {what} ({kind} above {most:g})."
    return f"{len(rows)} {what} ({kind} above {most:g}): {', '.join(f'`{r.op}`' for r in rows)}."


def _line(row: Row) -> str:
    last = row.points[-1]
    exponent, ratio = (
        "-" if value is None else f"{value:.2f}" for value in (row.exponent, row.numpy)
    )
    cells = (
        f"`{row.op}`", row.work, exponent, f"{last.seconds / last.work * 1e9:.3g}",
        f"{last.elements:,}", ratio, f"{row.peak:.2f}", "kernel" if row.kernel else "nodes",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def sheets(rows: Sequence[Row]) -> list[str]:
    """Return SVG sheets of small plots, one plot for each op, sorted by name."""
    ordered = sorted(rows, key=lambda row: row.op)
    size = COLUMNS * ROWS
    return [_sheet(ordered[i : i + size]) for i in range(0, len(ordered), size)]


def _sheet(rows: Sequence[Row]) -> str:
    height = CELL_HEIGHT * math.ceil(len(rows) / COLUMNS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * CELL_WIDTH} {height}" '
        'font-family="sans-serif" font-size="8">',
        f'<rect width="{COLUMNS * CELL_WIDTH}" height="{height}" fill="white"/>',
    ]
    for number, row in enumerate(rows):
        x, y = number % COLUMNS * CELL_WIDTH, number // COLUMNS * CELL_HEIGHT
        parts.append(f'<g transform="translate({x} {y})">{_plot(row)}</g>')
    return "\n".join([*parts, "</svg>", ""])


_ROOM = 27
"""The length of a title, in letters, up to which it need not be narrowed."""


def _plot(row: Row) -> str:
    """Return a plot of one op: its points, and a line of slope 1 through the last point."""
    colour = "#d62728" if (row.exponent or 0.0) > MOST_EXPONENT else "#1f77b4"
    title = row.op if row.exponent is None else f"{row.op} {row.exponent:.2f}"
    narrow = f' textLength="{CELL_WIDTH - 8}" lengthAdjust="spacingAndGlyphs"'
    points = [(math.log10(p.work), math.log10(p.seconds)) for p in row.points]
    left, right = points[0][0], max(points[-1][0], points[0][0] + 1e-9)
    low = min(y for _, y in points)
    low = min(low, points[-1][1] - (right - left))
    span = max(max(y for _, y in points) - low, 1e-9)

    def place(x: float, y: float) -> str:
        across = INNER + (x - left) / (right - left) * (CELL_WIDTH - 2 * INNER)
        down = CELL_HEIGHT - INNER - (y - low) / span * (CELL_HEIGHT - 3 * INNER)
        return f"{across:.1f},{down:.1f}"

    end = points[-1]
    ideal = f"{place(left, end[1] - (right - left))} {place(*end)}"
    line = " ".join(place(x, y) for x, y in points)
    dots = "".join(
        '<circle cx="{}" cy="{}" r="1.5" fill="{}"/>'.format(*place(x, y).split(","), colour)
        for x, y in points
    )
    return (
        f'<text x="4" y="10"{narrow if len(title) > _ROOM else ""}>{escape(title)}</text>'
        f'<polyline points="{ideal}" fill="none" stroke="#bbbbbb"/>'
        f'<polyline points="{line}" fill="none" stroke="{colour}"/>{dots}'
    )
