"""Test that the files of an op return every table and certificate that was written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from samebits.common.files import write_atomically
from samebits.vectors.certificate import LEAF
from samebits.vectors.contents import CertificateData, OpData, OpFolder, TableData, packed
from samebits.vectors.digests import sha256_hex
from samebits.vectors.errors import VectorError
from samebits.vectors.part import FILES, Part, path_of
from samebits.vectors.pools import Bits


def numbers(first: int, count: int, width: int) -> Bits:
    return np.array([0x11 * (first + i) for i in range(count)], f"u{width}")


TABLES = (
    TableData("golden", "f16", b"one", {"u16": numbers(1, 5, 2)}, 1, "p"),
    TableData(
        "golden", "f32", b"second",
        {"u8": numbers(2, 3, 1), "u16": numbers(3, 2, 2), "u32": numbers(4, 7, 4)}, 2, "q",
    ),
    TableData("golden", "f64", b"the third", {"u8": numbers(5, 4, 1), "u64": numbers(6, 3, 8)},
              3, "r"),
)  # fmt: skip
PROOFS = (
    CertificateData("f16", b"proof", bytes(range(LEAF))),
    CertificateData("f32", b"another", bytes(range(3 * LEAF))),
)


def part_of(data: OpData) -> Part:
    digests = {kind: sha256_hex(content) for kind, content in data.contents().items()}
    tables = tuple(table.entry() for table in data.tables)
    proofs = tuple(item.entry() for item in data.certificates)
    return Part("0.1", "add", {}, {}, digests, tables, proofs, ())


def stored(folder: Path, data: OpData) -> OpFolder:
    part = part_of(data)
    for kind, content in data.contents().items():
        write_atomically(path_of(folder, "add") / FILES[kind], packed(part, kind, content))
    return OpFolder(folder, part)


def same(one: TableData, other: TableData) -> bool:
    names = ("set", "label", "text", "cases", "plan")
    return (
        all(getattr(one, name) == getattr(other, name) for name in names)
        and one.values.keys() == other.values.keys()
        and all(np.array_equal(one.values[w], other.values[w]) for w in one.values)
        and all(one.values[w].dtype == other.values[w].dtype for w in one.values)
    )


def test_contents_are_one_behind_the_other_in_the_order_of_the_manifest() -> None:
    found = OpData(TABLES, PROOFS).contents()
    assert found["tables"] == b"onesecondthe third"
    assert found["certificates"] == b"proofanother"
    assert found["leaves"] == bytes(range(LEAF)) + bytes(range(3 * LEAF))
    order = [("u8", 1), ("u8", 2), ("u16", 0), ("u16", 1), ("u32", 1), ("u64", 2)]
    assert found["values"] == b"".join(TABLES[i].values[w].tobytes() for w, i in order)
    assert OpData((), ()).contents() == {}


def test_what_was_stored_comes_back(tmp_path: Path) -> None:
    files = stored(tmp_path, OpData(TABLES, PROOFS))
    files.verify()
    found = files.data()
    assert len(found.tables) == len(TABLES)
    assert all(map(same, found.tables, TABLES))
    assert found.certificates == PROOFS
    for table, entry in zip(TABLES, files.part.tables, strict=True):
        assert files.table_text(entry) == table.text
        assert files.values(entry).keys() == table.values.keys()


def test_values_are_stored_byte_by_byte_of_equal_weight(tmp_path: Path) -> None:
    files = stored(tmp_path, OpData(TABLES[:1], ()))
    plain = OpFolder.unpack(files.path("values"), "values", files.part)
    assert plain == TABLES[0].values["u16"].tobytes()


def test_an_op_without_certificates_or_tables_has_no_file_of_them(tmp_path: Path) -> None:
    bare = stored(tmp_path / "a", OpData(TABLES, ()))
    assert (bare.content("certificates"), bare.content("leaves")) == (b"", b"")
    proven = stored(tmp_path / "b", OpData((), PROOFS))
    assert (proven.content("tables"), proven.content("values")) == (b"", b"")
    assert proven.data().tables == ()
    assert sorted(p.name for p in path_of(tmp_path / "b", "add").iterdir()) == [
        "certificates.z", "leaves.bin",
    ]  # fmt: skip


@pytest.mark.parametrize("kind", list(FILES))
def test_a_content_of_another_digest_or_length_is_not_trusted(tmp_path: Path, kind: str) -> None:
    files = stored(tmp_path, OpData(TABLES, PROOFS))
    right = files.content(kind)
    files.part = replace(files.part, digests={**files.part.digests, kind: "0" * 64})
    with pytest.raises(VectorError, match=f"{FILES[kind]}: SHA-256 of its content is"):
        files.content(kind)
    files.path("leaves").write_bytes(right + b"x")
    files.part = replace(files.part, digests={**files.part.digests, "leaves": sha256_hex(b"x")})
    with pytest.raises(VectorError, match=r"leaves.bin: SHA-256 of its content is"):
        files.content("leaves")


def test_leaves_that_go_on_are_not_trusted_though_their_digest_is_listed(tmp_path: Path) -> None:
    files = stored(tmp_path, OpData(TABLES, PROOFS))
    longer = files.content("leaves") + b"x"
    files.path("leaves").write_bytes(longer)
    listed = {**files.part.digests, "leaves": sha256_hex(longer)}
    files.part = replace(files.part, digests=listed)
    with pytest.raises(VectorError, match=r"leaves.bin: SHA-256 of its content is"):
        files.content("leaves")
