"""Messages between a judge and a host: four bytes of length, little endian, then JSON in UTF-8.

Both sides read strictly: what is too long, no JSON object, names a member twice or holds NaN is
refused with one line. A request has a number, and its answer the same: what comes late, or once
more, is no answer to another request.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any, NoReturn

from samebits.backends.protocol import BackendError

HOST_PROTOCOL = 1
"""Version of what a judge and a host say to each other."""

MOST_BYTES = 1 << 26
"""Length beyond which a request is refused, in bytes."""

MOST_ANSWER_BYTES = 1 << 22
"""Length beyond which an answer is refused, in bytes. As Python objects, JSON takes up to thirty
times as much memory; no answer comes near this length, which 2000 long reasons of `supports` fill.
"""

LENGTH = struct.Struct("<I")

MOST_TEXT = 2000
"""Characters of a text of the other side that are kept."""


class MessageError(BackendError):
    """Bytes of the other side that are no message; the text says why."""


def pack(message: Mapping[str, Any], most: int = MOST_BYTES) -> bytes:
    """A message with its length. Raises MessageError where it is too long."""
    body = _ENCODER.encode(message).encode("ascii")
    if len(body) > most:
        raise MessageError(f"a message of {len(body)} bytes; at most {most} are sent")
    return LENGTH.pack(len(body)) + body


def length_of(head: bytes, most: int = MOST_BYTES) -> int:
    """The length that the first four bytes announce. Raises MessageError where it is too large."""
    (length,) = LENGTH.unpack(head)
    if length > most:
        raise MessageError(f"its message would be {length} bytes long; at most {most} are read")
    return int(length)


def parse(body: bytes) -> dict[str, Any]:
    """The JSON object of a message. Raises MessageError."""
    try:
        found = _DECODER.decode(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise MessageError(f"its message is not valid JSON ({plain(str(error))})") from error
    if not isinstance(found, dict):
        raise MessageError(f"its message is no JSON object, but {type(found).__name__}")
    return found


def numbered(message: Mapping[str, Any], number: object) -> dict[str, Any]:
    """A request with its number, or the answer to it."""
    return {"number": number, **message}


def answer_to(number: int, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer to the request of this number, without it. Raises MessageError for another's."""
    if "number" not in answer:
        raise MessageError(f"its answer to request {number} has no number")
    found = answer.pop("number")
    if type(found) is not int or found != number:  # True and 1.0 are equal to 1
        raise MessageError(f"it answered request {plain(found)[:60]}, and was asked {number}")
    return answer


def plain(text: object) -> str:
    """A text of the other side as one printable line of bounded length.

    A lone surrogate, which no file and no terminal takes, is written as its escape.
    """
    # The text of a list may be as long, and as deep, as the other side likes.
    whole = f"a JSON {type(text).__name__}" if isinstance(text, dict | list) else str(text)
    shown = whole[: 4 * MOST_TEXT].encode("utf-8", "backslashreplace").decode()
    line = " ".join("".join(c if c.isprintable() else " " for c in shown).split())
    return line if len(line) <= MOST_TEXT else line[:MOST_TEXT] + "..."


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member stands twice")
    return members


def _constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON number")


# Made once: the functions of `json` make a new one for every message that is not of the usual form.
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)
_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_constant)
