"""The figures of a run: `found.json` in the tree, which one_op_record.py reads."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from samebits.common.files import write_atomically
from samebits.conformance.trials.one_op.scratch_tree import OPS, Tree

_COUNT = """
import json, sys
from pathlib import Path
from samebits.reports.verify import verify
found = {}
for path in map(Path, sys.argv[1:]):
    report = verify(path)
    found[report.name] = [report.footer.counts["pass"], report.footer.run]
print(json.dumps(found))
"""

Found = Mapping[str, object]


def judged(tree: Tree, op: str) -> Mapping[str, Sequence[int]]:
    """Return the passed and total case counts of an op, by backend and device.

    They are read from verified reports.
    """
    paths = sorted(map(str, tree.folder.glob(f"build/judged/{op}-*/*.jsonl")))
    told = tree.run([sys.executable, "-c", _COUNT, *paths])
    if told.returncode:
        raise RuntimeError(f"the reports of {op} cannot be read: {told.stderr[-300:]}")
    counts: Mapping[str, Sequence[int]] = json.loads(told.stdout)
    return counts


def committed(tree: Tree, op: str) -> int:
    """Return the size in bytes of the vectors and searched operands that an op adds."""
    places = (f"vectors/data/{op}/*", f"vectors/search/*/{op}.json")
    return sum(path.stat().st_size for place in places for path in tree.folder.glob(place))


def of(tree: Tree, op: str, gaps: int) -> Found:
    """Return all figures of one op. `gaps` is the number of gaps that an error named correctly."""
    return {"cases": judged(tree, op), "gaps": gaps, "bytes": committed(tree, op)}


def keep(tree: Tree, ops: Mapping[str, Found], tests: int | None, part: str) -> Path:
    """Write the figures of each op and the number of passed tests (None if no tests were run).

    `part` names the part of the slow tests that was run.
    """
    found = {
        "day": datetime.now(UTC).date().isoformat(),
        "sources": tree.sources,
        "whole": set(ops) == set(OPS),
        "tests": tests,
        "part": part,
        "ops": ops,
    }
    path = tree.folder / "build" / "found.json"
    write_atomically(path, (json.dumps(found, indent=1) + "\n").encode())
    return path
