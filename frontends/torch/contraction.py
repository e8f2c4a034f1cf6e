"""By which clause products of matrices contract: T4, or T11 where a block chose aligned integers.

    reproducible(contraction="aligned:24x16")

The text names the widths of the first and of the second operand. Nothing but a block chooses.
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
"""The contraction of a block that chooses none, and of what runs outside of blocks."""

ALIGNED = FLOATS - {torch.float64}
"""The dtypes whose products are aligned (T11.1); any other dtype keeps its clause."""

_TEXTS = {USUAL: None, **{f"aligned:{a}x{b}": (a, b) for a, b in PAIRS}}
_SOURCES = ("aligned.py", "aligned_kernels.py", "contraction.py")
"""The modules that stand between an overload and an aligned op, beside those of the table."""


def widths_of(contraction: str) -> tuple[int, int] | None:
    """The widths that `aligned:24x16` names, None of `T4`. Raises SamebitsError for other texts."""
    if not isinstance(contraction, str) or contraction not in _TEXTS:
        *less, most = map(str, WIDTHS)
        raise SamebitsError(
            f"contraction is {contraction!r}; it is {USUAL!r}, or 'aligned:AxB' with A and B each "
            f"{', '.join(less)} or {most}, as 'aligned:24x16'"
        )
    return _TEXTS[contraction]


@cache
def digest_of(contraction: str) -> str:
    """SHA-256 over what says which bits an overload has under this choice.

    Of T4 that is the table's; of an aligned one it covers the modules of aligned products too.
    """
    if contraction == USUAL:
        return table_digest()
    aligned = digest_of_files([FOLDER / name for name in _SOURCES], FOLDER)
    return hashlib.sha256(f"{table_digest()} {aligned}".encode()).hexdigest()


class Aligned(Compute):
    """What the lowerings of products compute with in a block that chose widths: T4 becomes T11.

    `matmul` and `bmm` become the aligned ops, and `dot` the aligned product of a row and a column,
    in formats that T11.1 has; all else is as in any other block.
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
        """As that of Compute, of the aligned op."""
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
        """As that of Compute, of the aligned op."""
        op = self._aligned(op, inputs, attributes)
        return super().keep(key, op, inputs, outputs, **attributes)

    def _aligned(self, op: str, inputs: Sequence[Tensor], attributes: dict[str, Any]) -> str:
        """The op that stands for this one, whose widths then are among the attributes."""
        if op not in ("matmul", "bmm") or inputs[0].dtype not in ALIGNED:
            return op
        attributes["bits"] = self.widths
        return f"{op}_aligned"
