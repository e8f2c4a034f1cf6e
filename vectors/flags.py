"""Flags: the reason for a case, and the meaning of its failure. The table is `flags.json`.

The table is written by hand, except `sha256`, the seal of each entry, which `nox -s vectors` fills
in. The seal detects a damaged description. Since each entry has its own seal, two people who add
two flags never change the same line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from samebits.common.files import write_atomically
from samebits.vectors.digests import sha256_hex
from samebits.vectors.errors import VectorError
from samebits.vectors.files import MOST_TEXT, compact, parse_json, read_bytes
from samebits.vectors.validate import Fields

FLAGS = "flags.json"


@dataclass(frozen=True, slots=True)
class Flag:
    """One flag: a description of its cases, the meaning of a failure, and the clause it tests."""

    name: str
    description: str
    failure: str
    clause: str

    @property
    def sha256(self) -> str:
        """Return the SHA-256 of [name, description, failure, clause] as compact JSON."""
        text = compact([self.name, self.description, self.failure, self.clause])
        return sha256_hex(text.encode())


def flags_digest(flags: Mapping[str, Flag]) -> str:
    """Return the SHA-256 of the digests of all flags, sorted by name, joined by newlines."""
    return sha256_hex("\n".join(flags[name].sha256 for name in sorted(flags)).encode())


def read_flags(folder: Path, *, sealed: bool = True) -> Mapping[str, Flag]:
    """Return the flags of a folder. Raises VectorError for an invalid entry or a wrong seal."""
    path = folder / FLAGS
    value = parse_json(path, read_bytes(path, MOST_TEXT), unique=True)
    return parse_flags(value, str(path), sealed=sealed)


def parse_flags(value: object, where: str, *, sealed: bool = True) -> Mapping[str, Flag]:
    """Return the flags from the parsed flags.json.

    Raises VectorError, which names the file and the flag, if an entry is invalid.
    """
    if not isinstance(value, dict):
        raise VectorError(f"{where}: expected an object of flags")
    flags = {}
    for name, item in value.items():
        fields = Fields(item, f"{where}: {name}")
        flag = Flag(name, fields.text("description"), fields.text("failure"), fields.text("clause"))
        if fields.optional("sha256", "") != flag.sha256 and sealed:
            raise VectorError(
                f"{where}: the entry {name!r} is not as it was sealed; restore it, or run "
                "`nox -s vectors` if the change is meant"
            )
        fields.done()
        flags[name] = flag
    return MappingProxyType(dict(sorted(flags.items())))


def seal_flags(folder: Path) -> None:
    """Write the right seal into every entry.

    The file is not written if all seals are right. Raises VectorError.
    """
    path = folder / FLAGS
    flags = read_flags(folder, sealed=False)
    table = {
        name: {
            "description": flag.description,
            "failure": flag.failure,
            "clause": flag.clause,
            "sha256": flag.sha256,
        }
        for name, flag in flags.items()
    }
    data = (json.dumps(table, indent=2, ensure_ascii=False) + "\n").encode()
    if data != read_bytes(path, MOST_TEXT):
        write_atomically(path, data)
