"""The manifest of all vectors: the manifests of all ops, the flags, and one root digest.

The root digest is not stored but computed. README.md lists the exact lines that it covers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from samebits.spec.catalog import all_ops
from samebits.spec.documents.rules import normative_digest
from samebits.vectors.digests import joined_lists, sha256_hex
from samebits.vectors.errors import VectorError
from samebits.vectors.flags import Flag, flags_digest, read_flags
from samebits.vectors.part import FILES, NAME, VERSION, Part, ops_on_disk, path_of, read_part
from samebits.vectors.schema import SETS

ROOT_VERSION = 3
"""Version of the lines that the root digest covers. Version 3 added the specification."""


@dataclass(frozen=True, slots=True)
class IdList:
    """A frozen list of must-pass case ids, for one set, profile and level."""

    set: str
    profile: str
    level: str
    count: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """The flags, and the manifest of each op, by the op's name."""

    flags: Mapping[str, Flag]
    parts: Mapping[str, Part]

    @property
    def schema_version(self) -> int:
        """Return the version of the file format."""
        return VERSION

    @property
    def spec_version(self) -> str:
        """Return the version of the specification, or "" if there are no vectors."""
        return next((part.spec for part in self.parts.values()), "")

    @cached_property
    def root(self) -> str:
        """The SHA-256 of the lines that README.md lists.

        They are the digests of the specification and the flags, then each op's seal.
        """
        lines = [
            f"samebits vectors {ROOT_VERSION}",
            f"specification {normative_digest()}",
            f"flags {flags_digest(self.flags)}",
        ]
        lines += [f"{op} {self.parts[op].seal}" for op in sorted(self.parts)]
        return sha256_hex("\n".join(lines).encode())

    @property
    def provenance(self) -> Mapping[str, str]:
        """Return the oracles with their versions. Several versions of one oracle are joined."""
        found: dict[str, dict[str, None]] = {}
        for part in self.parts.values():
            for name, version in part.provenance.items():
                found.setdefault(name, {})[version] = None
        return {name: " and ".join(found[name]) for name in sorted(found)}

    @property
    def lists(self) -> tuple[IdList, ...]:
        """Return every must-pass list that contains a case."""
        keys = {
            (case.set, all_ops()[part.op].profile, case.level)
            for part in self.parts.values()
            for case in part.lists
        }
        found = (
            self.list_of(profile, level, case_set) for case_set, profile, level in sorted(keys)
        )
        return tuple(item for item in found if item is not None)

    def list_of(self, profile: str, level: str, case_set: str = "golden") -> IdList | None:
        """Return the must-pass list of a profile at a level, or None if it is empty."""
        chosen = {
            part.op: item
            for part in self.parts.values()
            if all_ops()[part.op].profile == profile
            for item in part.lists
            if (item.set, item.level) == (case_set, level) and item.count
        }
        if not chosen:
            return None
        digest = joined_lists({op: item.sha256 for op, item in chosen.items()})
        count = sum(item.count for item in chosen.values())
        return IdList(case_set, profile, level, count, digest)

    def counts(self, sets: tuple[str, ...] = SETS) -> int:
        """Return the number of cases in the tables of the given sets."""
        return sum(e.cases for part in self.parts.values() for e in part.tables if e.set in sets)

    def paths(self, folder: Path) -> list[Path]:
        """Return the paths of all files of all ops, including their manifests."""
        return [
            path_of(folder, op) / name
            for op, part in self.parts.items()
            for name in (NAME, *(FILES[kind] for kind in part.digests))
        ]


def read_manifest(folder: Path) -> Manifest:
    """Read and check flags.json and the manifests of all ops in a folder.

    Raises VectorError with the file name.
    """
    flags = read_flags(folder)
    parts = {op: read_part(folder, op) for op in ops_on_disk(folder)}
    versions: dict[str, str] = {}
    for op, part in parts.items():
        versions.setdefault(part.spec, op)
    if len(versions) > 1:
        (a, one), (b, other) = list(versions.items())[:2]
        raise VectorError(
            f"{folder}: {one} is made for version {a} of the specification, {other} for {b}; "
            "run `nox -s vectors`"
        )
    return Manifest(flags, parts)
