"""The rules of SPEC.md by number: parsed, digested, and checked against all numbers ever used.

A paragraph, list item or table row that begins with its number is a rule. It is normative, with the
fenced code below it. A list or table that follows a rule's paragraph has numbers of its own.
`rules.txt` lists every number that was ever used, with the version that introduced it and, if it
was withdrawn, the version that withdrew it.

python -m samebits.spec.documents.rules    add new numbers to rules.txt, mark those that are gone
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from samebits.common.files import write_atomically
from samebits.spec.errors import SpecError

FOLDER = Path(__file__).parents[1]
TEXT = FOLDER / "SPEC.md"
ANNEX = FOLDER / "SPEC-OPS.md"
LEDGER = Path(__file__).with_name("rules.txt")

_CLAUSE = re.compile(r"### ([A-Z]\d+)\. (.+)")
_NUMBER = r"[A-Z]\d+(?:\.\w+)+"
_ITEM = re.compile(rf"- \*\*({_NUMBER})\*\* (.*)")
_ROW = re.compile(rf"\| ({_NUMBER}) \| (.*)")
_ANNEX_ROW = re.compile(r"\| (O\.\w+\.\w+) \| (.*)")
_LEDGER_LINE = re.compile(rf"({_NUMBER}) (\S+)(?: withdrawn (\S+))?")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its number (`T3.2`), its text on one line, and its words in backticks."""

    number: str
    text: str
    marked: frozenset[str] = frozenset()

    @property
    def clause(self) -> str:
        """The clause that contains the rule (`T3`)."""
        return self.number.split(".")[0]


@dataclass(frozen=True, slots=True)
class Specification:
    """The normative content of SPEC.md: its version, the titles of clauses by name, its rules."""

    version: str
    clauses: Mapping[str, str]
    rules: tuple[Rule, ...]
    stray: tuple[str, ...]
    """Lines inside clauses that are neither in a rule nor marked as informative."""

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of the rules in the order of the text."""
        return tuple(rule.number for rule in self.rules)

    @property
    def digest(self) -> str:
        """SHA-256 over the version and the lines `NUMBER TEXT`, sorted by number.

        Line breaks, backticks and informative text do not change it.
        """
        lines = [f"samebits specification {self.version}"]
        lines += sorted(f"{rule.number} {rule.text}" for rule in self.rules)
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@cache
def specification_version() -> str:
    """Return the version of the specification, which ends the first line of SPEC.md."""
    with TEXT.open(encoding="utf-8") as text:
        return _version_in(text.readline())


def _version_in(line: str) -> str:
    if "version" not in line:
        raise SpecError("the first line of the specification must end with its version")
    return line.split()[-1]


def read_specification(text: str | None = None) -> Specification:
    """Parse SPEC.md, or the given text in its form. Raises SpecError for a misplaced rule."""
    lines = (TEXT.read_text(encoding="utf-8") if text is None else text).splitlines()
    version = _version_in(lines[0])
    clauses: dict[str, str] = {}
    rules: list[Rule] = []
    stray: list[str] = []
    clause = ""
    for block in _blocks(lines[1:]):
        heading = _CLAUSE.fullmatch(block[0])
        if heading:
            clause = heading[1]
            clauses[clause] = heading[2]
        elif block[0].startswith("#"):
            clause = ""
        elif clause and not block[0].startswith((">", "<!--")):
            found = list(_rules(block))
            stray += [block[0]] if not found else []
            rules += found
            for rule in found:
                if rule.clause != clause:
                    raise SpecError(f"rule {rule.number} is in clause {clause}; renumber it")
    return Specification(version, clauses, tuple(rules), tuple(stray))


def normative_digest(text: str | None = None, annex: str | None = None) -> str:
    """Return the SHA-256 of all normative text: the digest of SPEC.md and rows of SPEC-OPS.md.

    The root of the vectors contains it. `text` and `annex` replace the contents of the two files.
    """
    annex = ANNEX.read_text(encoding="utf-8") if annex is None else annex
    rows = [m for m in map(_ANNEX_ROW.fullmatch, annex.splitlines()) if m]
    lines = [read_specification(text).digest, *sorted(f"{m[1]} {_plain(m[2])}" for m in rows)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield headings, list items, tables, quotations and paragraphs, each as a list of lines."""
    block: list[str] = []
    for line in [*lines, ""]:
        if block and (not line or line.startswith(("- ", "#"))):
            yield block
            block = []
        if line:
            block.append(line)


