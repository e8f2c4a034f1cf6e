"""examples/train_digits_torch.py in every way, each in a process of its own: docs/torch-runs.md.

    python -m samebits.torch.tools.runs [--check]

Devices of the C backend that this machine has x 1, 2, 3 threads x one tensor or foreach x
checkpointing or none x 0 or 2 loader workers: 72 runs where all three devices are. The page keeps
the digests of what it depends on; `--check` runs nothing and ends with status 1 where they have
changed. Takes a quarter of an hour on two processors.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import torch

from samebits.backends import discovery
from samebits.common.errors import SamebitsError
from samebits.torch.table import FOLDER, table_digest

ROOT = FOLDER.parents[1]
PAGE = ROOT / "docs" / "torch-runs.md"
PROGRAM = ROOT / "examples" / "train_digits_torch.py"

HEAD = """# The example of PyTorch, run in every way

Written by `nox -s torch_runs`:
[`examples/train_digits_torch.py`](../examples/train_digits_torch.py) was trained for one epoch, in
a process of its own for each combination of devices, threads, `foreach`, checkpointing and loader
workers. All of them printed

"""


def sources() -> list[str]:
    """Lines with the digests of what the hashes depend on."""
    example = hashlib.sha256(PROGRAM.read_bytes()).hexdigest()
    version = torch.__version__.partition("+")[0]
    return [f"torch {version}", f"table {table_digest()}", f"example {example}"]


def ways() -> Iterator[tuple[str, ...]]:
    """The arguments of each run."""
    found = discovery.load("c").devices()
    devices = [f"c:{d.name}" for d in found if d.available and not d.by_name]
    switches: tuple[tuple[list[str], ...], ...]
    switches = ([], ["--foreach"]), ([], ["--checkpointing"]), ([], ["--workers", "2"])
    for device, threads, *rest in itertools.product(devices, "123", *switches):
        words = ["--device", device, "--threads", threads]
        yield (*words, *itertools.chain(*rest))


def printed(way: Sequence[str]) -> str:
    """What the example prints, trained for one epoch. Raises SamebitsError where it fails."""
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
    """The digests that the page does not have; all of them where there is no page."""
    kept = PAGE.read_text(encoding="utf-8").splitlines() if PAGE.is_file() else []
    return [line for line in sources() if f"    {line}" not in kept]


def main(arguments: Sequence[str]) -> int:
    """Run all ways, and write the page; status 1 where two of them differ."""
    if "--check" in arguments:
        if stale():
            print("docs/torch-runs.md is of other sources; run: nox -s torch_runs")
        return 1 if stale() else 0
    before = sources()
    results: dict[str, list[tuple[str, ...]]] = {}
    every = list(ways())
    with ThreadPoolExecutor(2) as pool:  # half of a run is imports, on one processor
        for way, text in zip(every, pool.map(printed, every), strict=True):
            results.setdefault(text, []).append(way)
            print(f"{sum(map(len, results.values())):3} {len(results)} {' '.join(way)}", flush=True)
    if len(results) != 1 or sources() != before:
        for text, several in results.items():
            print(f"{text}{several[0]} and {len(several) - 1} more")
        return 1
    ((text, several),) = results.items()
    devices = ", ".join(sorted({way[1] for way in several}))
    lines = [f"    {line}" for line in text.splitlines()]
    tail = [f"{len(several)} runs on {devices} x 1, 2, 3 threads x one tensor or `foreach` x"]
    tail += ["checkpointing with dropout or none x 0 or 2 loader workers, with", ""]
    tail += [f"    {line}" for line in before]
    PAGE.write_text(HEAD + "\n".join([*lines, "", *tail]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
