"""The seed of a run, and random numbers that depend only on the seed and a name.

A seed is sixteen hexadecimal digits. Every question has its own stream: Philox4x64, keyed by the
SHA-256 of seed and name. The stream does not depend on the order of cases, the worker or the
machine.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from samebits.conformance.errors import JudgeError

Words = np.ndarray[Any, np.dtype[np.uint64]]
T = TypeVar("T")

_DIGITS = 16


def new_seed() -> str:
    """Return a seed that cannot be predicted."""
    return secrets.token_hex(_DIGITS // 2)


def parse_seed(text: str) -> str:
    """Return a seed of 1 to 16 hexadecimal digits in the form that reports use.

    Raises JudgeError for any other text.
    """
    if not re.fullmatch(r"[0-9a-fA-F]{1,16}", text):
        raise JudgeError(
            f"--seed {text[:40]!r} must have 1 to {_DIGITS} hexadecimal digits, as in a report"
        )
    return text.lower().zfill(_DIGITS)


class Draws:
    """The stream of random numbers of a seed and a name."""

    def __init__(self, seed: str, name: str) -> None:
        digest = hashlib.sha256(f"{seed} {name}".encode()).digest()
        key = np.frombuffer(digest[:16], dtype="<u8").astype(np.uint64)
        self._bits = np.random.Philox(key=key)

    def words(self, count: int) -> Words:
        """Return `count` random 64-bit words."""
        return np.asarray(self._bits.random_raw(count), dtype=np.uint64)

    def below(self, limit: int) -> int:
        """Return a random integer from 0 to limit - 1."""
        return int(self._bits.random_raw()) % limit

    def between(self, least: int, most: int) -> int:
        """Return a random integer from `least` to `most`, both included."""
        return least + self.below(most - least + 1)

    def choice(self, items: Sequence[T]) -> T:
        """Return a random item."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` random items, each at most once, in random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(items)))]

    def chance(self, one_in: int) -> bool:
        """Return True with probability 1 / `one_in`."""
        return self.below(one_in) == 0
