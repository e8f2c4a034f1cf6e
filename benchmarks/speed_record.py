"""Stored figures of speed: one file per machine and instruction set, with a section per suite.

A new measurement replaces the section of its suite. The other sections stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from samebits.common.files import write_atomically

FOLDER = Path(__file__).with_name("results") / "speed"

_WORDS = re.compile(r"\((?:r|tm)\)|\bprocessor\b|\bcpu\b|,.*|@.*", re.I)
"""The parts of a processor's name that do not help to distinguish processors."""


@dataclass(frozen=True, slots=True)
class Section:
    """The table of one suite: the facts of its run, column titles, missing kernels, and cells.

    The first cell of a row is the measured work, and begins with the op. The last cell is the
    verdict: empty if the row has no target, and with the word `missed` if it misses the target.
    """

    facts: Mapping[str, str]
    titles: Sequence[str]
    lacking: Sequence[str]
    rows: Sequence[Sequence[str]]

    def aimed(self) -> int:
        """Return the number of rows that have a target."""
        return sum(bool(row[-1]) for row in self.rows)

    def missing(self) -> list[str]:
        """Return the op of each row that misses its target."""
        return [row[0].split()[0] for row in self.rows if "missed" in row[-1]]


@dataclass(frozen=True, slots=True)
class Machine:
    """A processor and a device such as `c:avx2`, with the measured sections by name."""

    processor: str
    device: str
    sections: Mapping[str, Section]

    def name(self) -> str:
        """Return the name of the machine's file without suffix, for example `amd-epyc-avx2`."""
        words = _WORDS.sub(" ", f"{self.processor}").lower()
        return "-".join([*re.findall(r"[a-z0-9]+", words), self.device.rpartition(":")[2]])


def read(folder: Path = FOLDER) -> list[Machine]:
    """Return all machines that a folder lists, sorted by file name."""
    found = []
    for path in sorted(folder.glob("*.json")):
        kept = json.loads(path.read_text(encoding="utf-8"))
        sections = {name: Section(**section) for name, section in kept.pop("sections").items()}
        found.append(Machine(**kept, sections=sections))
    return found


def keep(sections: Mapping[str, Section], folder: Path = FOLDER) -> None:
    """Store sections in the file of the machine that their facts name."""
    for name, section in sections.items():
        facts = dict(section.facts)
        processor, device = facts.pop("processor"), facts.pop("device")
        measured = Section(facts, section.titles, section.lacking, section.rows)
        new = Machine(processor, device, {name: measured})
        known = next((m for m in read(folder) if m.name() == new.name()), None)
        before = known.sections if known else {}
        write(Machine(processor, device, {**before, name: measured}), folder)


def write(machine: Machine, folder: Path = FOLDER) -> None:
    """Write the file of a machine, with one table row per line."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for name, section in sorted(machine.sections.items()):
        plain = asdict(section)
        rows = ",\n".join(f"    {json.dumps(list(row))}" for row in plain.pop("rows"))
        head = "".join(f"   {json.dumps(key)}: {json.dumps(v)},\n" for key, v in plain.items())
        parts.append(f'  {json.dumps(name)}: {{\n{head}   "rows": [\n{rows}\n   ]\n  }}')
    top = "".join(
        f" {json.dumps(key)}: {json.dumps(value)},\n"
        for key, value in (("processor", machine.processor), ("device", machine.device))
    )
    text = f'{{\n{top} "sections": {{\n' + ",\n".join(parts) + "\n }\n}\n"
    write_atomically(folder / f"{machine.name()}.json", text.encode())
