"""The pages of speed, from stored figures: one page per machine, and one that explains them.

    python -m samebits.benchmarks.machine_pages

writes docs/results/speed.md and docs/results/speed-MACHINE.md again, without measuring.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from samebits.benchmarks import speed_page
from samebits.benchmarks.declared import all_measured
from samebits.benchmarks.speed_record import FOLDER, Machine, Section, read
from samebits.common.files import write_atomically

PAGES = Path(__file__).resolve().parents[1] / "docs" / "results"

TITLES = {
    "math f32": "Functions in binary32",
    "math f64": "Functions in binary64",
    "contract": "Products of matrices",
    "aligned": "Aligned products (T11)",
    "reduce": "Reductions",
    "nn": "Layers and losses of networks",
    "threads": "Short calls with one and two threads",
    "torch": "Whole networks of PyTorch, in a block and as they are",
}
"""The titles of sections by name, in their order on a page.

Other sections follow, sorted by name.
"""

SETS = {"avx512": "AVX-512", "avx2": "AVX2"}

_EXPLAINED = """\
# Speed compared with PyTorch, glibc and CORE-MATH

Made by `python -m samebits.benchmarks.machine_pages` from `benchmarks/results/speed/`. Each machine
has a page, with one section for each suite that was measured there. This page lists the sections,
explains the columns of their tables, and describes the attempts for each function that misses a
target.

`nox -s bench -- math` measures a suite on your machine and prints the table. If the checkout is
installed (`python3 -m pip install --editable .`), `--record` also stores the results and rewrites
the section of this suite on the page of your machine:

    python -m samebits.benchmarks math --device avx2 --record

Each ratio compares two programs that took turns in one run. Times hold for one machine at one
moment. The lines above each table name the versions of PyTorch and the C library, the digest of the
C sources, and the load of the machine.
"""

_PAIRS = """\
### Other suites

- samebits, PyTorch: work per second, in the unit of the row, with one or several threads. For whole
  networks, `kop/s` is 1000 ops of ATen per second.
- ratio: the time of PyTorch divided by the time of samebits, as the median of runs that took turns.
  Above 1, samebits is faster.
- quartiles: the quartiles of that ratio
- target: the smallest ratio that is wanted. Empty: the row has no target. "missed": the ratio is
  smaller.
"""

_ATTEMPTS = """\
## Attempts where a target is missed

A kernel computes vectors of results, with a bound for their error. An element of a vector is a
*lane*. A lane whose rounding the bound leaves undecided is *open*, and a slower *stage* computes it
again. *as OP* means that the text for that op also applies."""

_MACHINE = """\
# Speed on {name}

Made by `python -m samebits.benchmarks.machine_pages` from `benchmarks/results/speed/{file}.json`.
[speed.md](speed.md) explains the columns and describes the attempts where a target is missed.

- processor: {processor}
- device: {device}
"""


def write_pages(folder: Path = FOLDER, pages: Path = PAGES) -> None:
    """Write the pages of all machines whose figures a folder contains."""
    for name, text in texts(read(folder)).items():
        write_atomically(pages / name, text.encode())


def texts(machines: Sequence[Machine]) -> dict[str, str]:
    """Return the text of each page, by its file name."""
    found = {f"speed-{machine.name()}.md": _machine_page(machine) for machine in machines}
    return {"speed.md": "\n".join(_explanation(machines)) + "\n", **found}


def _machine_page(machine: Machine) -> str:
    parts = [
        _MACHINE.format(
            name=_title(machine),
            file=machine.name(),
            processor=machine.processor,
            device=machine.device,
        )
    ]
    for name, section in _in_order(machine):
        parts.append("\n".join(_section(name, section)) + "\n")
    return "\n".join(parts)


def _title(machine: Machine) -> str:
    device = machine.device.rpartition(":")[2]
    processor = machine.processor.replace("(R)", "").replace(" Processor", "")
    return f"{processor} with {SETS.get(device, device)}"


def _in_order(machine: Machine) -> list[tuple[str, Section]]:
    known = [name for name in TITLES if name in machine.sections]
    others = sorted(set(machine.sections) - set(known))
    return [(name, machine.sections[name]) for name in (*known, *others)]


def _section(name: str, section: Section) -> Iterator[str]:
    yield f"## {TITLES.get(name, f'Suite {name}')}"
    yield ""
    yield from (f"- {fact}: {value}" for fact, value in section.facts.items())
    yield ""
    what = "functions meet every target" if _is_math(name) else "ratios that have a target meet it"
    yield f"{_met(section)} {what}."
    yield ""
    yield f"| {' | '.join(section.titles)} |"
    left = speed_page.LEFT if _is_math(name) else ("work",)
    yield "|" + "".join("---|" if title in left else "---:|" for title in section.titles)
    yield from (f"| {' | '.join(row)} |" for row in section.rows)
    if section.lacking:
        yield ""
        yield f"Not measured, because the backend has no kernel: {', '.join(section.lacking)}."


def _is_math(name: str) -> bool:
    return name.startswith("math ")


def _met(section: Section) -> str:
    aimed = section.aimed()
    return f"{aimed - len(section.missing())} of {aimed}"


def _explanation(machines: Sequence[Machine]) -> Iterator[str]:
    yield _EXPLAINED
    yield "| machine | section | targets met | day |"
    yield "|---|---|---:|---|"
    for machine in machines:
        for name, section in _in_order(machine):
            link = f"[{_title(machine)}](speed-{machine.name()}.md)"
            day = section.facts.get("day", "not stated")
            yield f"| {link} | {TITLES.get(name, name)} | {_met(section)} | {day} |"
    yield "\n## How to read the tables\n"
    for label, core_math in (("f32", False), ("f64", True)):
        yield f"### {TITLES[f'math {label}']}\n"
        yield from (f"- {line}" for line in speed_page.legend(label, core_math=core_math))
        yield ""
    yield _PAIRS
    yield _ATTEMPTS
    for label in ("f32", "f64"):
        name = f"math {label}"
        tried = speed_page.told(_missing(machines, [name]), speed_page.read_notes(label))
        yield from _tried(TITLES[name], tried)
    pairs = {name for machine in machines for name in machine.sections if not _is_math(name)}
    missing = set(_missing(machines, sorted(pairs)))
    notes = {op: measured.tried for op, measured in sorted(all_measured().items())}
    yield from _tried("Other suites", {op: notes[op] for op in notes if op in missing})


def _missing(machines: Sequence[Machine], names: Sequence[str]) -> list[str]:
    sections = (m.sections[name] for m in machines for name in names if name in m.sections)
    return [op for section in sections for op in section.missing()]


def _tried(title: str, notes: dict[str, str]) -> Iterator[str]:
    lines = [f"- {op}: {text}" for op, text in notes.items() if text]
    if lines:
        yield f"\n### {title}\n"
        yield from lines


if __name__ == "__main__":
    write_pages()
