"""Compare hashes of the same programs on every reviewed release of PyTorch, and write a page.

    python -m samebits.torch.tests.releases.record [--python PATH ...] [--measured FILE ...]
        [--quick] [--record]

Each PATH is a Python executable with one release of PyTorch, which runs measure.py. Each FILE is an
output of measure.py. For each program all releases must give the same hash, unless differences.py
lists the difference. Without PATH and FILE the installed release is compared with the record. With
`--record` the hashes are written to releases.json, and docs/results/torch-releases.md is written.
`nox -s record -- torch_releases` creates the environments.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.torch.differences import NARROW
from samebits.torch.table import FOLDER
from samebits.torch.versions import order, series_of

RECORD = Path(__file__).with_name("releases.json")
PAGE = FOLDER.parents[1] / "docs" / "results" / "torch-releases.md"
MEASURE = "samebits.torch.tests.releases.measure"

Measured = dict[str, Any]
"""The JSON object that measure.py prints."""

_HEAD = """# One hash on every release of PyTorch

Written by `nox -s record -- torch_releases`. Each program below ran in a block of
`samebits.torch.reproducible` on {releases}, each in an environment of its own. {same} of {all}
programs have one hash on all of them{but}

To compare another release with this page, run in a checkout (the wheel has no tests):

    python -m samebits.torch.tests.releases.record --quick

A program is one of these: a training with an optimizer and a schedule; a whole model; a function or
layer of PyTorch with its gradient and second gradient; a call of one overload.

| release | Python | NumPy | transformers |
|---|---|---|---|
{versions}

All releases used the same lowerings, which are the functions that compute overloads of PyTorch.
Their digest is `{table}`.

| program | hash |
|---|---|
"""


def measured_by(python: str, quick: bool) -> Measured:
    """Run measure.py with a Python executable.

    Raises SamebitsError with the last line of its error output if it fails.
    """
    command = [python, "-m", MEASURE, *(["--quick"] if quick else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SamebitsError(f"{python}: {' '.join(done.stderr.strip().splitlines()[-1:])}")
    found: Measured = json.loads(done.stdout)
    return found


def series(measured: Measured) -> str:
    """Return the series of the measured release of PyTorch."""
    return series_of(measured["versions"]["torch"].partition("+")[0])


def by_program(several: Sequence[Measured]) -> dict[str, dict[str, str]]:
    """Return the hash or error of each program for each series of PyTorch."""
    found: dict[str, dict[str, str]] = {}
    for one in several:
        for name, text in one["hashes"].items():
            found.setdefault(name, {})[series(one)] = text
    return found


def faults(several: Sequence[Measured]) -> Iterator[str]:
    """Yield a line for each program whose hashes differ without a known difference.

    Also yield a line for each program that ended with an error, and a line if the tables of
    lowerings differ.
    """
    if len({one["table"] for one in several}) > 1:
        yield "the tables of lowerings are not one; measure all releases again"
    for name, texts in by_program(several).items():
        errors = [f"{name}, torch {s}: {text}" for s, text in texts.items() if ":" in text]
        yield from errors
        if not errors and len(set(texts.values())) > 1 and not _is_known(name, texts):
            yield f"{name}: {', '.join(f'{text} on {s}' for s, text in texts.items())}"


def _is_known(name: str, texts: Mapping[str, str]) -> bool:
    """Check whether the hashes differ only as NARROW says: before and after the named release."""
    for known in NARROW:
        if name in known.programs:
            sides = [
                {text for s, text in texts.items() if (order(s) < order(known.since)) is before}
                for before in (True, False)
            ]
            return all(len(side) <= 1 for side in sides)
    return False


def page(several: Sequence[Measured]) -> str:
    """Return the text of docs/results/torch-releases.md."""
    found = by_program(several)
    different = [name for name, texts in found.items() if len(set(texts.values())) > 1]
    releases = [one["versions"]["torch"] for one in several]
    words = ("torch", "python", "numpy", "transformers")
    rows = [" | ".join(one["versions"].get(word, "-") for word in words) for one in several]
    but = ". The end of the page lists the others." if different else "."
    text = _HEAD.format(
        releases=f"PyTorch {', '.join(releases[:-1])} and {releases[-1]}",
        same=len(found) - len(different),
        all=len(found),
        but=but,
        versions="\n".join(f"| {row} |" for row in rows),
        table=several[0]["table"][:16],
    )
    same = [n for n in found if n not in different]
    text += "".join(f"| {n.replace('|', chr(92) + '|')} | `{_one(found[n])}` |\n" for n in same)
    if different:
        text += "\n## Programs with two hashes\n\n"
        for known in NARROW:
            text += f"- Since PyTorch {known.since}: {known.what}.\n"
        names = [series(one) for one in several]
        text += f"\n| program | {' | '.join(names)} |\n|{'---|' * (len(names) + 1)}\n"
        for name in different:
            hashes = " | ".join(f"`{found[name].get(s, '')}`" for s in names)
            text += f"| {name} | {hashes} |\n"
    return text


def _one(texts: Mapping[str, str]) -> str:
    return next(iter(texts.values()))


def compared(measured: Measured, kept: Sequence[Measured]) -> Iterator[str]:
    """Yield a line for each program whose hash differs from the recorded hash."""
    before = by_program(kept)
    for name, text in measured["hashes"].items():
        known = before.get(name, {})
        texts = {**known, series(measured): text}
        if name in before and text not in known.values() and not _is_known(name, texts):
            yield f"{name}: {text}, and the record has {_one(known)}"


def recorded() -> list[Measured]:
    """Return the recorded results of each release, oldest first."""
    found: list[Measured] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def main() -> int:
    """Measure, compare, and write the record; return 1 if the hash of a program differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", nargs="*", default=[], metavar="PATH")
    parser.add_argument("--measured", nargs="*", default=[], metavar="FILE")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    several = [json.loads(Path(path).read_text(encoding="utf-8")) for path in options.measured]
    pythons = options.python or ([] if several else [sys.executable])
    several += [measured_by(path, options.quick) for path in pythons]
    several.sort(key=lambda one: order(one["versions"]["torch"]))
    wrong = list(faults(several))
    if not options.record and RECORD.exists():
        wrong += [line for one in several for line in compared(one, recorded())]
    for one in several:
        print(f"torch {one['versions']['torch']}: {len(one['hashes'])} programs")
    print(*wrong, f"{len(wrong)} wrong", sep="\n")
    if options.record and not wrong:
        write_atomically(RECORD, (json.dumps(several, indent=1) + "\n").encode())
        write_atomically(PAGE, page(several).encode())
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