def _rules(block: list[str]) -> Iterator[Rule]:
    item = _ITEM.fullmatch(block[0])
    if item:
        prose, code = _split(block)
        text = " ".join([item[2], *prose])
        yield Rule(item[1], " ".join([_plain(text), *code]), _marked(text))
    elif block[0].startswith("| rule |"):
        head = _plain(block[0])
        for row in map(_ROW.fullmatch, block[2:]):
            if row is None:
                raise SpecError(f"a row of the table {block[0]!r} has no rule number")
            yield Rule(row[1], f"{head} {_plain(row[2])}", _marked(row[2]))


def _split(block: list[str]) -> tuple[list[str], list[str]]:
    """Return the lines of an item after the first one, and the lines of its fenced code.

    In a line of code, each space of the indentation is replaced by a `>`.
    """
    prose: list[str] = []
    code: list[str] = []
    fenced = False
    for line in block[1:]:
        if line.strip().startswith("```"):
            fenced = not fenced
        elif fenced:
            inner = line.removeprefix("  ")
            depth = len(inner) - len(inner.lstrip())
            code.append(">" * depth + _plain(inner))
        else:
            prose.append(line)
    if fenced:
        raise SpecError(f"the fenced code below {block[0]!r} is not closed")
    return prose, code


def _marked(text: str) -> frozenset[str]:
    """Return the words in backticks; `conv{1,2}d` counts as two words."""
    words = " ".join(re.findall(r"`([^`]+)`", text)).split()
    alike = (re.fullmatch(r"(\w*)\{([\w,]+)\}(\w*)", word) or word for word in words)
    return frozenset(
        name
        for word in alike
        for name in (
            [word]
            if isinstance(word, str)
            else [f"{word[1]}{part}{word[3]}" for part in word[2].split(",")]
        )
    )


def _plain(text: str) -> str:
    return " ".join(text.replace("`", "").split())


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule number in rules.txt, with the versions that introduced and withdrew the rule.

    `withdrawn` is "" for a rule that is still in SPEC.md.
    """

    number: str
    since: str
    withdrawn: str = ""

    def __str__(self) -> str:
        gone = f" withdrawn {self.withdrawn}" if self.withdrawn else ""
        return f"{self.number} {self.since}{gone}"


def read_ledger(path: Path = LEDGER) -> tuple[Entry, ...]:
    """Return every number that was ever used. Raises SpecError for a malformed line."""
    entries = []
    for line in path.read_text(encoding="utf-8").splitlines():
        found = _LEDGER_LINE.fullmatch(line)
        if not found:
            raise SpecError(
                f"{path.name}: {line!r} must have the form `NUMBER VERSION [withdrawn VERSION]`"
            )
        entries.append(Entry(found[1], found[2], found[3] or ""))
    return tuple(entries)


def renewed(entries: Iterable[Entry], spec: Specification) -> tuple[Entry, ...]:
    """Return the entries, updated to the rules of `spec`.

    Raises SpecError if `spec` uses a withdrawn number.
    """
    known = {entry.number: entry for entry in entries}
    for number in spec.numbers:
        if number not in known:
            known[number] = Entry(number, spec.version)
        elif known[number].withdrawn:
            raise SpecError(f"rule {number} was withdrawn; give the new rule another number")
    gone = set(known) - set(spec.numbers)
    return tuple(
        Entry(e.number, e.since, e.withdrawn or spec.version) if e.number in gone else e
        for e in known.values()
    )


def main() -> None:
    """Add new rule numbers to rules.txt, and mark numbers that are gone."""
    entries = renewed(read_ledger() if LEDGER.exists() else (), read_specification())
    write_atomically(LEDGER, "".join(f"{entry}\n" for entry in entries).encode())


if __name__ == "__main__":
    main()
