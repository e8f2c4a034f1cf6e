"""List the unreviewed overloads of the installed PyTorch, with a proposed kind for each.

    python -m samebits.torch.tools.news

The installed release is compared with the newest reviewed release before it. The kind is the one
that `python -m samebits.torch.tools.freeze` would write. It is a proposal: check it against
PyTorch's source before you freeze the release. The exit status is 1 if there is something to
review.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import torch

from samebits.torch.overloads import (
    Kind,
    base,
    changed,
    frozen,
    installed,
    is_known,
    registrations,
    reviewed,
    unreviewed,
)
from samebits.torch.table import entered
from samebits.torch.tools.freeze import kind_without_lowering


def proposals() -> Iterator[tuple[str, str, str]]:
    """Yield, for each changed overload, the change, the proposed kind, and the schema."""
    registered, known = registrations(), frozen()
    for name, schema in sorted(installed().items()):
        if name not in unreviewed():
            continue
        kind: str = kind_without_lowering(name, schema, registered)
        if name in entered():
            kind = f"{Kind.CANONICAL}, if its lowering fits"
        if name not in changed():
            yield "has a kernel now", kind, schema
        else:
            yield ("changed" if name in known else "new"), kind, schema
    for name, (was, schema) in sorted(known.items()):
        if name not in installed():
            yield "removed", was, schema


def main() -> int:
    """Print a line for each change and the number of changes; return the exit status."""
    found = list(proposals())
    for what, kind, schema in found:
        print(f"{what:16} {kind:32} {schema}")
    unknown = [one for one in found if one[0] != "removed"]
    print(
        f"torch {torch.__version__} against {reviewed()[base()]}: {len(unknown)} overloads to "
        f"review, {len(found) - len(unknown)} removed"
    )
    return 1 if unknown or not is_known() else 0


if __name__ == "__main__":
    sys.exit(main())
