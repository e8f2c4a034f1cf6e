"""The right bits of a block: computed fast and proven by a digest, or else by the oracle.

The C backend computes a block. If the SHA-256 of its results agrees with the certificate of the
function, the results *are* the results of the oracles. This takes a fifth of the time of the
oracles. In all other cases the exhaustive oracle computes the block: if there is no certificate or
no library, if the certificate has larger blocks, or if the digest is wrong.
"""

from __future__ import annotations

from contextlib import ExitStack
from types import TracebackType
from typing import Any

import numpy as np

from samebits.backends.c import backend
from samebits.backends.c.session import CSession
from samebits.benchmarks.accuracy.counting import BLOCK
from samebits.oracles.sweep import sweep
from samebits.spec.language.call import Call
from samebits.vectors.certificate import Certificate
from samebits.vectors.certificates import find_certificate
from samebits.vectors.digests import bits_digest
from samebits.vectors.reader import ROOM

Bits = np.ndarray[Any, Any]


class RightBits:
    """The right bits of a unary binary32 call, by blocks of 2^20 inputs.

    Several threads may use one object.
    """

    def __init__(self, call: Call) -> None:
        self.call = call
        self.certificate = _certificate(call)
        self._stack = ExitStack()
        self._session: CSession | None = None
        self.asked = 0
        """The number of blocks that the oracle computed."""

    def __enter__(self) -> RightBits:
        names = [device.name for device in backend.devices() if device.available]
        if self.certificate is not None and names:
            self._session = self._stack.enter_context(backend.open(names[-1]))
            self._session.configure(threads=1)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def block(self, index: int, x: np.ndarray[Any, Any]) -> Bits:
        """Return the right bits of block `index`, whose inputs are `x` (binary32)."""
        if self._session is not None and self.certificate is not None:
            results = np.empty_like(x)
            self._session.run(self.call, [x], [results])
            bits = results.view(np.uint32)
            if self.certificate.holds(index, bits_digest(bits)):
                return bits
        self.asked += 1
        return sweep(self.call, index * BLOCK, BLOCK).bits


def _certificate(call: Call) -> Certificate | None:
    """Return the installed certificate of a call if its blocks have 2^20 inputs, else None.

    Raises VectorError for a damaged certificate.
    """
    found = find_certificate(ROOM, call)
    return found if found is not None and found.block == BLOCK else None
