"""Write `overloads.txt` from the installed PyTorch, the table, and the reviewed lists of moves.py.

    python -m samebits.torch.tools.freeze [--check]

Read the difference before it is committed: each new overload is refused, or composite if nothing
but PyTorch's registration says so, and whoever freezes it says that its source was read. An
overload whose schema changed is reviewed by a first run, and has its lowering again in a second.
"""

from __future__ import annotations

import sys

import torch

from samebits.common.files import write_atomically
from samebits.torch.moves import COMPUTING, MEMORY, MOVES, RANDOM_INTEGERS
from samebits.torch.overloads import FILE, Kind, installed
from samebits.torch.table import compositions, table

_COMPOSITE = (
    "CompositeExplicitAutograd",
    "CompositeExplicitAutogradNonFunctional",
    "CompositeImplicitAutograd",
)


def kind(name: str, schema: str, registered: dict[str, set[str]]) -> Kind:
    """The kind of an overload, given the overloads that have a kernel at each dispatch key."""
    if name in table() or name in compositions():
        return Kind.CANONICAL
    packet, _, overload = name.partition(".")
    for_cpu = name in registered["CPU"]
    composite = any(name in registered[key] for key in _COMPOSITE)
    if not for_cpu and not composite:
        return Kind.ABSENT
    if packet in MEMORY or _is_view(schema):
        return Kind.MEMORY
    if packet in RANDOM_INTEGERS:
        return Kind.INTEGERS
    if packet in MOVES and "reduce" not in overload:
        return Kind.MOVE
    if for_cpu or packet in COMPUTING or packet.startswith("_test_"):
        return Kind.REFUSED
    return Kind.COMPOSITE


def _is_view(schema: str) -> bool:
    """Whether an overload returns views of its operands and writes nothing: `Tensor(a)` alone."""
    returns = schema.rpartition(" -> ")[2]
    return "(" in returns.strip("()") and "!" not in schema and "Tensor(" in returns


def registrations() -> dict[str, set[str]]:
    """The overloads of ATen that have a kernel at each of the keys that dense CPU tensors reach."""
    return {
        key: {
            full.removeprefix("aten::")
            for full in torch._C._dispatch_get_registrations_for_dispatch_key(key)
            if full.startswith("aten::")
        }
        for key in ("CPU", *_COMPOSITE)
    }


def text() -> str:
    """The whole file."""
    registered = registrations()
    version = torch.__version__.partition("+")[0]
    lines = [f"{kind(name, schema, registered)} {schema}" for name, schema in installed().items()]
    lines.sort(key=lambda line: line.partition(" ")[2])
    return "\n".join([f"# torch {version}", *lines, ""])


def main() -> None:
    """Write the file, or compare it."""
    if "--check" not in sys.argv[1:]:
        write_atomically(FILE, text().encode())
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != text():
        sys.exit(f"{FILE} is not that of moves.py: run python -m samebits.torch.tools.freeze")


if __name__ == "__main__":
    main()
