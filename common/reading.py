"""Read untrusted files strictly and within limits. Every error message is one line.

This module has the general limits; a room may set tighter limits. They are many times larger than
anything that samebits writes, but small enough that no file can exhaust the reader's memory or
time. A gzip file is unpacked as a stream. It is refused as soon as its content exceeds MOST_RATIO
times the size of the file.
"""

from __future__ import annotations

import errno
import json
import math
import os
import re
import stat
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NoReturn

from samebits.common.errors import SamebitsError

MOST_BYTES = 1 << 27
"""The largest size of a file, and of its unpacked content: 128 MiB."""

MOST_TEXT = 1 << 20
"""The largest size of a hand-written text, and of a line in a file of lines: 1 MiB."""

MOST_DEPTH = 32
"""The deepest nesting of lists and objects. A report needs 5."""

MOST_DIGITS = 40
"""The largest number of digits of an integer; 2^128 has 39."""

MOST_FRACTION = 400
"""The largest number of characters of a number with a decimal point or an exponent."""

MOST_RATIO = 200
"""The largest ratio of a gzip file's content to its size. Reports have 15 to 30."""

_ALWAYS = 1 << 20
"""The size to which any gzip file may unpack, even a very small one: 1 MiB."""

_CHUNK = 1 << 16
_GZIP = b"\x1f\x8b"
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?')
_BRACKET = re.compile(r"[\[\]{}]")


class UnreadableError(SamebitsError):
    """A file or a text is refused.

    The message has the reason, and the caller adds the file's name.
    """


def open_regular(path: Path) -> IO[bytes]:
    """Open a regular file for reading. Raises UnreadableError or OSError.

    A pipe is refused, because reading from it might never end.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise UnreadableError("is a pipe or a device; write its content to a file first")
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_bounded(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the bytes of a file. A gzip file is unpacked.

    Raises UnreadableError if there are more than `most` bytes.
    """
    return b"".join(_bounded(path, most))


def read_lines(path: Path, most: int = MOST_BYTES, line: int = MOST_TEXT) -> Iterator[bytes]:
    """Yield the lines of a file with their newline. Only `\\n` ends a line.

    A gzip file is unpacked. A last line without a newline is yielded without one. Memory holds at
    most one line and one chunk. Raises UnreadableError for a file of more than `most` bytes, or a
    line of more than `line` bytes.
    """
    rest = b""
    for chunk in _bounded(path, most):
        *whole, rest = (rest + chunk).split(b"\n")
        if max(map(len, (*whole, rest))) > line:
            raise UnreadableError(f"has a line of more than {line:,} bytes")
        for row in whole:
            yield row + b"\n"
    if rest:
        yield rest


def parse_json(data: bytes) -> Any:
    """Return the value of strict JSON: UTF-8, no duplicate members, no NaN or Infinity.

    The nesting depth and the lengths of numbers are limited. Raises UnreadableError if the text
    breaks one of these rules.
    """
    try:
        text = data.decode("utf-8")
        _check_depth(text)
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_int=_integer,
            parse_float=_number,
        )
    except ValueError as error:
        raise UnreadableError(f"not valid JSON ({error})") from error


def _bounded(path: Path, most: int) -> Iterator[bytes]:
    """Yield the content of a file in pieces, in total at most `most` bytes."""
    size = 0
    try:
        with open_regular(path) as stream:
            head = stream.read(_CHUNK)
            pieces = _unpacked if head.startswith(_GZIP) else _plain
            for piece in pieces(head, stream):
                size += len(piece)
                if size > most:
                    raise UnreadableError(f"has more than {most:,} bytes, so it is not read")
                yield piece
    except OSError as error:
        raise UnreadableError(f"cannot be read ({error.strerror or error})") from error
    except zlib.error as error:
        raise UnreadableError(f"is not a complete gzip file: {error}") from error


def _plain(head: bytes, stream: IO[bytes]) -> Iterator[bytes]:
    while head:
        yield head
        head = stream.read(_CHUNK)


def _unpacked(head: bytes, stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the content of a gzip file in pieces. The file must have a single member."""
    inflate = zlib.decompressobj(wbits=31)
    taken = given = 0
    while head and not inflate.eof:
        taken += len(head)
        while head and not inflate.eof:
            piece = inflate.decompress(head, _CHUNK)
            given += len(piece)
            if given > max(_ALWAYS, MOST_RATIO * taken):
                raise UnreadableError(
                    f"unpacks to more than {MOST_RATIO} times its size; it is not read"
                )
            yield piece
            head = inflate.unconsumed_tail
        head = head or stream.read(_CHUNK)
    if not inflate.eof:
        raise UnreadableError("is not a complete gzip file: its end is missing")
    if inflate.unused_data or head:
        raise UnreadableError("is not a single gzip file: other data follows its end")


def _check_depth(text: str) -> None:
    """Raise ValueError if brackets are nested too deeply. Brackets in strings do not count."""
    if text.count("[") + text.count("{") <= MOST_DEPTH:
        return
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub("", text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MOST_DEPTH:
            raise ValueError(f"nested more than {MOST_DEPTH} deep")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        found = Counter(name for name, _ in pairs)
        twice = next(name for name, number in found.items() if number > 1)
        raise ValueError(f"the member {twice[:80]!r} occurs twice")
    return members


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS + 1:
        raise ValueError(f"a number of {len(text)} digits is longer than {MOST_DIGITS}")
    return int(text)


def _number(text: str) -> float:
    value = float(text) if len(text) <= MOST_FRACTION else math.inf
    if not math.isfinite(value):
        raise ValueError(f"{text[:40]} is too long, or too large for binary64")
    return value


def _constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a JSON number")
