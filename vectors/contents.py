"""The files of one op: tables, by-value bits, certificates and their leaves.

Each file has one content: the concatenation of the items that the op's manifest lists, in that
order. Digests cover the uncompressed bytes, so they do not depend on the compression. The contents:

- `tables`: the canonical texts of the tables;
- `values`: all u8, then all u16, u32 and u64 elements of the tables, little endian. Each of these
  four vectors is stored bytewise before compression: first the lowest byte of every element, then
  the next byte of every element, and so on. Signs and exponents are then adjacent, and the
  compressed file is a sixth smaller;
- `certificates`: the texts of the certificates;
- `leaves`: their leaves, which cannot be compressed and are stored as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from samebits.vectors.certificate import LEAF
from samebits.vectors.digests import little_endian_bytes, sha256_hex
from samebits.vectors.errors import VectorError
from samebits.vectors.files import REMEDY, deflate, inflate, read_bytes
from samebits.vectors.part import FILES, CertificateEntry, Part, TableEntry, path_of
from samebits.vectors.pools import WIDTHS, Bits, Pools


@dataclass(frozen=True, eq=False)
class TableData:
    """A table in its stored form: its text, its by-value vectors, and the digest of its plan."""

    set: str
    label: str
    text: bytes
    values: Mapping[str, Bits]
    cases: int
    plan: str

    def entry(self) -> TableEntry:
        """Return the table's entry in the manifest."""
        counts = tuple(self.values[w].size if w in self.values else 0 for w in WIDTHS)
        return TableEntry(self.set, self.label, self.cases, len(self.text), counts, self.plan)


@dataclass(frozen=True, slots=True)
class CertificateData:
    """A certificate in its stored form: its text, and its distinct leaves of LEAF bytes each."""

    name: str
    text: bytes
    leaves: bytes

    def entry(self) -> CertificateEntry:
        """Return the certificate's entry in the manifest."""
        return CertificateEntry(self.name, len(self.text), len(self.leaves) // LEAF)


@dataclass(frozen=True, slots=True)
class OpData:
    """All stored data of an op. Tables are sorted by set and label, certificates by name."""

    tables: tuple[TableData, ...]
    certificates: tuple[CertificateData, ...]

    def contents(self) -> dict[str, bytes]:
        """Return the uncompressed contents that are not empty, by kind."""
        vectors = (
            little_endian_bytes(table.values[width])
            for width in WIDTHS
            for table in self.tables
            if width in table.values
        )
        found = {
            "tables": b"".join(table.text for table in self.tables),
            "values": b"".join(vectors),
            "certificates": b"".join(item.text for item in self.certificates),
            "leaves": b"".join(item.leaves for item in self.certificates),
        }
        return {kind: content for kind, content in found.items() if content}


def packed(part: Part, kind: str, content: bytes) -> bytes:
    """Return the bytes of the file that stores a content: compressed, except `leaves`."""
    if kind == "leaves":
        return content
    return deflate(_bytewise(part, content) if kind == "values" else content)


class OpFolder:
    """The files of an op. Each is read and verified on first use."""

    def __init__(self, folder: Path, part: Part) -> None:
        self.part = part
        self.folder = path_of(folder, part.op)

    def content(self, kind: str) -> bytes:
        """Return the uncompressed content of a kind after a check of its digest.

        Raises VectorError.
        """
        size = self.part.size(kind)
        if not size:
            return b""
        path = self.path(kind)
        data = self.unpack(path, kind, self.part)
        found, wanted = sha256_hex(data), self.part.digests[kind]
        if len(data) != size or found != wanted:
            raise VectorError(
                f"{path}: SHA-256 of its content is {found[:16]}..., the manifest lists "
                f"{wanted[:16]}...; nothing in it is trusted; {REMEDY}"
            )
        return data

    @staticmethod
    def unpack(path: Path, kind: str, part: Part) -> bytes:
        """Return the uncompressed content of a file without a check of its digest.

        Raises VectorError.
        """
        data = read_bytes(path)
        if kind != "leaves":
            data = inflate(path, data, part.size(kind))
        return _elementwise(part, data) if kind == "values" else data

    def path(self, kind: str) -> Path:
        """Return the path of the file that stores a content."""
        return self.folder / FILES[kind]

    def verify(self) -> None:
        """Read and verify every file now, and store the contents. Raises VectorError."""
        self._tables, self._values, self._certificates  # noqa: B018 (read here, not when needed)

    def table_text(self, entry: TableEntry) -> bytes:
        """Return the text of a table. Raises VectorError."""
        return self._tables[entry.key]

    def pools(self, entry: TableEntry) -> Pools:
        """Return the by-value bits of a table. Raises VectorError."""
        return Pools(self.values(entry), str(self.path("values")))

    def values(self, entry: TableEntry) -> dict[str, Bits]:
        """Return the non-empty by-value vectors of a table, by width. Raises VectorError."""
        return self._values[entry.key]

    def certificate(self, entry: CertificateEntry) -> CertificateData:
        """Return a certificate in its stored form. Raises VectorError."""
        return self._certificates[entry.name]

    def data(self) -> OpData:
        """Return all stored data of the op. Raises VectorError."""
        tables = [
            TableData(e.set, e.label, self.table_text(e), self.values(e), e.cases, e.plan)
            for e in self.part.tables
        ]
        found = [self.certificate(entry) for entry in self.part.certificates]
        return OpData(tuple(tables), tuple(found))

    @cached_property
    def _tables(self) -> dict[tuple[str, str], bytes]:
        content, at, found = self.content("tables"), 0, {}
        for entry in self.part.tables:
            found[entry.key] = content[at : at + entry.bytes]
            at += entry.bytes
        return found

    @cached_property
    def _values(self) -> dict[tuple[str, str], dict[str, Bits]]:
        content, at = self.content("values"), 0
        found: dict[tuple[str, str], dict[str, Bits]] = {e.key: {} for e in self.part.tables}
        for column, (name, width) in enumerate(WIDTHS.items()):
            for entry in self.part.tables:
                count = entry.values[column]
                if count:
                    vector = np.frombuffer(content, f"<u{width}", count, at)
                    found[entry.key][name] = vector.astype(f"=u{width}", copy=False)
                at += count * width
        return found

    @cached_property
    def _certificates(self) -> dict[str, CertificateData]:
        texts, leaves, found = self.content("certificates"), self.content("leaves"), {}
        at = leaf = 0
        for entry in self.part.certificates:
            text = texts[at : at + entry.bytes]
            own = leaves[leaf : leaf + entry.leaves * LEAF]
            found[entry.name] = CertificateData(entry.name, text, own)
            at, leaf = at + entry.bytes, leaf + len(own)
        return found


def _bytewise(part: Part, content: bytes) -> bytes:
    """Return elements as bytes, with all lowest bytes first, then all second bytes, and so on."""
    return b"".join(
        np.frombuffer(content, np.uint8, size, at).reshape(-1, width).T.tobytes()
        for at, size, width in _spans(part)
    )


def _elementwise(part: Part, content: bytes) -> bytes:
    """Return the elements in their usual byte order; the inverse of `_bytewise`."""
    return b"".join(
        np.frombuffer(content, np.uint8, size, at).reshape(width, -1).T.tobytes()
        for at, size, width in _spans(part)
    )


def _spans(part: Part) -> list[tuple[int, int, int]]:
    """Return the position of each non-empty vector: first byte, size and element size, in bytes."""
    found, at = [], 0
    for column, width in enumerate(WIDTHS.values()):
        size = sum(entry.values[column] for entry in part.tables) * width
        if size:
            found.append((at, size, width))
        at += size
    return found
