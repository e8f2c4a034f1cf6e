"""The data of trajectories: real data that a package or Python itself contains, as rows.

`digits` are scikit-learn's 1797 images; every sixth is held out. `names` are the names of the
Unicode characters from U+0020 to U+058F, from Python's `unicodedata`. By Unicode's stability rules
they never change, while other texts in Python change with its releases.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from samebits.spec.trajectories.trajectory import Data
from samebits.vectors.recipes.digits import labels, pixels

Array = np.ndarray[Any, Any]

HELD_OUT = 6
"""One in this many images is held out from training: images whose number modulo 6 is 5."""

_FIRST, _BEHIND = 0x20, 0x590
"""The range of characters whose names are read; its end is excluded."""


@dataclass(frozen=True, slots=True)
class Source:
    """A data set of rows. `batch` makes operands from the rows with the given numbers."""

    rows: int
    digest: str
    batch: Callable[[Data, Array], dict[str, Array]]


def missing(name: str) -> str:
    """Return the reason why the data of a source are missing, or ""."""
    try:
        source(name)
    except OSError as error:
        return f"the data {name} are not installed ({error}); install scikit-learn"
    return ""


def operands(data: Data, step: int) -> dict[str, Array]:
    """Return the operands of step number `step`.

    Raises OSError if the package with the data is not installed.
    """
    found = source(data.source)
    return found.batch(data, data.numbers(step, found.rows))


@cache
def source(name: str) -> Source:
    """Return a source by name. Raises OSError if its package is not installed."""
    return _SOURCES[name]()


@cache
def _digits() -> Source:
    return _images(*_part(held_out=False))


@cache
def held_out() -> tuple[Array, Array]:
    """Return the images that are held out from training, and their classes."""
    return _part(held_out=True)


def _part(*, held_out: bool) -> tuple[Array, Array]:
    """Return images and their classes.

    Pixels are from 0 to 1, and exact in f32 and bf16.
    """
    x, y = (pixels() / 16).astype(np.float32), labels()
    chosen = (np.arange(len(x)) % HELD_OUT == HELD_OUT - 1) == held_out
    return x[chosen], y[chosen]


def _images(x: Array, y: Array) -> Source:
    def batch(data: Data, numbers: Array) -> dict[str, Array]:
        shape = data.operands[0].shape
        return {"x": x[numbers].reshape(-1, *shape[1:]), "target": y[numbers]}

    return Source(len(x), _digest(x, y), batch)


@cache
def text() -> str:
    """Return the names, one on each line of the text."""
    found = (unicodedata.name(chr(code), "") for code in range(_FIRST, _BEHIND))
    return "\n".join(name for name in found if name)


def alphabet() -> str:
    """Return the characters of the text, sorted. Their indices are the tokens."""
    return "".join(sorted(set(text())))


@cache
def _names() -> Source:
    numbers = {character: number for number, character in enumerate(alphabet())}
    tokens = np.array([numbers[character] for character in text()], np.int64)

    def batch(data: Data, numbers: Array) -> dict[str, Array]:
        places = (numbers[:, None] * data.length) % (len(tokens) - data.length)
        places = places + np.arange(data.length)
        positions = np.broadcast_to(np.arange(data.length), places.shape)
        return {
            "tokens": tokens[places].reshape(-1),
            "positions": np.ascontiguousarray(positions).reshape(-1),
            "target": tokens[places + 1].reshape(-1),
        }

    return Source(len(tokens), _digest(tokens), batch)


def _digest(*arrays: Array) -> str:
    """Return the SHA-256 of the rows, to detect changed data."""
    found = hashlib.sha256()
    for x in arrays:
        found.update(
            np.ascontiguousarray(x).astype(x.dtype.newbyteorder("<"), copy=False).tobytes()
        )
    return found.hexdigest()


_SOURCES: Mapping[str, Callable[[], Source]] = MappingProxyType(
    {"digits": _digits, "names": _names}
)
