"""`python -m samebits.benchmarks.instructions`: keep calls, count them in a checkout, compare."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from pathlib import Path
from statistics import median

import click
import numpy as np

from samebits.benchmarks.instructions.suites import SUITES, Kept, suite_calls
from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.common.numbers import Finite
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import bits_of
from samebits.vectors.case import Case
from samebits.vectors.reader import Vectors

LABELS = ("f32", "f16", "f64")
MOST = 1 << 17
"""Maximum number of results of a call, because callgrind is fifty times slower than the CPU."""

_HERE = Path(__file__).parent


class InstructionsError(SamebitsError):
    """An error that prevents counting; the message has the reason."""


@click.group()
def command() -> None:
    """Count the retired instructions of the C backend."""


def chosen(vectors: Vectors, ops: Sequence[str]) -> Iterator[Case]:
    """Yield the largest golden case of each op in each of a few labels.

    The labels are the op's first label, and up to three labels in the formats of LABELS.
    """
    for name in ops:
        op = get_op(name)
        labels = [label for label in op.labels() if label.split("_")[0] in LABELS]
        for label in dict.fromkeys([*op.labels()][:1] + labels[:3]):
            found = [
                case
                for case in vectors.cases(ops=[name], level="standard", sets=("golden",))
                if case.call.label == label and case.elements() <= MOST
            ]
            if found:
                yield max(found, key=lambda case: (case.elements(), case.id))


def golden(case: Case) -> Kept:
    """Return a golden case as a call whose instructions are counted."""
    return Kept(case.id, case.call, tuple(case.inputs()), tuple(case.output_shapes))


def _plain(value: object) -> object:
    if isinstance(value, float) and not isfinite(value):
        return {"float": str(value)}
    return list(value) if isinstance(value, tuple) else value


@command.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--op", "ops", multiple=True, help="Only this op.")
@click.option("--suite", type=click.Choice(SUITES), help="The calls of this suite of benchmarks.")
@click.option("--device", default="avx2", show_default=True, help="Runs each call of a suite once.")
def calls(folder: Path, ops: tuple[str, ...], suite: str | None, device: str) -> None:
    """Keep golden cases, or the calls of a suite of benchmarks, in FOLDER with their operands."""
    if suite and ops:
        raise InstructionsError("--suite has its own ops; omit --op")
    folder.mkdir(parents=True, exist_ok=True)
    names = ops or tuple(all_ops())
    found = suite_calls(suite, device) if suite else map(golden, chosen(Vectors.open(), names))
    rows = []
    for number, kept in enumerate(found):
        np.savez(folder / f"{number}.npz", *map(bits_of, kept.inputs))
        rows.append(
            {
                "name": kept.name,
                "op": kept.call.op,
                "inputs": list(kept.call.inputs),
                "outputs": list(kept.call.outputs),
                "attributes": {k: _plain(v) for k, v in kept.call.attributes.items()},
                "shapes": [list(shape) for shape in kept.shapes],
            }
        )
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    write_atomically(folder / "calls.jsonl", lines.encode())
    click.echo(f"{len(rows)} calls of {len({row['op'] for row in rows})} ops in {folder}")


@command.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--tree", type=click.Path(path_type=Path, exists=True), default=Path())
@click.option("--device", default="avx2", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Counts by case, JSON.")
def count(folder: Path, tree: Path, device: str, out: Path) -> None:
    """Count the calls of FOLDER in a checkout whose build/native holds its libraries."""
    if shutil.which("valgrind") is None or shutil.which("cc") is None:
        raise InstructionsError("valgrind and cc are needed; install the package valgrind")
    with tempfile.TemporaryDirectory(prefix="samebits-instructions-") as name:
        room = Path(name)
        compiled = ["cc", "-shared", "-fPIC", "-O1", "-o", str(folder / "marks.so")]
        subprocess.run([*compiled, str(_HERE / "marks.c")], check=True)
        subprocess.run([sys.executable, str(tree / "backends/link_rooms.py")], check=True)
        environment = {
            **os.environ,
            "PYTHONPATH": str((tree / "build/names").resolve()),
            "SAMEBITS_C_LIBRARIES": str((tree / "build/native/lib").resolve()),
            "OPENBLAS_NUM_THREADS": "1",
        }
        tool = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no"]
        tool += ["--toggle-collect=sb_run", f"--callgrind-out-file={room / 'counts'}"]
        program = [sys.executable, str(_HERE / "program.py"), str(folder), device, str(room / "in")]
        ended = subprocess.run([*tool, *program], env=environment)
        if ended.returncode:
            raise InstructionsError(f"the calls ended with status {ended.returncode}; see above")
        found = dict(_counts(room, (room / "in").read_text().splitlines()))
    write_atomically(out, (json.dumps(found, indent=1) + "\n").encode())
    click.echo(f"{len(found)} calls, {sum(found.values()):,} instructions: {out}")


def _counts(room: Path, names: list[str]) -> Iterator[tuple[str, int]]:
    """Yield the name and the number of instructions of each dump of callgrind."""
    known = set(names)
    for path in room.glob("counts*"):
        text = path.read_text(errors="replace")
        trigger = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.M)
        total = re.search(r"^(?:summary|totals): (\d+)", text, re.M)
        if trigger and total and trigger[1] in known:
            yield trigger[1], int(total[1])


@command.command()
@click.argument("old", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("new", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--within", type=Finite(0), default=3.0, show_default=True, help="Per cent that do not count."
)
def compare(old: Path, new: Path, within: float) -> None:
    """Print calls whose counts differ by more than --within; exit status 1 if one has more."""
    before, after = (dict(json.loads(path.read_text())) for path in (old, new))
    ratios = {name: after[name] / before[name] for name in before if after.get(name)}
    missing = sorted(before.keys() ^ after.keys())
    worse = _show(ratios, before, within / 100)
    same = sum(ratio == 1 for ratio in ratios.values())
    middle = median(ratios.values())
    click.echo(f"{len(ratios)} calls: {same} equal, median ratio {middle:.4f}, {worse} with more")
    for name in missing:
        click.echo(f"only in one: {name}")
    sys.exit(1 if worse or missing else 0)


def _show(ratios: Mapping[str, float], before: Mapping[str, int], within: float) -> int:
    apart = {name: r for name, r in ratios.items() if abs(r - 1) > within}
    for name, ratio in sorted(apart.items(), key=lambda item: -item[1]):
        click.echo(f"{ratio:7.3f}  {before[name]:>14,}  {name}")
    return sum(ratio > 1 for ratio in apart.values())


if __name__ == "__main__":
    try:
        command()
    except (SamebitsError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"error: {error}")
