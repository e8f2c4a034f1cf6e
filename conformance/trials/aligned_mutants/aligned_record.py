"""The committed record of the detected changes, and its page docs/results/aligned-mutants.md."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from samebits.common.files import write_atomically
from samebits.common.sources import digest_of
from samebits.conformance.trials.aligned_mutants.aligned_trial import ALIVE, Fate, aligned_ops
from samebits.conformance.trials.aligned_mutants.changed import (
    FAULTS,
    ROOT,
    TEXTS,
    Changed,
)
from samebits.vectors.reader import Vectors

ROOM = Path(__file__).resolve().parent
RECORD = ROOM / "record.json"
PROVEN = ROOM / "proven.toml"
"""Proofs that some changes cannot alter any result, by file and description of the change."""

PAGE = ROOT / "docs" / "results" / "aligned-mutants.md"

_HEAD = """\
# Changes of clause T11

Made by `python -m samebits.conformance.trials.aligned_mutants`. The program changes one part of the
code for [T11](../../spec/SPEC.md#t11-aligned-contraction) at a time, and runs the golden cases of
{ops} until one gets other bits. A backend with that mistake fails this case.

- Each constant, comparison, sign, condition and result is changed by program: in the oracle, in the
  NumPy route, and in the declaration of the widths.
- A rule that no single expression implements is changed in the oracle. `faults.toml`, in the folder
  of the program, lists these changes.
- The gradients (T11.11) are a declared graph. [graph-mutants.md](graph-mutants.md) has its changes.

In the table, a *refused* change raises an error, *other bits* are noticed by a golden case, and a
change has *no effect* if no result can change, as the proofs at the end show.

"""

Rows = Sequence[Mapping[str, Any]]


def proofs() -> dict[str, dict[str, str]]:
    """Return the proofs from PROVEN: for each file, a mapping from change description to proof."""
    found: dict[str, dict[str, str]] = tomllib.loads(PROVEN.read_text(encoding="utf-8"))
    return found


def digest(vectors: Vectors) -> str:
    """Return a digest of the input of a trial: the code, the faults and the golden cases."""
    parts = [digest_of([*(ROOT / path for path in TEXTS), FAULTS], ROOT)]
    parts += [vectors.manifest.parts[name].seal for name in aligned_ops()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def row(changed: Changed, fate: Fate) -> dict[str, str]:
    """Return the row of the record for one change."""
    words = {"path": changed.path, "rule": changed.rule, "told": changed.told}
    return {**words, "fate": fate.word, "by": fate.by}


def read() -> dict[str, Any]:
    """Return the stored record: the digest of its input, and its rows."""
    found: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def write(digest_: str, rows: Rows) -> None:
    """Write the record and its page."""
    lines = ",\n".join(json.dumps(r) for r in rows)
    text = f'{{"digest": "{digest_}", "rows": [\n{lines}\n]}}\n'
    write_atomically(RECORD, text.encode())
    write_atomically(PAGE, page(rows).encode())


def unnoticed(rows: Rows) -> list[Mapping[str, Any]]:
    """Return the rows of changes that no golden case detects and that have no proof."""
    known = proofs()
    return [r for r in rows if r["fate"] == ALIVE and r["told"] not in known.get(r["path"], {})]


def page(rows: Rows) -> str:
    """Return the text of docs/results/aligned-mutants.md."""
    return "\n".join(_lines(rows)).rstrip() + "\n"


def _lines(rows: Rows) -> Iterator[str]:
    yield from (
        *_HEAD.format(ops=", ".join(f"`{name}`" for name in aligned_ops())).splitlines(),
        "| code | changes | refused | other bits | no effect | not noticed |",
        "|---|---:|---:|---:|---:|---:|",
    )
    alive = unnoticed(rows)
    for path in TEXTS:
        own = [r for r in rows if r["path"] == path and not r["rule"]]
        yield _counted(f"`{path}`", own, alive)
    yield _counted("rules, changed in the oracle", [r for r in rows if r["rule"]], alive)
    yield from (
        "",
        "## Rule by rule",
        "",
        "| rule | change | case that gets other bits |",
        "|---|---|---|",
    )
    for r in rows:
        if r["rule"]:
            by = f"`{r['by']}`" if r["by"] else "none: see below"
            yield f"| {r['rule']} | {r['told']} | {by} |"
    kept = {path: [r["told"] for r in rows if r["path"] == path] for path in TEXTS}
    yield from ("", "## Changes without an effect", "")
    for path, known in proofs().items():
        for told, proof in known.items():
            if told in kept[path]:
                yield f"- `{path}`, {told.replace('` is `', '` becomes `')}: {proof}"
    if alive:
        yield from ("", "## Not noticed", "")
        yield from (f"- `{r['path']}`, {r['told']}" for r in alive)


def _counted(name: str, own: Rows, alive: Rows) -> str:
    words = [r["fate"] for r in own]
    left = sum(r in alive for r in own)
    noticed = [words.count("refused"), words.count("differs")]
    cells = [len(own), *noticed, words.count(ALIVE) - left, left]
    return f"| {name} | {' | '.join(map(str, cells))} |"
