"""Known differences between releases of PyTorch that change the bits of a program in a block.

The order of ops depends on PyTorch's own Python code and on autograd. `nox -s record --
torch_releases` runs the same programs on every reviewed release and compares their hashes.
"""

from __future__ import annotations

from typing import NamedTuple

from samebits.torch.overloads import reviewed
from samebits.torch.versions import order, series_of


class Difference(NamedTuple):
    """A change of PyTorch: the first release series that has it, and what changes."""

    since: str
    what: str
    programs: tuple[str, ...] = ()
    """Names of programs in tests/releases whose hashes show the change."""


DIFFERENCES: tuple[Difference, ...] = ()
"""Changes that affect common programs, so that `expect` refuses a different release.

Add an entry only if no lowering can keep the bits.
"""

NARROW: tuple[Difference, ...] = (
    Difference(
        "2.14",
        "the gradient of log10 of float64 tensors is divided by x * 2.302585092994046, the number "
        "nearest to ln 10, and before by x * 2.3025850929940455, its neighbour",
        ("torch.log10, float64",),
    ),
)
"""Changes of one gradient in one format. docs/torch.md lists them, and `expect` allows them."""


def parting(one: str, other: str) -> str:
    """Return why two versions of PyTorch may give different bits, or "" if they give the same bits.

    Versions may have a build suffix, which is ignored. Versions of one series give the same bits,
    and so do reviewed versions without an entry of DIFFERENCES between them.
    """
    first, last = sorted((series_of(v.partition("+")[0]) for v in (one, other)), key=order)
    if first == last:
        return ""
    for series in (first, last):
        if series not in reviewed():
            return f"PyTorch {series} has not been reviewed"
    known = [d for d in DIFFERENCES if order(first) < order(d.since) <= order(last)]
    return "; ".join(f"since PyTorch {d.since} {d.what}" for d in known)
