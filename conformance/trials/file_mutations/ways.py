"""How a file of bytes is damaged by drawn numbers, and whether its reader accepts it then."""

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
    """The data with something far too large in it: nesting, a number, a text, an empty stretch."""
    at = draw.randrange(len(data))
    large = draw.choice((b"[", b"{", b"9", b"a", b"\n", b" ", b'"', b"\0", b'{"a":', b"\\"))
    return data[:at] + large * draw.choice((50, 5_000, 500_000)) + data[at:]
