"""Helpers for tests of functions that are looked up in tables (launching/tables.py)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from samebits.backends.cuda.arrays.resident import empty, resident
from samebits.backends.cuda.launching import tables
from samebits.backends.cuda.session import CudaSession
from samebits.backends.cuda.simt.emulated import EmulatedMachine
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, from_bits
from samebits.spec.language.call import Call

LITTLE = 64 * 1024
"""A size of shared memory, in bytes, that is too small for a table of a 16-bit format."""


class Noting(EmulatedMachine):
    """A machine with `shared` bytes of shared memory. It records the kernels that it starts."""

    def __init__(self, shared: int = 227 * 1024, **settings: Any) -> None:
        super().__init__(**settings)
        self.entries: list[str] = []
        self._shared = shared

    @property
    def shared_memory(self) -> int:
        return self._shared

    def start(self, prepared: Any, arguments: int) -> None:
        self.entries.append(prepared[0].entry)
        super().start(prepared, arguments)

    @property
    def looked_up(self) -> int:
        """Return the number of launches that were look-ups."""
        return sum(entry.startswith("sb_table") for entry in self.entries)


def set_least(monkeypatch: pytest.MonkeyPatch, elements: int) -> None:
    """Make calls use tables from `elements` elements per multiprocessor on."""
    monkeypatch.setattr(tables, "LEAST", elements)
    monkeypatch.setattr(tables, "LEAST_COPIED", elements)


def call_of(op: str, form: str, **attributes: Any) -> Call:
    return get_op(op).call([form], **attributes)


def patterns(form: str, count: int, seed: int = 1) -> Array:
    """Return `count` bit patterns of a format: all patterns in random order, then repeated."""
    bits = FORMATS[form].bits
    drawn = np.random.default_rng(seed).permutation(1 << bits)
    return from_bits(np.resize(drawn, count).astype(f"u{bits // 8}"), form)


def returned(session: CudaSession, call: Call, x: Array) -> Array:
    """Run a call on aligned arrays of the device, and return the bits of the result."""
    out = empty(session.machine, x.shape, x.dtype)
    session.run(call, [resident(session.machine, x)], [out])
    return out.values().view(f"u{x.itemsize}")
