"""The result for each mutant: lines of JSON during a run, and the record that is committed."""

from __future__ import annotations

import json
import lzma
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.conformance.trials.judge_mutants.operators import Mutant
from samebits.conformance.trials.judge_mutants.targets import digest

HERE = Path(__file__).parent
RECORD = HERE / "record.json"
EXPLAINED = HERE / "explained.toml"
FATES = HERE / "fates.jsonl.xz"
"""The results for all mutants, so that a run can continue even if build/mutants is lost."""

KILLED = ("killed", "timeout")


@dataclass(frozen=True, slots=True)
class Fate:
    """The result for a mutant: `outcome` is killed, timeout or survived.

    `by` is the test that detected the mutant, or "" for a survivor. `asked` is a digest of the
    tests that decide whether a survivor must be tried again, or "" for a killed mutant. `tests` is
    the number of tests that were run; 0 means that no test executes the line.
    """

    name: str
    outcome: str
    by: str
    tests: int
    asked: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reason why no test can detect the survivors on one line of a function.

    `was` and `put` are the texts before and after the change, as in the mutant, or "*" for all
    mutants on that line.
    """

    path: str
    function: str
    line: str
    why: str
    was: str = "*"
    put: str = "*"

    def fits(self, survivor: Mapping[str, Any]) -> bool:
        """Return whether the explanation applies to this row of the record."""
        same = all(survivor[k] == getattr(self, k) for k in ("path", "function", "line"))
        return same and self.was in ("*", survivor["was"]) and self.put in ("*", survivor["put"])


def read_fates(path: Path) -> dict[str, Fate]:
    """Return the latest result for each mutant. An incomplete last line is ignored."""
    lines = path.read_text().split("\n")[:-1] if path.is_file() else []
    return {fate.name: fate for fate in (Fate(**json.loads(line)) for line in lines)}


def line_of(fate: Fate) -> str:
    """Return the result for a mutant as one line of JSON."""
    return json.dumps(asdict(fate)) + "\n"


def pack_fates(path: Path, fates: Iterable[Fate]) -> None:
    """Compress results for use in other checkouts. Raises OSError if the file cannot be written."""
    text = "".join(line_of(fate) for fate in sorted(fates, key=lambda fate: fate.name))
    write_atomically(path, lzma.compress(text.encode(), preset=9))


def unpack_fates(packed: Path, path: Path) -> None:
    """Write the uncompressed results to `path` if that file does not exist yet. Raises OSError."""
    if not path.exists() and packed.exists():
        write_atomically(path, lzma.decompress(packed.read_bytes()))


def adopt(fates: dict[str, Fate], mutants: Iterable[Mutant], root: Path) -> None:
    """Transfer the results for moved functions with unchanged text to the new file's mutants."""
    gone: dict[str, Fate] = {}
    for fate in fates.values():
        path, rest = fate.name.split(":", 1)
        if not (root / path).is_file():
            gone[rest] = fate
    for mutant in mutants:
        rest = mutant.name.split(":", 1)[1]
        if mutant.name not in fates and rest in gone:
            fates[mutant.name] = replace(gone[rest], name=mutant.name)


def function_of(name: str) -> str:
    """Return the part of a mutant's name that identifies its file and function."""
    return ":".join(name.split(":", 2)[:2])


def killers(fates: Iterable[Fate]) -> dict[str, dict[str, int]]:
    """Return the number of mutants that each test killed, for each file and for each function."""
    found: dict[str, dict[str, int]] = {}
    for fate in fates:
        if fate.outcome in KILLED:
            for place in (fate.name.split(":", 1)[0], function_of(fate.name)):
                counts = found.setdefault(place, {})
                counts[fate.by] = counts.get(fate.by, 0) + 1
    return found


def make_record(
    root: Path,
    groups: Mapping[str, Sequence[Mutant]],
    fates: Mapping[str, Fate],
    tests: int = 0,
    budget: float = 0.0,
) -> dict[str, Any]:
    """Return the counts of each file and its survivors, for the current sources in `root`.

    `tests` is the number of available tests. `budget` is the time of tests for each mutant, in
    seconds.
    """
    found: dict[str, Any] = {}
    for group, mutants in groups.items():
        files: dict[str, Any] = {}
        for mutant in mutants:
            counts = files.setdefault(
                mutant.path, {"mutants": 0, "killed": 0, "timeout": 0, "not_run": 0, "survived": []}
            )
            counts["mutants"] += 1
            fate = fates.get(mutant.name)
            if fate is None:
                counts["not_run"] += 1
            elif fate.outcome in KILLED:
                counts[fate.outcome] += 1
            else:
                counts["survived"].append(_row(root, mutant, fate))
        found[group] = files
    names = sorted({m.path for mutants in groups.values() for m in mutants})
    return {"sources": digest(root, names), "tests": tests, "budget": budget, "groups": found}


def _row(root: Path, mutant: Mutant, fate: Fate) -> dict[str, Any]:
    line = (root / mutant.path).read_text().split("\n")[mutant.line - 1].strip()
    return {
        "path": mutant.path,
        "function": mutant.function,
        "line": line,
        "was": _short(mutant.was),
        "put": _short(mutant.put),
        "tests": fate.tests,
    }


def _short(text: str) -> str:
    one = " ".join(text.split())
    return one if len(one) <= 60 else one[:57] + "..."


def write_record(path: Path, record: Mapping[str, Any]) -> None:
    """Write the record. Raises OSError if the file cannot be written."""
    write_atomically(path, (json.dumps(record, indent=1) + "\n").encode())


def read_record(path: Path = RECORD) -> dict[str, Any]:
    """Return the committed record. Raises OSError if the file cannot be read."""
    return dict(json.loads(path.read_text()))


def read_explained(path: Path = EXPLAINED) -> list[Explanation]:
    """Return the explanations, which are written by hand.

    Raises SamebitsError if the file is not valid.
    """
    try:
        rows = tomllib.loads(path.read_text()).get("explained", [])
        return [Explanation(**row) for row in rows]
    except (TypeError, tomllib.TOMLDecodeError) as error:
        raise SamebitsError(f"{path.name}: {error}") from error


def survivors(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return all survivors of a record."""
    files = [counts for files in record["groups"].values() for counts in files.values()]
    return [row for counts in files for row in counts["survived"]]


def why(row: Mapping[str, Any], explained: Sequence[Explanation]) -> str:
    """Return the explanation of a survivor, or "" if it has none."""
    return next((e.why for e in explained if e.fits(row)), "")
