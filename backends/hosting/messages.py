"""Messages between the judge and a host: a length (4 bytes, little endian), then JSON in UTF-8.

Both sides read strictly. They refuse a message that is too long, is not a JSON object, has a member
twice or contains NaN. A request has a number, and its answer has the same number. So a late or
repeated answer is never taken for the answer to a different request.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any, NoReturn

from samebits.backends.protocol import BackendError

HOST_PROTOCOL = 1
"""Version of the protocol between a judge and a host."""

MOST_BYTES = 1 << 26
"""Maximal length of a request in bytes."""

MOST_ANSWER_BYTES = 1 << 22
"""Maximal length of an answer in bytes.

Parsed into Python objects, JSON takes up to 30 times the memory of its text. An answer of this
length is 2000 `supports` reasons of maximal length; real answers are far shorter.
"""

LENGTH = struct.Struct("<I")

MOST_TEXT = 2000
"""Maximal number of characters that are kept of a text from the other side."""


class MessageError(BackendError):
    """An error for an invalid message from the other side; its text states the reason."""


def pack(message: Mapping[str, Any], most: int = MOST_BYTES) -> bytes:
    """Return a message as bytes, after its length. Raises MessageError if it is too long."""
    body = _ENCODER.encode(message).encode("ascii")
    if len(body) > most:
        raise MessageError(f"a message of {len(body)} bytes; at most {most} are sent")
    return LENGTH.pack(len(body)) + body


def length_of(head: bytes, most: int = MOST_BYTES) -> int:
    """Return the length from the first four bytes. Raises MessageError if it is too large."""
    (length,) = LENGTH.unpack(head)
    if length > most:
        raise MessageError(f"its message would be {length} bytes long; at most {most} are read")
    return int(length)


def parse(body: bytes) -> dict[str, Any]:
    """Return the JSON object of a message. Raises MessageError if it is invalid."""
    try:
        found = _DECODER.decode(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise MessageError(f"its message is not valid JSON ({plain(str(error))})") from error
    if not isinstance(found, dict):
        raise MessageError(f"its message is a JSON {type(found).__name__}, not an object")
    return found


def numbered(message: Mapping[str, Any], number: object) -> dict[str, Any]:
    """Return a request or answer with its number added."""
    return {"number": number, **message}


def answer_to(number: int, answer: dict[str, Any]) -> dict[str, Any]:
    """Return the answer without its number.

    Raises MessageError if the number is missing or wrong.
    """
    if "number" not in answer:
        raise MessageError(f"its answer to request {number} has no number")
    found = answer.pop("number")
    if type(found) is not int or found != number:  # True and 1.0 are equal to 1
        raise MessageError(f"it answered request {plain(found)[:60]} instead of {number}")
    return answer


def plain(text: object) -> str:
    """Return a text from the other side as one printable line of limited length.

    A lone surrogate is written as its escape, because it cannot be encoded in a file or terminal.
    """
    # str() of a list or object could have any length and depth.
    whole = f"a JSON {type(text).__name__}" if isinstance(text, dict | list) else str(text)
    shown = whole[: 4 * MOST_TEXT].encode("utf-8", "backslashreplace").decode()
    line = " ".join("".join(c if c.isprintable() else " " for c in shown).split())
    return line if len(line) <= MOST_TEXT else line[:MOST_TEXT] + "..."


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member occurs twice")
    return members


def _constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a JSON number")


# These are created once: with these options the functions of `json` create a new one per message.
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)
_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_constant)
