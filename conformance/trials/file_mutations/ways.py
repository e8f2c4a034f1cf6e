"""Damage the bytes of a file at random, and return whether its reader accepts the file."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from samebits.vectors.tests.mutating import mutated, one_line

Trial = Callable[[random.Random], bool]


def on_bytes(path: Path, good: bytes, ask: Callable[[], object]) -> Trial:
    def trial(draw: random.Random) -> bool:
        path.write_bytes(_grown(good, draw) if draw.random() < 0.05 else mutated(good, draw))
        return one_line(ask)

    return trial


def _grown(data: bytes, draw: random.Random) -> bytes:
    """Insert something far too large: deep nesting, a long number, a long text, or many spaces."""
    at = draw.randrange(len(data))
    large = draw.choice((b"[", b"{", b"9", b"a", b"\n", b" ", b'"', b"\0", b'{"a":', b"\\"))
    return data[:at] + large * draw.choice((50, 5_000, 500_000)) + data[at:]
