"""The versions on which the bits of a run depend, to be stored with its hashes.

    saved = samebits.torch.state()
    samebits.torch.expect(saved)      # in a later run, before its first step

The state also contains the backend and the machine, which are not compared because they change no
bits.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from typing import Any

import torch

from samebits.common.errors import SamebitsError
from samebits.common.witnesses import contraction_of
from samebits.spec.documents.rules import specification_version
from samebits.torch.block import current
from samebits.torch.contraction import USUAL, digest_of
from samebits.torch.differences import parting

COMPARED = ("specification", "table", "torch")
"""The entries of a state that decide the bits, together with the chosen contraction.

They are the specification's version, the digest of the table of lowerings, and the version of
PyTorch, whose autograd decides the order in which gradients are added. Different builds of a
release give the same bits. Two releases give the same bits if differences.py lists no change
between them.
"""


def state() -> dict[str, str]:
    """Return the versions that decide bits, and the open block's backend and the machine.

    - `specification` is the version of SPEC.md.
    - `table` is the SHA-256 of the table of lowerings and of PyTorch's frozen overloads.
    - `torch` is PyTorch's version.
    - `contraction` is the open block's choice for matrix products, "T4" if no block is open.

    All are plain strings, so that `torch.load` can read a saved state with its default settings
    (`weights_only=True`).
    """
    block = current()
    contraction = USUAL if block is None else block.contraction
    return {
        "specification": specification_version(),
        "table": digest_of(contraction),
        "torch": str(torch.__version__),
        "contraction": contraction,
        "backend": block.backend if block is not None else "none: no block is open",
        "machine": f"{platform.system()} {platform.machine()}",
    }


def expect(saved: Mapping[str, Any]) -> None:
    """Raise SamebitsError unless this run computes the same bits as the run that saved `saved`.

    `saved` is a result of `state` or `hash_record`. The message names the entry that differs, both
    values, and what to do.
    """
    now = state()
    if not isinstance(saved, Mapping):
        raise SamebitsError(
            f"{type(saved).__name__} is not a state of samebits.torch; pass a saved result of "
            "samebits.torch.state()"
        )
    missing = [name for name in COMPARED if name not in saved]
    if missing:
        raise SamebitsError(
            f"this is not a state of samebits.torch: it lacks {', '.join(missing)}; pass a "
            "saved result of samebits.torch.state()"
        )
    chosen = contraction_of(saved)
    if chosen != now["contraction"]:
        raise SamebitsError(
            f"the saved run had contraction {chosen}, this one has "
            f"{now['contraction']}: the bits differ; call this in a block opened by "
            f'reproducible(contraction="{chosen}")'
        )
    for name in COMPARED:
        was, is_now = str(saved[name]), now[name]
        why = parting(was, is_now) if name == "torch" else "its bits may differ"
        if was != is_now and why:
            raise SamebitsError(
                f"the saved run had {name} {was}, this one has {is_now}: {why}; "
                "install the version of the saved run, or start a new run"
            )
