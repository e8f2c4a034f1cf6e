"""Flags: why a case exists, and what failing it means. The table is `flags.json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from samebits.vectors.errors import VectorError
from samebits.vectors.validate import Fields


@dataclass(frozen=True, slots=True)
class Flag:
    """One flag: what its cases hold, what failing them means, and the clause that they rest on."""

    name: str
    description: str
    failure: str
    clause: str


def parse_flags(value: object, where: str) -> Mapping[str, Flag]:
    """Check and type the parsed flags.json. Raises VectorError naming the file and the flag."""
    if not isinstance(value, dict):
        raise VectorError(f"{where}: an object of flags is wanted")
    flags = {}
    for name, item in value.items():
        fields = Fields(item, f"{where}: {name}")
        flags[name] = Flag(
            name, fields.text("description"), fields.text("failure"), fields.text("clause")
        )
        fields.done()
    return MappingProxyType(dict(sorted(flags.items())))
