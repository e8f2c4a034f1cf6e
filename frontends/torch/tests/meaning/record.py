"""Compare all entries of PyTorch's data bases with a block, and write the record.

    python -m samebits.torch.tests.meaning.record [--formats f32 bf16] [--only NAME] [--jobs 2]
                                                  [--record]

NAME is a pattern for names of entries, for example `nn.functional.*loss`. With `--record`
everything is compared, and record.json is written. The exit status is 1 if a difference is not on
the list.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from fnmatch import fnmatchcase
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import torch

from samebits.common.files import write_atomically
from samebits.common.sources import digest_of
from samebits.torch.table import table_digest
from samebits.torch.tests.meaning.differences import label_of, unlisted
from samebits.torch.tests.meaning.entries import entries
from samebits.torch.tests.meaning.sweep import FORMATS, TOGETHER, Fault, Found, compared
from samebits.torch.tests.opinfo import alone

HERE = Path(__file__).parent
RECORD = HERE / "record.json"


def sources() -> dict[str, str]:
    """Return the digests of PyTorch, the lowerings and this folder, on which the record depends."""
    files = (*HERE.glob("*.py"), *HERE.glob("*.txt"))
    programs = digest_of((path for path in files if not path.name.startswith("test_")), HERE)
    version = torch.__version__.partition("+")[0]
    return {"torch": version, "table": table_digest(), "programs": programs}


def as_json(begun: dict[str, str], found: dict[tuple[str, str], Found]) -> str:
    """Return the record as JSON: by entry and format, counts, the largest distance, and labels.

    `compared`, `refused` and `drawn` are counts of calls. `worst` is the largest distance that
    rounding explains, divided by the limit. `listed` has the number of differences with each label.
    """
    lines: dict[str, dict[str, Any]] = {}
    listed: Counter[str] = Counter()
    for (name, format_), one in found.items():
        labels = Counter(str(label_of(fault)) for fault in one.faults)
        listed += labels
        kept: dict[str, Any] = {"compared": one.compared}
        kept |= {"refused": one.refused} if one.refused else {}
        kept |= {"drawn": one.drawn} if one.drawn else {}
        kept |= {"worst": float(f"{one.part:.2g}")} if one.part else {}
        kept |= {"listed": dict(sorted(labels.items()))} if labels else {}
        if one.compared or one.refused:
            lines.setdefault(name, {})[format_] = kept
    head = json.dumps({**begun, "listed": dict(sorted(listed.items()))}, indent=1)[:-2]
    body = ",\n".join(f"  {json.dumps(n)}: {json.dumps(k)}" for n, k in sorted(lines.items()))
    return f'{head},\n "entries": {{\n{body}\n }}\n}}\n'


def _shown(fault: Fault) -> str:
    where = f"{fault.entry}, {fault.format}, operands {fault.operands}, {fault.result}"
    return f"{where}: {label_of(fault) or 'ON NO LIST'}: {fault.reason}"


def main() -> int:
    """Compare, print the faults, and write the record; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--formats", nargs="*", default=[], choices=[*FORMATS])
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at once")
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    if options.record and (options.only or options.formats):
        parser.error("--record keeps what was found of everything: leave the other options out")
    begun, start = sources(), time.monotonic()
    chosen = list(entries())
    if options.only:
        chosen = [n for n in chosen if any(fnmatchcase(n, pattern) for pattern in options.only)]
    tasks = [chosen[i : i + TOGETHER] for i in range(0, len(chosen), TOGETHER)]
    work = partial(compared, formats=options.formats or [*FORMATS])
    found: dict[tuple[str, str], Found] = {}
    with ProcessPoolExecutor(options.jobs, get_context("spawn"), initializer=alone) as pool:
        for new in pool.map(work, tasks):
            found |= new
            for fault in (fault for one in new.values() for fault in one.faults):
                print(_shown(fault), flush=True)
            seconds = f"{time.monotonic() - start:.0f} s"
            done = len({name for name, _ in found})
            print(f"{done} of {len(chosen)} entries, {seconds}", file=sys.stderr, flush=True)
    if options.record:
        write_atomically(RECORD, as_json(begun, found).encode())
    return 1 if unlisted([fault for one in found.values() for fault in one.faults]) else 0


if __name__ == "__main__":
    raise SystemExit(main())
