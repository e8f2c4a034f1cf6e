"""The reviewed list of differences between a block and PyTorch: differences.txt, and its page.

    python -m samebits.torch.tests.meaning.differences

writes the list into docs/torch.md, between two markers. A line of the list has six fields,
separated by bars:

    label | entries | formats | operands | results | what the block has, why, and the clause

Entries are patterns of names (`*` matches any text), separated by semicolons. In a field, `*` means
any value. A difference that is not on the list is a defect.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from samebits.common.files import write_atomically
from samebits.torch.table import FOLDER
from samebits.torch.tests.meaning.sweep import Fault

LIST = Path(__file__).with_name("differences.txt")
PAGE = FOLDER.parents[1] / "docs" / "torch.md"
COMMAND = "python -m samebits.torch.tests.meaning.differences"
BEGIN, END = f"<!-- written by {COMMAND} -->", "<!-- end of what it writes -->"


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of the list: the calls that it covers, and the reason."""

    label: str
    entries: tuple[str, ...]
    formats: tuple[str, ...]
    operands: tuple[str, ...]
    results: tuple[str, ...]
    reason: str

    def covers(self, fault: Fault) -> bool:
        """Check whether this difference explains a fault."""
        fields = (
            (self.formats, fault.format),
            (self.operands, fault.operands),
            (self.results, fault.result),
        )
        return any(fnmatchcase(fault.entry, pattern) for pattern in self.entries) and all(
            wanted == ("*",) or value in wanted for wanted, value in fields
        )


@cache
def differences() -> tuple[Difference, ...]:
    """Return the list. Raises ValueError for a line without six fields and for a repeated label."""
    found: list[Difference] = []
    for number, line in enumerate(LIST.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split("|")]
        if len(fields) != 6 or fields[0] in {d.label for d in found}:
            raise ValueError(
                f"line {number} of {LIST.name} needs six fields, with a new label: {line}"
            )
        label, entries, *words, reason = fields
        patterns = tuple(entry.strip() for entry in entries.split(";"))
        found.append(Difference(label, patterns, *(tuple(w.split()) for w in words), reason))
    return tuple(found)


def label_of(fault: Fault) -> str | None:
    """Return the label of the first difference that covers a fault, or None if it is a defect."""
    return next((d.label for d in differences() if d.covers(fault)), None)


def unlisted(faults: Sequence[Fault]) -> list[Fault]:
    """Return the faults that no difference of the list covers."""
    return [fault for fault in faults if label_of(fault) is None]


def section() -> str:
    """Return the list as a Markdown table."""
    lines = ["| ops | where | difference |", "|---|---|---|"]
    for d in differences():
        names = ", ".join(f"`{e}`" for e in d.entries)
        where = [f"operands: {' '.join(d.operands)}"] if d.operands != ("*",) else []
        where += [" ".join(d.formats)] if d.formats != ("*",) else []
        where += [" ".join(d.results)] if d.results != ("*",) else []
        lines.append(f"| {names} | {'; '.join(where) or 'all'} | {d.reason} |")
    return "\n".join(lines)


def with_section(page: str) -> str:
    """Return the text of the page with the current list between its markers."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{section()}\n{END}{after}"


def main() -> None:
    """Write the list into the page."""
    page = PAGE.read_text(encoding="utf-8")
    write_atomically(PAGE, with_section(page).encode())


if __name__ == "__main__":
    main()
