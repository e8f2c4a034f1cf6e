"""A heat map over all devices, with a cell for each op and format, cut into dense blocks.

Ops of one profile with the same formats share a block, so every column of a block is used. If a
block has more formats than ops, it is transposed: its ops become the columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from samebits.conformance.results.records import CaseResult
from samebits.reports.outcomes import LOOKS
from samebits.reports.summary import (
    Cell,
    Counts,
    State,
    counts_of,
    ends,
    format_order,
    profile_order,
    state_of,
    text_of,
)

ROWS = 26
"""The number of rows after which the next block begins."""

_TURNED_FROM = 9
"""The smallest number of columns for which a block with fewer rows is transposed."""

_EMPTY_SHARE = 4
"""A row joins a block if at most a quarter of its cells stay empty, or one cell of three."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One op in one format, with its results on every device on which it was judged."""

    name: str
    cells: tuple[tuple[str, Cell], ...]

    @property
    def counts(self) -> Counts:
        """Return the number of cases for each outcome, over all devices."""
        return counts_of(result for _, cell in self.cells for result in cell.results)

    @property
    def state(self) -> State:
        """Return the state over all devices. One bad case is enough to make it bad."""
        return state_of(self.counts)

    @property
    def text(self) -> str:
        """Return the number of cases on all devices, as text for a cell."""
        return text_of(self.counts)

    @property
    def words(self) -> str:
        """Return the details of a cell: `45 pass`, or a text for each device if they differ."""
        said = {device: in_words(cell.counts) for device, cell in self.cells}
        if len(set(said.values())) > 1:
            return f"{self.name}: " + "; ".join(f"{d} {text}" for d, text in said.items())
        each = f" on each of {len(said)} devices" if len(said) > 1 else ""
        return f"{self.name}: {next(iter(said.values()))}{each}"


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the heat map: titles of rows and columns, and a spot or None in each cell."""

    group: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Spot | None, ...]], ...]

    @property
    def spots(self) -> list[Spot]:
        """Return all spots, row by row."""
        return [spot for _, spots in self.rows for spot in spots if spot is not None]

    @property
    def ops(self) -> tuple[str, ...]:
        """Return the titles of the ops. In a transposed block, they are the columns."""
        return self.columns if self.corner == "format" else tuple(title for title, _ in self.rows)


def in_words(counts: Counts) -> str:
    """Return a text such as `42 pass, 3 fail` with every outcome, the most severe outcome first."""
    return ", ".join(f"{number:,} {LOOKS[outcome].word}" for outcome, number in counts.items())


def blocks(reports: Mapping[str, Sequence[CaseResult]]) -> list[Block]:
    """Return the heat map of results (for example golden cases) by name of the device."""
    rows = _rows(reports)
    found: list[Block] = []
    for group in dict.fromkeys(group for group, _ in rows):
        mine = {title: row for (g, title), row in rows.items() if g == group}
        for columns, titles in _alike(mine):
            part = [(title, tuple(mine[title].get(c) for c in columns)) for title in titles]
            found += _cut(group, columns, part)
    return found


_Key = tuple[str, str]
"""The profile and the title of a row."""


def _rows(reports: Mapping[str, Sequence[CaseResult]]) -> dict[_Key, dict[str, Spot]]:
    """Return the rows of all devices by profile and title, each with its spots by operand format.

    If operands of one format can have results of several formats, each result format that differs
    from the operand's format has a separate row: `cast → f16`.
    """
    targets: dict[tuple[str, str], set[str]] = {}
    found: dict[tuple[str, str, str], dict[str, list[CaseResult]]] = {}
    for device, results in reports.items():
        for r in results:
            source, target = ends(r.label)
            targets.setdefault((r.op, source), set()).add(target)
            found.setdefault((r.profile, r.op, r.label), {}).setdefault(device, []).append(r)
    rows: dict[_Key, dict[str, Spot]] = {}
    for (profile, op, label), devices in found.items():
        source, target = ends(label)
        own = target == source.partition("_")[0] or len(targets[op, source]) == 1
        name = f"{op}/{label}"
        cells = tuple((device, Cell(name, tuple(some))) for device, some in devices.items())
        row = rows.setdefault((profile, op if own else f"{op} → {target}"), {})
        row[source] = Spot(name, cells)
    return {key: rows[key] for key in sorted(rows, key=_place)}


def _place(key: _Key) -> tuple[tuple[int, str], str, tuple[int, str]]:
    op, _, target = key[1].partition(" → ")
    return profile_order(key[0]), op, format_order(target) if target else (-1, "")


def _alike(rows: Mapping[str, Mapping[str, Spot]]) -> list[tuple[list[str], list[str]]]:
    """Return groups of rows with similar columns, as pairs (columns, titles).

    The groups are in the order of their first rows.
    """
    found: list[tuple[set[str], list[str]]] = []
    for title in sorted(rows, key=lambda title: -len(rows[title])):
        own = set(rows[title])
        home = next((f for f in found if own <= f[0] and _fills(own, f[0])), None)
        if home is None:
            found.append((own, [title]))
        else:
            home[1].append(title)
    order = list(rows)
    sorted_parts = [(_sorted(columns), sorted(t, key=order.index)) for columns, t in found]
    return sorted(sorted_parts, key=lambda part: (-len(part[1]), order.index(part[1][0])))


def _fills(own: set[str], columns: set[str]) -> bool:
    return _EMPTY_SHARE * (len(columns) - len(own)) <= len(columns) + 1


def _cut(
    group: str, columns: Sequence[str], rows: Sequence[tuple[str, tuple[Spot | None, ...]]]
) -> list[Block]:
    """Return blocks with at most ROWS rows each and similar numbers of rows."""
    corner = "op"
    if len(columns) >= _TURNED_FROM and len(rows) < len(columns):
        titles = [title for title, _ in rows]
        turned = zip(*(spots for _, spots in rows), strict=True)
        rows = [(column, tuple(spots)) for column, spots in zip(columns, turned, strict=True)]
        columns, corner = titles, "format"
    parts = -(-len(rows) // ROWS)
    size = -(-len(rows) // parts)
    return [
        Block(group, corner, tuple(columns), tuple(rows[start : start + size]))
        for start in range(0, len(rows), size)
    ]


def _sorted(columns: Iterable[str]) -> list[str]:
    """Return the columns in order: single formats in the order of the specification, then pairs."""
    return sorted(columns, key=format_order)
