"""Random changes of a host's answers: of bytes, members, numbers, types and depth."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

DEPTHS = (20, 300, 900, 990, 1000, 1100, 100_000)


def deep(depth: int) -> Any:
    """Return nested lists of the given depth."""
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 1.0, 1e308, -0.0, 2**31, 2**64, 10**400, 10**4299,
    "", "ok", "\ud800", "\x00\x1b[2J\n", "\u202e", "x" * 100_000, [], [[]], {}, {"": {}},
    {"ok": {}}, [0] * 100_000, [None] * 1001, ["add"], deep(20), deep(300), deep(900),
)  # fmt: skip
"""Unexpected values that replace parts of an answer."""


def places(value: Any, above: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path (keys and indices) to every value inside a value."""
    found = [above]
    if isinstance(value, dict):
        for name in value:
            found += places(value[name], (*above, name))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            found += places(item, (*above, number))
    return found


def _with_odd_value(random: Random, answer: Any) -> bytes:
    """Return the answer as JSON, with an odd value in place of one of its values."""
    way = random.choice(places(answer))
    odd = random.choice(ODD)
    if not way:
        return json.dumps(odd).encode()
    inside = answer
    for step in way[:-1]:
        inside = inside[step]
    inside[way[-1]] = odd
    return json.dumps(answer).encode()


def _without_a_member(random: Random, answer: Any) -> bytes:
    ways = [way for way in places(answer) if way]
    inside = answer
    way = random.choice(ways)
    for step in way[:-1]:
        inside = inside[step]
    del inside[way[-1]]
    return json.dumps(answer).encode()


def _with_a_member_more(random: Random, answer: Any) -> bytes:
    """Return the answer as JSON, with one more member in an object, perhaps a duplicate."""
    text = json.dumps(answer)
    at = random.choice([i for i, c in enumerate(text) if c == "{"]) + 1
    names = ("ok", "number", "error", "lost", "protocol", "supported", "name", "x", "")
    odd = json.dumps(random.choice(ODD))
    comma = "" if text[at] == "}" else ","
    return f'{text[:at]}"{random.choice(names)}":{odd}{comma}{text[at:]}'.encode()


def _with_a_number(random: Random, answer: Any) -> bytes:
    """Return JSON in which a literal replaces a number or a word.

    JSON has no such literal, or its value is too large.
    """
    literals = (
        "NaN",
        "-Infinity",
        "1e999",
        "9" * 5000,
        "0x10",
        "01",
        "1e",
        "--1",
        "1" + "0" * 4000,
    )
    text = json.dumps(answer)
    for word in ("true", "false", "1"):
        if word in text:
            return text.replace(word, random.choice(literals), 1).encode()
    return random.choice(literals).encode()


def _deeper(random: Random, answer: Any) -> bytes:
    """Return JSON that is nested so deeply that a recursive reader may overflow its stack."""
    depth = random.choice(DEPTHS) + random.randrange(-20, 20)
    begin, end = random.choice((("[", "]"), ('{"a":', "}"), ('{"ok":', "}"), ('{"error":', "}")))
    inside = random.choice((json.dumps(answer), "{}", ""))
    return (begin * depth + inside + end * random.choice((0, depth))).encode()


def _with_other_bytes(random: Random, answer: Any) -> bytes:
    """Return JSON with a few bits flipped, or with bytes added, removed, repeated or cut off."""
    data = bytearray(json.dumps(answer).encode())
    for _ in range(random.choice((1, 1, 2, 8))):
        at, count = random.randrange(len(data) + 1), random.randrange(1, 9)
        kind = random.randrange(5)
        if kind == 0 and at < len(data):
            data[at] ^= 1 << random.randrange(8)
        elif kind == 1:
            data[at:at] = random.randbytes(count)
        elif kind == 2:
            del data[at : at + count]
        elif kind == 3:
            data[at:at] = data[at : at + count]
        else:
            del data[at:]
    return bytes(data)


_KINDS: tuple[Callable[[Random, Any], bytes], ...] = (
    _with_odd_value, _with_odd_value, _with_a_member_more, _without_a_member, _with_a_number,
    _deeper, _with_other_bytes, _with_other_bytes,
)  # fmt: skip


def mutated(random: Random, answer: dict[str, Any]) -> bytes:
    """Return the JSON of an answer with one random change. The answer itself is not modified."""
    return random.choice(_KINDS)(random, json.loads(json.dumps(answer)))
