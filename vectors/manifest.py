"""MANIFEST.json: what the vectors consist of, and the one root digest that every report quotes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from samebits.vectors.digests import sha256_hex
from samebits.vectors.errors import VectorError
from samebits.vectors.files import REMEDY, dump_json, parse_json, read_bytes
from samebits.vectors.schema import SCHEMA_VERSION
from samebits.vectors.validate import Fields

NAME = "MANIFEST.json"


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One file: path from the room's folder, SHA-256, size, number of cases (tables only).

    `plan` is a digest of the planned calls and inputs of a table; with the same plan and the same
    oracles the writer keeps the file.
    """

    path: str
    sha256: str
    bytes: int
    cases: int = 0
    plan: str = ""

    def to_json(self) -> dict[str, Any]:
        """The JSON form; a file that is no table has neither cases nor plan."""
        extra = {"cases": self.cases, "plan": self.plan} if self.plan else {}
        return {"path": self.path, "sha256": self.sha256, "bytes": self.bytes, **extra}


@dataclass(frozen=True, slots=True)
class IdList:
    """A frozen list of must-pass case ids: those of one set and profile, at one level."""

    set: str
    profile: str
    level: str
    count: int
    sha256: str

    def to_json(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "set": self.set,
            "profile": self.profile,
            "level": self.level,
            "count": self.count,
            "sha256": self.sha256,
        }


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest; `root` is the SHA-256 of its own text with an empty root."""

    spec_version: str
    schema_version: int
    provenance: Mapping[str, str]
    packages: Mapping[str, str]
    files: tuple[FileEntry, ...]
    lists: tuple[IdList, ...]
    root: str = ""

    def entry(self, path: str) -> FileEntry | None:
        """The entry of a file, by its path from the room's folder."""
        return next((f for f in self.files if f.path == path), None)

    def list_of(self, profile: str, level: str, case_set: str = "golden") -> IdList | None:
        """The frozen must-pass list of a profile at a level; None where it has no case."""
        wanted = (case_set, profile, level)
        return next((x for x in self.lists if (x.set, x.profile, x.level) == wanted), None)

    def to_bytes(self) -> bytes:
        """The canonical text of the file."""
        head = {
            "schema": self.schema_version,
            "spec": self.spec_version,
            "provenance": dict(sorted(self.provenance.items())),
            "packages": dict(sorted(self.packages.items())),
            "root": self.root,
        }
        files = [f.to_json() for f in self.files]
        return dump_json(head, {"lists": [x.to_json() for x in self.lists], "files": files})

    def sealed(self) -> Manifest:
        """The same manifest with its root."""
        bare = replace(self, root="")
        return replace(bare, root=sha256_hex(bare.to_bytes()))


def read_manifest(folder: Path) -> Manifest:
    """Read and verify the manifest in a folder: its text is canonical and its root is its own.

    Raises VectorError naming the file.
    """
    path = folder / NAME
    data = read_bytes(path)
    manifest = _parse(parse_json(path, data), str(path))
    if manifest.sealed().to_bytes() != data:
        raise VectorError(f"{path}: its text does not match its root digest; {REMEDY}")
    return manifest


def _parse(value: object, where: str) -> Manifest:
    fields = Fields(value, where)
    schema = fields.integer("schema")
    if schema != SCHEMA_VERSION:
        raise VectorError(f"{where}: this samebits reads schema {SCHEMA_VERSION}; update samebits")
    manifest = Manifest(
        fields.text("spec"),
        schema,
        _texts(fields.mapping("provenance"), where),
        _texts(fields.mapping("packages"), where),
        fields.items("files", _parse_file),
        fields.items("lists", _parse_list),
        fields.hexadecimal("root", 64),
    )
    fields.done()
    return manifest


def _texts(value: Mapping[str, Any], where: str) -> Mapping[str, str]:
    for key, item in value.items():
        if not isinstance(item, str):
            raise VectorError(f"{where}: {key!r} must be a text")
    return value


def _parse_file(value: object, where: str) -> FileEntry:
    fields = Fields(value, where)
    entry = FileEntry(
        fields.text("path"),
        fields.hexadecimal("sha256", 64),
        fields.integer("bytes"),
        fields.optional("cases", 0),
        fields.optional("plan", ""),
    )
    fields.done()
    return entry


def _parse_list(value: object, where: str) -> IdList:
    fields = Fields(value, where)
    found = IdList(
        fields.text("set"),
        fields.text("profile"),
        fields.text("level"),
        fields.integer("count"),
        fields.hexadecimal("sha256", 64),
    )
    fields.done()
    return found
