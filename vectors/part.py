"""The manifest of one op, `data/<op>/manifest.json`: the contents of its files, and digests.

All facts about an op are in its own manifest. So two people who add two ops do not change the same
file. Sizes and digests refer to the uncompressed contents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from samebits.spec.catalog import all_ops
from samebits.spec.profiles import LEVELS
from samebits.vectors.certificate import LEAF
from samebits.vectors.digests import sha256_hex
from samebits.vectors.errors import VectorError
from samebits.vectors.files import MOST_BYTES, MOST_TEXT, REMEDY, dump_json, parse_json, read_bytes
from samebits.vectors.pools import WIDTHS
from samebits.vectors.schema import SETS
from samebits.vectors.validate import Fields, is_hex

VERSION = 2
"""Version of the format of an op's files.

In version 1, one manifest listed the files of all tables.
"""

NAME = "manifest.json"
DATA = "data"

FILES = {
    "tables": "tables.z",
    "values": "values.z",
    "certificates": "certificates.z",
    "leaves": "leaves.bin",
}
"""Kinds of content of an op, and their file names. A `.z` file is one zlib stream.

Empty contents have no file.
"""


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One table: set, label, number of cases, text size in bytes, and vector lengths.

    `values` are the lengths of the vectors u8, u16, u32 and u64, in elements. `plan` is a digest of
    the planned calls and inputs. The writer keeps a table whose plan and oracles are unchanged.
    """

    set: str
    label: str
    cases: int
    bytes: int
    values: tuple[int, ...]
    plan: str

    @property
    def key(self) -> tuple[str, str]:
        """Return the set and the label, which identify a table within its op."""
        return self.set, self.label

    def to_json(self) -> dict[str, Any]:
        """Return the entry as a JSON object."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class CertificateEntry:
    """One certificate: its name, the size of its text in bytes, and the number of its leaves."""

    name: str
    bytes: int
    leaves: int

    def to_json(self) -> dict[str, Any]:
        """Return the entry as a JSON object."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class OpList:
    """A frozen list of an op's must-pass case ids, for one set and level."""

    set: str
    level: str
    count: int
    sha256: str

    def to_json(self) -> dict[str, Any]:
        """Return the list as a JSON object."""
        return {name: getattr(self, name) for name in self.__slots__}


_UNSEALED = b'"seal": ""'


@dataclass(frozen=True)
class Part:
    """The manifest of an op.

    `provenance` names the oracles that computed the tables. `packages` names the packages from
    which the set `real` was frozen. `digests` contains the SHA-256 of each uncompressed content
    that is not empty.
    """

    spec: str
    op: str
    provenance: Mapping[str, str]
    packages: Mapping[str, str]
    digests: Mapping[str, str]
    tables: tuple[TableEntry, ...]
    certificates: tuple[CertificateEntry, ...]
    lists: tuple[OpList, ...]

    def size(self, kind: str) -> int:
        """Return the size of an uncompressed content in bytes."""
        if kind == "tables":
            return sum(entry.bytes for entry in self.tables)
        if kind == "values":
            pairs = (zip(e.values, WIDTHS.values(), strict=True) for e in self.tables)
            return sum(count * width for found in pairs for count, width in found)
        if kind == "certificates":
            return sum(entry.bytes for entry in self.certificates)
        return sum(entry.leaves * LEAF for entry in self.certificates)

    def table(self, case_set: str, label: str) -> TableEntry | None:
        """Return the entry of a table, or None if it is not listed."""
        return next((e for e in self.tables if e.key == (case_set, label)), None)

    def certificate(self, name: str) -> CertificateEntry | None:
        """Return the entry of a certificate, or None if it is not listed."""
        return next((e for e in self.certificates if e.name == name), None)

    def to_bytes(self) -> bytes:
        """Return the canonical text of the manifest file."""
        return self._bare.replace(_UNSEALED, f'"seal": "{self.seal}"'.encode(), 1)

    @cached_property
    def seal(self) -> str:
        """Return the SHA-256 of the canonical text with an empty seal.

        The root digest is the digest of the seals of all ops.
        """
        return sha256_hex(self._bare)

    @cached_property
    def _bare(self) -> bytes:
        head = {
            "schema": VERSION,
            "seal": "",
            "spec": self.spec,
            "op": self.op,
            "provenance": dict(sorted(self.provenance.items())),
            "packages": dict(sorted(self.packages.items())),
            "digests": {kind: self.digests[kind] for kind in FILES if kind in self.digests},
        }
        lists: dict[str, Sequence[Any]] = {
            "tables": [entry.to_json() for entry in self.tables],
            "certificates": [entry.to_json() for entry in self.certificates],
            "lists": [item.to_json() for item in self.lists],
        }
        return dump_json(head, lists)


