"""Write docs/results/torch-coverage.md: how each overload of ATen is handled inside a block.

python -m samebits.torch.tools.coverage [--check]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from samebits.common.files import write_atomically
from samebits.torch.fitting import TableError
from samebits.torch.overloads import Kind, frozen, lines, reviewed
from samebits.torch.table import compositions, recomposed, table

PAGE = Path(__file__).resolve().parents[3] / "docs" / "results" / "torch-coverage.md"

_HEAD = """# Overloads of ATen in samebits.torch

Made by `python -m samebits.torch.tools.coverage` from the lowerings of samebits and the reviewed
overloads of PyTorch {versions}.

This page lists how each overload for dense CPU tensors is handled in a block of
`samebits.torch.reproducible`. If only some releases have an overload, their series follow its name.
If another release of PyTorch has a new overload, or another schema of one, the overload is refused.

| kind | overloads |
|---|---:|
{rows}
"""

_TEXTS = {
    "canonical": """## Canonical

A lowering computes these by ops of the specification. Calls with only integers and booleans run
PyTorch's own kernel, whose arithmetic is exact. If the specification does not define a call with
its arguments, the lowering refuses it and names the argument.
""",
    "composed": """## Composed anew

PyTorch computes these by calling other overloads. samebits calls other overloads instead, in the
order of the specification.
""",
    Kind.COMPOSITE: """## Composite

PyTorch computes these by calling other overloads through its dispatcher. Each called overload is
handled by itself.
""",
    Kind.MOVE: """## Moves

PyTorch's own kernel copies elements to other positions. All floating-point tensors of the call must
have one dtype. With several dtypes the kernel would convert them, and the call is refused.
""",
    Kind.MEMORY: """## Memory and views

PyTorch's own kernel runs unchanged. It changes no element.
""",
    Kind.INTEGERS: """## Integer draws

PyTorch's own generator (Mersenne Twister) draws these integers, which are the same on every
machine.
""",
    Kind.REFUSED: """## Refused

The specification does not define these. They run only if the call has no floating-point number.
""",
    Kind.ABSENT: """## Without a kernel for dense CPU tensors

These are for other devices, or for sparse, quantised and nested tensors. They are refused.
""",
}


def classes() -> Mapping[str, list[str]]:
    """Return the overloads grouped by the way they are handled, in the order of the page."""
    found: dict[str, list[str]] = {what: [] for what in _TEXTS}
    only_composed = recomposed() - frozenset(table())
    lacking = {n for n, (kind, _) in frozen().items() if kind is Kind.CANONICAL}
    if lacking := lacking - {*table(), *compositions()}:
        raise TableError(f"frozen as canonical without lowering: {sorted(lacking)}; freeze again")
    for name, kinds in sorted(_kinds().items()):
        for kind, series in kinds.items():
            what: str = kind
            if kind is Kind.CANONICAL and name in only_composed:
                what = "composed"
            some = [s for s in reviewed() if s in series]
            found[what].append(name if len(some) == len(reviewed()) else f"{name} {_range(some)}")
    return found


def _kinds() -> Mapping[str, Mapping[Kind, set[str]]]:
    """Return, by overload and kind, the series of PyTorch in which the overload has that kind."""
    found: dict[str, dict[Kind, set[str]]] = {}
    for line in lines():
        found.setdefault(line.name, {}).setdefault(line.kind, set()).update(line.series)
    return found


def _range(series: Sequence[str]) -> str:
    return f"({series[0]})" if len(series) == 1 else f"({series[0]} to {series[-1]})"


def page() -> str:
    """Return the text of the page."""
    found = classes()
    rows = "\n".join(f"| {what} | {len(names):,} |" for what, names in found.items())
    *others, newest = reviewed().values()
    versions = f"{', '.join(others)} and {newest}"
    parts = [_HEAD.format(versions=versions, rows=rows)]
    for what, names in found.items():
        parts.append(_TEXTS[what] + "\n" + "\n".join(_lines(names)) + "\n")
    return "\n".join(parts)


def _lines(names: list[str]) -> Iterator[str]:
    """Yield one line of the page for the overloads that begin with the same letter."""
    for _, group in groupby(names, key=lambda name: name.strip("_")[:1]):
        each = (name.partition(" ") for name in group)
        yield "- " + ", ".join(f"`{name}`{space}{some}" for name, space, some in each)


def main() -> None:
    """Write the page; with --check, compare it with the committed page."""
    if "--check" not in sys.argv[1:]:
        write_atomically(PAGE, page().encode())
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
        sys.exit(f"{PAGE} is not that of the table: run python -m samebits.torch.tools.coverage")


if __name__ == "__main__":
    main()
