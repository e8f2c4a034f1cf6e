"""Decisions for clause G15: tensors whose elements depend only on attributes."""

from __future__ import annotations

from samebits.conformance.trials.clauses.decision import Asked, always, decides, named

_EVERY = "every result of the op that it names"


@decides("G15.1", _EVERY, named)
def _alike(asked: Asked) -> bool:
    """Return whether there are results.

    A single flag is returned, because all results are equal and exchanging two of them would change
    no bit.
    """
    return bool(asked.results)


for _number in ("G15.2", "G15.3", "G15.4"):
    decides(_number, _EVERY, named)(always)
