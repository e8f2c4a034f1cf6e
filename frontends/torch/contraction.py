"""The clause for contractions of matrix products: T4, or T11 if a block chose aligned integers.

    reproducible(contraction="aligned:24x16")

The text names the widths of the first and of the second operand. Only a block can choose T11.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import torch
from torch import Tensor

from samebits.backends.protocol import Session
from samebits.common.errors import SamebitsError
from samebits.common.sources import digest_of as digest_of_files
from samebits.spec.families.aligned import PAIRS, WIDTHS
from samebits.torch.compute import CPU, Compute
from samebits.torch.dtypes import FLOATS
from samebits.torch.table import FOLDER, table_digest

USUAL = "T4"
"""The contraction outside of blocks, and in a block that does not choose one."""

ALIGNED = FLOATS - {torch.float64}
"""The dtypes whose products are aligned (T11.1). Products of any other dtype follow T4."""

_TEXTS = {USUAL: None, **{f"aligned:{a}x{b}": (a, b) for a, b in PAIRS}}
_SOURCES = ("aligned.py", "aligned_kernels.py", "contraction.py")
"""Modules that affect the bits of aligned products, in addition to the modules of the table."""


def widths_of(contraction: str) -> tuple[int, int] | None:
    """Return the two widths of `aligned:AxB`, or None for `T4`. Raises SamebitsError otherwise."""
    if not isinstance(contraction, str) or contraction not in _TEXTS:
        *less, most = map(str, WIDTHS)
        raise SamebitsError(
            f"contraction is {contraction!r}; use {USUAL!r}, or 'aligned:AxB' with A and B each "
            f"{', '.join(less)} or {most}, for example 'aligned:24x16'"
        )
    return _TEXTS[contraction]


@cache
def digest_of(contraction: str) -> str:
    """Return the SHA-256 of the sources that decide the bits of overloads with this contraction.

    For T4 it is the digest of the table. For an aligned contraction it also covers the modules of
    aligned products.
    """
    if contraction == USUAL:
        return table_digest()
    aligned = digest_of_files([FOLDER / name for name in _SOURCES], FOLDER)
    return hashlib.sha256(f"{table_digest()} {aligned}".encode()).hexdigest()


class Aligned(Compute):
    """The engine for products in a block that chose widths: it computes T11 instead of T4.

    `matmul` and `bmm` become the aligned ops, and `dot` becomes the aligned product of a row and a
    column, if T11.1 allows the formats. All other calls are the same as in `Compute`.
    """

    def __init__(
        self,
        session: Session,
        widths: tuple[int, int],
        device: torch.device = CPU,
        host: Compute | None = None,
    ) -> None:
        super().__init__(session, device, host)
        self.widths = widths

    def call(
        self, op: str, inputs: Sequence[Tensor], outputs: Sequence[Tensor], **attributes: Any
    ) -> None:
        """Compute the aligned op that replaces `op`.

        Arguments are the same as for `Compute.call`.
        """
        if op == "dot" and inputs[0].dtype in ALIGNED:
            row, column = inputs[0].unsqueeze(0), inputs[1].unsqueeze(1)
            op, inputs, outputs = "matmul", [row, column], [outputs[0].view(1, 1)]
        op = self._aligned(op, inputs, attributes)
        super().call(op, inputs, outputs, **attributes)

    def keep(
        self,
        key: tuple[object, ...],
        op: str,
        inputs: Sequence[Tensor],
        outputs: Sequence[Tensor],
        **attributes: Any,
    ) -> Callable[..., None]:
        """Prepare and cache the aligned op that replaces `op`. Arguments as for `Compute.keep`."""
        op = self._aligned(op, inputs, attributes)
        return super().keep(key, op, inputs, outputs, **attributes)

    def _aligned(self, op: str, inputs: Sequence[Tensor], attributes: dict[str, Any]) -> str:
        """Return the aligned op that replaces `op`, and add the widths to `attributes`."""
        if op not in ("matmul", "bmm") or inputs[0].dtype not in ALIGNED:
            return op
        attributes["bits"] = self.widths
        return f"{op}_aligned"
