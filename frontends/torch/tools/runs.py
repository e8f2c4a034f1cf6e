"""Run examples/train_digits_torch.py in every way, and write docs/results/torch-runs.md.

    python -m samebits.torch.tools.runs [--check]

Each run is a separate process. The ways are the devices of the C backend on this machine x 1, 2, 3
threads x one tensor or foreach x checkpointing or none x 0 or 2 loader workers. With all three
devices these are 72 runs. The page records the digests of the sources on which it depends. With
`--check` nothing is run, and the exit status is 1 if the digests have changed. All runs together
take 15 minutes on two processors.
"""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import torch

from samebits.backends import discovery
from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.common.sources import digest_of
from samebits.torch.table import FOLDER, table_digest

ROOT = FOLDER.parents[1]
PAGE = ROOT / "docs" / "results" / "torch-runs.md"
PROGRAM = ROOT / "examples" / "train_digits_torch.py"

HEAD = """# The PyTorch example, run in every way

Written by `nox -s record -- torch_runs`. The program
[`examples/train_digits_torch.py`](../../examples/train_digits_torch.py) was trained for one epoch,
in a process of its own for each combination of device, number of threads, `foreach`, checkpointing
and number of loader workers. Every run printed

"""


def sources() -> list[str]:
    """Return lines with the digests of all sources on which the hashes depend."""
    example = digest_of([PROGRAM], PROGRAM.parent)
    version = torch.__version__.partition("+")[0]
    return [f"torch {version}", f"table {table_digest()}", f"example {example}"]


def ways() -> Iterator[tuple[str, ...]]:
    """Yield the command-line arguments of each run."""
    found = discovery.load("c").devices()
    devices = [f"c:{d.name}" for d in found if d.available and not d.by_name]
    switches: tuple[tuple[list[str], ...], ...]
    switches = ([], ["--foreach"]), ([], ["--checkpointing"]), ([], ["--workers", "2"])
    for device, threads, *rest in itertools.product(devices, "123", *switches):
        words = ["--device", device, "--threads", threads]
        yield (*words, *itertools.chain(*rest))


def printed(way: Sequence[str]) -> str:
    """Return the output of the example, trained for one epoch. Raises SamebitsError if it fails."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), *way, "--epochs", "1"],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SamebitsError(f"{' '.join(way)}: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout


def stale() -> list[str]:
    """Return the current digests that the page lacks; all of them if there is no page."""
    kept = _page_kept().partition(AS_BEFORE)[0].splitlines()
    return [line for line in sources() if f"    {line}" not in kept]


def _page_kept() -> str:
    return PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""


Earlier = dict[str, list[str]]
"""Devices that this machine lacks, with the digests of the sources of their earlier runs."""


def recorded_before(kept: str, text: str, devices: Sequence[str]) -> Earlier:
    """Return earlier records of devices that this machine lacks, if they printed the same text."""
    if not all(f"    {line}\n" in kept for line in text.splitlines()):
        return {}
    blocks = _BLOCK.findall(kept)
    return {
        device: [line.strip() for line in lines.splitlines()]
        for names, lines in blocks
        for device in names.split(", ")
        if device not in devices
    }


def page(text: str, devices: Sequence[str], digests: Sequence[str], earlier: Earlier) -> str:
    """Return the text of the page: the printed text, the new runs, and earlier runs elsewhere."""
    parts = [HEAD + "".join(f"    {line}\n" for line in text.splitlines())]
    parts.append(_block(devices, digests, ""))
    parts += [_block([device], lines, AS_BEFORE) for device, lines in sorted(earlier.items())]
    return "\n".join(parts)


AS_BEFORE = ", on another machine before"
_BLOCK = re.compile(r"^\d+ runs on (.*) x 1, 2, 3 threads.*\n.*\n\n((?:    .*\n)+)", re.M)
"""A block of the page: devices, and lines with sources in the form that `_block` writes."""

_WAYS = 24
"""The number of ways in which the example is run on each device."""


def _block(devices: Sequence[str], digests: Sequence[str], when: str) -> str:
    lines = [
        f"{_WAYS * len(devices)} runs on {', '.join(devices)} x 1, 2, 3 threads x one tensor or "
        "`foreach` x",
        f"checkpointing with dropout or none x 0 or 2 loader workers{when}, with these sources:",
        "",
        *(f"    {digest}" for digest in digests),
    ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Run the example in all ways and write the page; return 1 if two outputs differ."""
    if "--check" in arguments:
        if stale():
            print(
                "docs/results/torch-runs.md is of other sources; run: nox -s record -- torch_runs"
            )
        return 1 if stale() else 0
    before = sources()
    results: dict[str, list[tuple[str, ...]]] = {}
    every = list(ways())
    with ThreadPoolExecutor(2) as pool:  # half of a run is imports, which use one processor
        for way, text in zip(every, pool.map(printed, every), strict=True):
            results.setdefault(text, []).append(way)
            print(f"{sum(map(len, results.values())):3} {len(results)} {' '.join(way)}", flush=True)
    if len(results) != 1 or sources() != before or len(every) % _WAYS:
        for text, several in results.items():
            print(f"{text}{several[0]} and {len(several) - 1} more")
        return 1
    ((text, several),) = results.items()
    devices = sorted({way[1] for way in several})
    earlier = recorded_before(_page_kept(), text, devices)
    write_atomically(PAGE, page(text, devices, before, earlier).encode())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
