"""Runs a session over the blocks of a domain, with reused buffers."""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.backends import executor
from samebits.backends.executor import poison_of, poisoned
from samebits.backends.protocol import Session
from samebits.spec.formats import get_format
from samebits.vectors.domain import Domain, Feed

Bits = np.ndarray[Any, Any]


class BlockRunner:
    """A session, a call, and the buffers for one block. It is not thread-safe."""

    def __init__(self, session: Session, domain: Domain) -> None:
        self._session = session
        self._call = domain.call
        (name,) = domain.call.outputs
        self._poison = poison_of(name)
        self._feed = Feed(domain)
        self._output = poisoned((min(domain.block, domain.inputs),), name)
        self._bits: Bits = self._output.view(get_format(name).bits_dtype)

    def bits(self, first: int, count: int) -> Bits:
        """Return the results of `count` inputs from index `first` on.

        They are valid until the next call. The output is poisoned first, so that unwritten elements
        are wrong. Raises any error of the backend.
        """
        bits = self._bits[:count]
        bits.fill(self._poison)
        operands = self._feed.at(first, count)
        executor.execute_into(self._session, self._call, operands, [self._output[:count]])
        return bits
