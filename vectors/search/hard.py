"""The f32 operands that are hardest to round: first from a certificate, then of ordinary size."""

from __future__ import annotations

from pathlib import Path

from samebits.vectors.certificates import find_named
from samebits.vectors.search.everyday import everyday_inputs

ROOM = Path(__file__).parent.parent


def hard_inputs(op: str) -> list[int]:
    """Return the f32 operands of `op` nearest to a rounding boundary, without repetition.

    The list is empty if neither a certificate nor a search exists. Raises VectorError for a
    malformed file.
    """
    proof = find_named(ROOM, op, "f32")
    proven = proof.hardest if proof else ()
    return list(dict.fromkeys([*(pattern for _, pattern in proven), *everyday_inputs(op)]))
