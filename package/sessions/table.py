"""The table of long runs as text: for the terminal, for CONTRIBUTING.md, and for error messages."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from sessions.record import Record
from sessions.records import GROUPS, RECORDS

PAGE = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
BEGIN = "<!-- records: written by `nox -s record -- --index` -->\n"
END = "<!-- end of records -->\n"

_HEAD = """\
Long runs. `nox -s record -- NAME [arguments]` runs one and keeps its record.
The arguments go to its program; CONTRIBUTING.md has an example for each.
Times are those of the whole run on two processors; "~": scaled from a part.
"""


def printed() -> str:
    """Return the table for a terminal of 80 columns."""
    lines = [_HEAD]
    for heading, rows in GROUPS.items():
        lines.append(f"{heading}:\n")
        for row in rows:
            lines.append(f"  {row.name:16} {row.time:>9}  {row.keeps or 'prints only'}")
            lines.append(f"    {row.what}")
        lines.append("")
    return "\n".join(lines)


def index() -> str:
    """Return the table for CONTRIBUTING.md, in Markdown."""
    head = (
        "| name | what it does | time | writes | arguments, for example |\n|---|---|---|---|---|\n"
    )
    return head + "".join(f"{line}\n" for line in _rows())


def with_index(text: str) -> str:
    """Return the text of CONTRIBUTING.md with the table replaced by the current table."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{index()}\n{END}{rest.split(END)[1]}"


def unknown(name: str) -> str:
    """Return the error message for a name that is not in the table."""
    near = [known for known in RECORDS if name and name in known]
    near += [known for known in get_close_matches(name, RECORDS, 3, 0.5) if known not in near]
    hint = f"did you mean {' or '.join(near[:3])}? " if near else ""
    return f"there is no long run {name!r}; {hint}`nox -s record` lists all"


def _rows() -> Iterator[str]:
    for rows in GROUPS.values():
        for row in rows:
            yield f"| `{row.name}` | {row.what} | {row.time} | {_link(row)} | {_example(row)} |"


def _link(row: Record) -> str:
    return f"[{Path(row.keeps).name}]({row.keeps})" if row.keeps else "prints only"


def _example(row: Record) -> str:
    return f"`-- {row.name} {row.example}`" if row.example else ""
