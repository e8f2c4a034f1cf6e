"""Functions that damage files at random, and a check that a reader's error is one line."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from samebits.common.errors import SamebitsError

ODD: list[Any] = [
    None, True, -1, 0, 1, 2**31, 2**63, 2**70, 10**400, 1.5, float("inf"), float("nan"), "", "f32",
    "0" * 64, "x" * 5000, [], {}, [[]], [0], ["f32"], {"a": 1}, [2**40], [[0, 10**12, 0]],
]  # fmt: skip


def mutated(data: bytes, draw: random.Random) -> bytes:
    """Return the bytes with one random change.

    Some bytes are changed, cut off, removed, added or repeated.
    """
    at, other = draw.randrange(len(data)), draw.randrange(len(data))
    start, stop = sorted((at, other))
    kind = draw.randrange(7)
    if kind < 2:
        turned = data[at] ^ (1 << draw.randrange(8)) if kind else draw.randrange(256)
        return data[:at] + bytes([turned]) + data[at + 1 :]
    if kind == 2:
        return data[:at]
    if kind == 3:
        return data[:start] + data[stop:]
    if kind == 4:
        return data[:at] + draw.randbytes(draw.randrange(1, 40)) + data[at:]
    if kind == 5:
        return data[:stop] + data[start:]
    return draw.randbytes(draw.randrange(100))


def altered(value: Any, draw: random.Random) -> Any:
    """Return the value with one random change: an odd, a missing or a repeated element."""
    if isinstance(value, dict) and value and draw.random() < 0.85:
        key = draw.choice(sorted(value))
        kind = draw.random()
        if kind < 0.1:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: altered(value[key], draw)}
    if isinstance(value, list) and value and draw.random() < 0.85:
        at, kind = draw.randrange(len(value)), draw.random()
        if kind < 0.1:
            return value[:at] + value[at + 1 :]
        if kind < 0.2:
            return [*value, value[at]]
        return [*value[:at], altered(value[at], draw), *value[at + 1 :]]
    if type(value) is int and draw.random() < 0.5:
        return value + draw.choice((-1, 1, 7, 1 << 20))
    return draw.choice(ODD)


def deep(levels: int = 100_000) -> bytes:
    return b"[" * levels + b"]" * levels


def one_line(ask: Callable[[], object]) -> bool:
    """Return whether `ask` succeeds.

    If it raises an error, check that the message is a short line.
    """
    try:
        ask()
        return True
    except SamebitsError as error:
        message = str(error)
    assert "\n" not in message
    assert len(message) < 1500, message
    return False


def damaged(text: bytes, draw: random.Random) -> bytes:
    """Return the text of a table, certificate or manifest with random damage."""
    kind = draw.random()
    if kind < 0.1:
        return mutated(text, draw) or b"{}"
    if kind < 0.12:
        return deep()
    if kind < 0.14:
        return b'{"schema":' + b"9" * 5000 + b"}"
    return json.dumps(altered(json.loads(text), draw)).encode()
