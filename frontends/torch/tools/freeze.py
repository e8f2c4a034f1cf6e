"""Write the installed release of PyTorch into `overloads.txt`, from the table and moves.py.

    python -m samebits.torch.tools.freeze [--check]

Run it in a separate environment for each release. It does not change entries that only other
releases have. Read the difference before you commit it. A new overload becomes composite if PyTorch
registers it as such, and refused otherwise; by freezing it you state that you have read its source.
If a kind changes, it changes for all releases on the same line.
"""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping

from samebits.common.errors import SamebitsError
from samebits.common.files import write_atomically
from samebits.torch.moves import COMPUTING, MEMORY, MOVES, RANDOM_INTEGERS
from samebits.torch.overloads import (
    COMPOSITE_KEYS,
    FILE,
    Kind,
    Line,
    installed,
    lines,
    registrations,
    reviewed,
    written,
)
from samebits.torch.table import compositions, table
from samebits.torch.versions import is_final, order, release, series_of


def kind(name: str, schema: str, registered: Mapping[str, frozenset[str]]) -> Kind:
    """Return the kind of an overload, given the overloads with a kernel at each dispatch key."""
    if name in table() or name in compositions():
        return Kind.CANONICAL
    return kind_without_lowering(name, schema, registered)


def kind_without_lowering(name: str, schema: str, registered: Mapping[str, frozenset[str]]) -> Kind:
    """Return the kind of an overload for which the table has no lowering."""
    packet, _, overload = name.partition(".")
    for_cpu = name in registered["CPU"]
    composite = any(name in registered[key] for key in COMPOSITE_KEYS)
    if not for_cpu and not composite:
        return Kind.ABSENT
    if packet in MEMORY or _is_view(schema):
        return Kind.MEMORY
    if packet in RANDOM_INTEGERS:
        return Kind.INTEGERS
    calls_others = not for_cpu and name in registered["CompositeImplicitAutograd"]
    if packet in MOVES and "reduce" not in overload and not calls_others:
        return Kind.MOVE
    if for_cpu or packet in COMPUTING or packet.startswith("_test_"):
        return Kind.REFUSED
    return Kind.COMPOSITE


def _is_view(schema: str) -> bool:
    """Check whether an overload only returns views of its operands and writes nothing."""
    returns = schema.rpartition(" -> ")[2]
    return "(" in returns.strip("()") and "!" not in schema and "Tensor(" in returns


def merged(old: Iterable[Line], series: str, now: Mapping[str, Kind]) -> list[Line]:
    """Return the lines of overloads.txt with the current overloads of a series.

    `now` has the kind of each of these overloads by schema.
    """
    holders: dict[tuple[str, Kind], set[str]] = defaultdict(set)
    for line in old:
        kind_now = now.get(line.schema, line.kind) if series in line.series else line.kind
        holders[line.schema, kind_now] |= line.series - {series}
    for schema, kind_now in now.items():
        holders[schema, kind_now].add(series)
    return [Line(*both, frozenset(some)) for both, some in holders.items() if some]


def text() -> str:
    """Return the text of overloads.txt."""
    registered, series = registrations(), series_of(release())
    now = {schema: kind(name, schema, registered) for name, schema in installed().items()}
    newest = max(release(), reviewed().get(series, ""), key=order)
    return written({**reviewed(), series: newest}.values(), merged(lines(), series, now))


def main() -> None:
    """Write overloads.txt; with --check, compare it with the committed file."""
    if not is_final(release()):
        raise SamebitsError(f"torch {release()} is not a release; install a release")
    before, now = FILE.read_text(encoding="utf-8"), text()
    if "--check" in sys.argv[1:]:
        if before != now:
            sys.exit(f"{FILE} is not that of moves.py: run python -m samebits.torch.tools.freeze")
    elif before != now:
        write_atomically(FILE, now.encode())
        # Overloads that were new or changed now count as reviewed, so they may have lowerings.
        subprocess.run([sys.executable, "-m", __spec__.name], check=True)


if __name__ == "__main__":
    main()
