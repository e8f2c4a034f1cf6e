"""The committed record of the trial of mutants, and the page that is made from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from samebits.common.files import write_atomically
from samebits.conformance.trials.graph_mutants.fates import (
    ALIVE,
    DIFFERS,
    EQUAL,
    REFUSED,
    ROOM,
    Fate,
    proofs_of,
)

RECORD = ROOM / "record.json"
PAGE = ROOM.parents[2] / "docs" / "results" / "graph-mutants.md"


_HEAD = """\
# Changes of declared graphs

Made by `python -m samebits.conformance.trials.graph_mutants`. The program changes one part of a
declared graph at a time: it removes a node, a number, an attribute, a format or a rounding,
replaces a number, or exchanges the arms of a branch. It then records one of these:

- *refused*: the check that runs when declarations are loaded refuses the graph.
- *other bits*: a golden case of the op gets other bits. A backend with this mistake fails that
  case.
- *no effect*: a proof shows that no result can change. The proofs are below.
- *not noticed*: none of the above.

"""

_PROOFS = """
## Changes without an effect

Each item is a proof. Below it are the changes that it covers: the op, then the names of nodes or
numbers in its graph, each with its change.

"""


def read() -> dict[str, dict[str, Any]]:
    """Return the record of each op: its digest, the counts of outcomes, and undetected mutants."""
    if not RECORD.exists():
        return {}
    found: dict[str, dict[str, Any]] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def row(digest: str, found: list[Fate]) -> dict[str, Any]:
    """Return the record of one op."""
    words = [each.word for each in found]
    return {
        "digest": digest,
        **{word: words.count(word) for word in (REFUSED, DIFFERS, EQUAL)},
        ALIVE: [each.mutant for each in found if each.word == ALIVE],
    }


def write(rows: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the record and the page."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(rows[name])}" for name in sorted(rows))
    write_atomically(RECORD, f"{{\n{lines}\n}}\n".encode())
    write_atomically(PAGE, page(rows).encode())


def page(rows: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the text of docs/results/graph-mutants.md."""
    counted = {
        name: [found[word] for word in (REFUSED, DIFFERS, EQUAL)] + [len(found[ALIVE])]
        for name, found in sorted(rows.items())
    }
    totals = [sum(column) for column in zip(*counted.values(), strict=True)]
    lines = [
        *_HEAD.splitlines(),
        "| op | changes | refused | other bits | no effect | not noticed |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, counts in [*counted.items(), ("all", totals)]:
        shown = f"`{name}`" if name in counted else f"**{name}**"
        lines.append(f"| {shown} | {sum(counts)} | {' | '.join(map(str, counts))} |")
    proofs = {name: proofs_of(name) for name in counted}
    if any(proofs.values()):
        lines += _PROOFS.splitlines()
    for proof, places in _by_proof(proofs).items():
        lines += [f'- "{proof}"', *(f"  - `{name}`: {told}" for name, told in places), ""]
    return "\n".join(lines).rstrip() + "\n"


def _by_proof(proofs: Mapping[str, Mapping[str, str]]) -> dict[str, list[tuple[str, str]]]:
    """Return, for each proof, its ops with their mutants. Proofs are sorted by their first op."""
    found: dict[str, dict[str, list[str]]] = {}
    for name, known in proofs.items():
        for mutant, proof in sorted(known.items()):
            found.setdefault(proof, {}).setdefault(name, []).append(mutant)
    return {
        proof: [(name, "; ".join(told)) for name, told in places.items()]
        for proof, places in found.items()
    }