def path_of(folder: Path, op: str) -> Path:
    """Return the folder of an op."""
    return folder / DATA / op


def ops_on_disk(folder: Path) -> Iterator[str]:
    """Yield the names of the ops that have a folder with files, sorted."""
    data = folder / DATA
    found = data.iterdir() if data.is_dir() else ()
    yield from sorted(p.name for p in found if p.is_dir() and any(p.iterdir()))


def read_part(folder: Path, op: str) -> Part:
    """Read and check the manifest of an op. Raises VectorError with the file name."""
    path = path_of(folder, op) / NAME
    data = read_bytes(path, MOST_TEXT)
    value = parse_json(path, data)
    part = parse_part(value, str(path))
    seal = value["seal"]
    if part.op != op:
        raise VectorError(f"{path}: a manifest of the op {part.op!r} does not belong here")
    if sha256_hex(data.replace(f'"seal": "{seal}"'.encode(), _UNSEALED, 1)) != seal:
        raise VectorError(f"{path}: its text does not match its seal; {REMEDY}")
    part.__dict__["seal"] = seal  # the same as the seal in the text, which was checked above
    return part


def parse_part(value: object, where: str) -> Part:
    """Return the manifest of an op from its parsed JSON. Raises VectorError if it is invalid."""
    fields = Fields(value, where)
    if fields.integer("schema") != VERSION:
        raise VectorError(f"{where}: this samebits reads schema {VERSION}; update samebits")
    fields.hexadecimal("seal", 64)  # `read_part` compares the seal with the text
    part = Part(
        fields.text("spec"),
        fields.text("op"),
        fields.strings("provenance"),
        fields.strings("packages"),
        fields.strings("digests"),
        fields.items("tables", _parse_table),
        fields.items("certificates", _parse_certificate),
        fields.items("lists", _parse_list),
    )
    fields.done()
    if part.op not in all_ops():
        raise VectorError(f"{where}: no op of this samebits is called {part.op[:40]!r}")
    keys = [entry.key for entry in part.tables]
    names = [entry.name for entry in part.certificates]
    if keys != sorted(set(keys)) or names != sorted(set(names)):
        raise VectorError(f"{where}: tables and certificates must be sorted and unique")
    for kind in FILES:
        if part.size(kind) > MOST_BYTES:
            raise VectorError(f"{where}: lists more than {MOST_BYTES} bytes of {kind}")
    hexadecimal = all(is_hex(digest, 64) for digest in part.digests.values())
    if set(part.digests) != {kind for kind in FILES if part.size(kind)} or not hexadecimal:
        raise VectorError(f"{where}: 'digests' must name the contents that are not empty")
    return part


def _parse_table(value: object, where: str) -> TableEntry:
    fields = Fields(value, where)
    entry = TableEntry(
        fields.choice("set", SETS),
        fields.text("label"),
        fields.integer("cases"),
        fields.integer("bytes", least=1),
        fields.integers("values"),
        fields.hexadecimal("plan", 64),
    )
    if len(entry.values) != len(WIDTHS):
        raise fields.fail("values", f"{len(WIDTHS)} counts", list(entry.values))
    fields.done()
    return entry


def _parse_certificate(value: object, where: str) -> CertificateEntry:
    fields = Fields(value, where)
    entry = CertificateEntry(
        fields.text("name"), fields.integer("bytes", least=1), fields.integer("leaves", least=1)
    )
    fields.done()
    return entry


def _parse_list(value: object, where: str) -> OpList:
    fields = Fields(value, where)
    found = OpList(
        fields.choice("set", SETS),
        fields.choice("level", LEVELS),
        fields.integer("count"),
        fields.hexadecimal("sha256", 64),
    )
    fields.done()
    return found
