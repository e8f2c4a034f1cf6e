"""Reading of files with a size limit, canonical JSON, and compression."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from samebits.vectors.errors import VectorError

REMEDY = "restore the file from the release, or regenerate it with `nox -s vectors`"

MOST_BYTES = 1 << 25
"""Maximal size in bytes of a file and of its uncompressed content.

It is eight times the size of the largest op's content.
"""

MOST_TEXT = 1 << 20
"""Maximal size of `flags.json` and of an op's manifest in bytes."""

LEVEL = 9
"""zlib compression level. Digests are of the uncompressed content, so zlib versions may differ."""

_SETTINGS = [
    (memory, strategy)
    for memory in range(5, 10)
    for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED)
]
"""Combinations of zlib settings to try.

With less memory, zlib makes shorter blocks, with shorter code tables.
"""


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the content of a file, of at most `most` bytes. Raises VectorError if it is larger."""
    try:
        with path.open("rb") as stream:
            data = stream.read(most + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise VectorError(f"{path}: cannot be read ({reason}); {REMEDY}") from error
    if len(data) > most:
        raise VectorError(f"{path}: holds more than {most} bytes; {REMEDY}")
    return data


def deflate(data: bytes) -> bytes:
    """Return the data as one zlib stream (RFC 1950): the shortest result of several settings."""
    return min((_deflated(data, *setting) for setting in _SETTINGS), key=len)


def _deflated(data: bytes, memory: int, strategy: int) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, zlib.MAX_WBITS, memory, strategy)
    return packer.compress(data) + packer.flush()


def inflate(path: Path, data: bytes, size: int) -> bytes:
    """Return the content of a file that is one zlib stream of `size` uncompressed bytes.

    At most `size` + 1 bytes are uncompressed. Raises VectorError with the file name if the stream
    has another size or if data follows it.
    """
    stream = zlib.decompressobj()
    try:
        found = stream.decompress(data, size + 1)
    except zlib.error as error:
        raise VectorError(f"{path}: cannot be unpacked ({error}); {REMEDY}") from error
    if len(found) != size or not stream.eof or stream.unused_data:
        raise VectorError(f"{path}: does not unpack to the {size} bytes listed; {REMEDY}")
    return found


def parse_json(where: Path | str, data: bytes, *, unique: bool = False) -> Any:
    """Return parsed JSON.

    With `unique`, an object with a repeated key is refused. The parser limits the nesting depth,
    and Python limits the digits of a number. Raises VectorError.
    """
    pairs = _distinct if unique else None
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=pairs)
    except ValueError as error:  # malformed text or JSON, or a number with too many digits
        raise VectorError(f"{where}: is not JSON ({error}); {REMEDY}") from error
    except RecursionError as error:
        raise VectorError(f"{where}: is nested too deeply; {REMEDY}") from error


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has a key twice")
    return found


def compact(value: Any) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True)


def dump_json(head: dict[str, Any], lists: dict[str, Sequence[Any]]) -> bytes:
    """Return a JSON object with the entries of `head` first, then lists with one item per line.

    One item per line gives readable diffs.
    """
    lines = [f"{json.dumps(key)}: {compact(value)}" for key, value in head.items()]
    for key, items in lists.items():
        body = ",\n".join("  " + compact(item) for item in items)
        lines.append(f"{json.dumps(key)}: [\n{body}\n]" if items else f"{json.dumps(key)}: []")
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()
