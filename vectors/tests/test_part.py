"""Test the manifest of one op (types, seal, order, limits), and the manifest of all ops."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from samebits.common.files import write_atomically
from samebits.vectors.contents import OpFolder
from samebits.vectors.errors import VectorError
from samebits.vectors.files import MOST_BYTES
from samebits.vectors.flags import read_flags
from samebits.vectors.manifest import Manifest, read_manifest
from samebits.vectors.part import Part, ops_on_disk, parse_part, read_part
from samebits.vectors.reader import ROOM, Vectors

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def add() -> Part:
    return read_part(ROOM, "add")


def changed(change: Change) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((ROOM / "data/add/manifest.json").read_bytes())
    change(value)
    return value


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda v: v.update(schema=99), "this samebits reads schema 2; update samebits"),
        (lambda v: v.update(seal="ab"), "seal"),
        (lambda v: v.update(more=1), "more"),
        (lambda v: v["tables"].reverse(), "tables and certificates must be sorted and unique"),
        (lambda v: v["tables"].append(v["tables"][-1]), "must be sorted and unique"),
        (lambda v: v["certificates"].reverse(), "must be sorted and unique"),
        (lambda v: v["certificates"].append(v["certificates"][-1]), "must be sorted and unique"),
        (lambda v: v["tables"][0].update(bytes=0), "bytes"),
        (lambda v: v["tables"][0].update(values=[0, 0, 0]), "'values' must be 4 counts"),
        (lambda v: v["tables"][0].update(more=1), "more"),
        (lambda v: v["tables"][0].update(set="gold"), "set"),
        (lambda v: v["certificates"][0].update(leaves=0), "leaves"),
        (lambda v: v["certificates"][0].update(bytes=0), "bytes"),
        (lambda v: v["certificates"][0].update(more=1), "more"),
        (lambda v: v["lists"][0].update(more=1), "more"),
        (lambda v: v["lists"][0].update(level="easy"), "level"),
        (lambda v: v["lists"][0].update(sha256="ab"), "sha256"),
        (lambda v: v["digests"].pop("values"), "'digests' must name the contents that are not"),
        (lambda v: v["digests"].update(values="ab"), "'digests' must name the contents"),
        (lambda v: v["digests"].update(other="0" * 64), "'digests' must name the contents"),
        (lambda v: v.update(spec=1), "spec"),
    ],
)
def test_a_manifest_that_is_not_as_written_is_refused(change: Change, words: str) -> None:
    with pytest.raises(VectorError, match=f"^here.*{re.escape(words)}"):
        parse_part(changed(change), "here")


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("tables", lambda v: v["tables"][0].update(bytes=MOST_BYTES)),
        ("values", lambda v: v["tables"][0].update(values=[0, 0, 0, MOST_BYTES // 8])),
        ("certificates", lambda v: v["certificates"][0].update(bytes=MOST_BYTES)),
        ("leaves", lambda v: v["certificates"][0].update(leaves=MOST_BYTES)),
    ],
)
def test_contents_beyond_the_limit_are_refused_before_they_are_read(
    kind: str, change: Change
) -> None:
    with pytest.raises(VectorError, match=f"here: lists more than {MOST_BYTES} bytes of {kind}"):
        parse_part(changed(change), "here")


def test_a_content_may_be_as_large_as_the_limit() -> None:
    def fill(value: dict[str, Any]) -> None:
        del value["tables"][1:]
        value["tables"][0]["bytes"] = MOST_BYTES

    assert parse_part(changed(fill), "here").size("tables") == MOST_BYTES


def test_what_is_written_is_read_again_with_the_same_seal(add: Part) -> None:
    text = (ROOM / "data/add/manifest.json").read_bytes()
    again = parse_part(json.loads(text), "here")
    assert again == add
    assert again.seal == add.seal == json.loads(text)["seal"]
    assert again.to_bytes() == text
    backwards = {
        name: dict(reversed(getattr(add, name).items())) for name in ("provenance", "packages")
    }
    assert replace(add, **backwards, digests=dict(reversed(add.digests.items()))).seal == add.seal
    packed = replace(add, packages={"b": "1", "a": "2"})
    assert packed.seal == replace(add, packages={"a": "2", "b": "1"}).seal != add.seal


def test_the_seal_is_that_of_the_text_that_was_read(front: Path) -> None:
    """The reader uses the seal in the text, and does not compute it from a rewritten text."""
    assert "seal" in vars(read_part(front, "exp"))


def test_only_the_place_of_the_seal_is_left_out_of_it(front: Path) -> None:
    twice = replace(read_part(front, "exp"), provenance={"a": "1"})
    noted = replace(twice, provenance={"seal": twice.seal})
    write_atomically(front / "data/exp/manifest.json", noted.to_bytes())
    assert read_part(front, "exp").seal == noted.seal


def test_an_op_belongs_into_its_own_folder_and_has_to_be_known(front: Path) -> None:
    other = replace(read_part(front, "exp"), op="log")
    write_atomically(front / "data/exp/manifest.json", other.to_bytes())
    with pytest.raises(VectorError, match="of the op 'log' does not belong here"):
        read_part(front, "exp")
    unknown = replace(other, op="future")
    write_atomically(front / "data/future/manifest.json", unknown.to_bytes())
    with pytest.raises(VectorError, match="no op of this samebits is called 'future'"):
        read_part(front, "future")


def test_tables_and_certificates_are_found_by_name(add: Part) -> None:
    for entry in add.tables:
        assert add.table(entry.set, entry.label) is entry
    assert add.table("golden", "f33") is None
    for proof in add.certificates:
        assert add.certificate(proof.name) is proof
    assert add.certificate("f33") is None


def test_only_folders_that_hold_something_are_ops(tmp_path: Path) -> None:
    assert list(ops_on_disk(tmp_path)) == []
    for name in ("c", "b", "a"):
        (tmp_path / "data" / name).mkdir(parents=True)
        (tmp_path / "data" / name / "x").write_bytes(b"")
    (tmp_path / "data" / "empty").mkdir()
    (tmp_path / "data" / "file").write_bytes(b"")
    assert list(ops_on_disk(tmp_path)) == ["a", "b", "c"]


def manifest_of(*parts: Part) -> Manifest:
    return Manifest(read_flags(ROOM), {part.op: part for part in parts})


def test_the_root_does_not_depend_on_the_order_of_ops_and_changes_with_each(add: Part) -> None:
    """V1.3: the root digest covers all of the vectors."""
    exp = read_part(ROOM, "exp")
    both = manifest_of(add, exp)
    assert both.root == manifest_of(exp, add).root
    assert len({both.root, manifest_of(add).root, manifest_of(exp).root}) == 3
    assert manifest_of(add, replace(exp, spec="9")).root != both.root


def test_what_all_ops_say_is_joined(add: Part) -> None:
    exp = replace(read_part(ROOM, "exp"), provenance={"mpfr": "9", "arb": "1"})
    first = replace(add, provenance={"mpfr": "4"})
    both = manifest_of(first, exp)
    assert list(both.provenance.items()) == [("arb", "1"), ("mpfr", "4 and 9")]
    assert manifest_of(first, first).provenance == {"mpfr": "4"}
    assert (both.spec_version, manifest_of().spec_version) == (add.spec, "")
    assert both.schema_version == 2
    assert both.counts() == sum(e.cases for p in (add, exp) for e in p.tables)
    real = [e.cases for p in (add, exp) for e in p.tables if e.set == "real"]
    assert 0 < both.counts(("real",)) == sum(real) < both.counts()


def test_lists_are_those_of_profiles_and_levels_that_have_a_case(add: Part) -> None:
    """P1.2: each case belongs to a profile and a level."""
    both = manifest_of(add, read_part(ROOM, "exp"))
    found = [(item.set, item.profile, item.level) for item in both.lists]
    assert found == sorted(set(found))
    assert {"core", "math"} == {profile for _, profile, _ in found}
    assert all(item.count for item in both.lists)
    assert both.list_of("reduce", "smoke") is None
    assert both.list_of("core", "smoke", "real") is None
    (smoke,) = (item for item in add.lists if (item.set, item.level) == ("golden", "smoke"))
    listed = both.list_of("core", "smoke")
    assert listed is not None
    assert listed.count == smoke.count


def test_every_file_of_every_op_is_listed(add: Part) -> None:
    found = manifest_of(add).paths(ROOM)
    assert sorted(found) == sorted((ROOM / "data/add").iterdir())


def test_two_versions_of_the_specification_are_named_with_an_op_of_each(front: Path) -> None:
    """V1.3: all vectors belong to one version of the specification."""
    other = replace(read_part(front, "exp"), spec="9.0")
    write_atomically(front / "data/exp/manifest.json", other.to_bytes())
    with pytest.raises(VectorError, match=r"abs is made for version .*, exp for 9\.0; run"):
        read_manifest(front)
    for op, spec in (("exp", "9.0"), ("log", "8.0")):
        other = replace(read_part(front, op), spec=spec)
        write_atomically(front / f"data/{op}/manifest.json", other.to_bytes())
    with pytest.raises(VectorError, match=r"abs is made for version .*, exp for 9\.0; run"):
        read_manifest(front)


@pytest.mark.parametrize("other", [{"cases": 12}, {"label": "f64"}, {"set": "real"}])
def test_a_table_that_is_not_the_listed_one_is_refused(other: dict[str, Any]) -> None:
    vectors = Vectors.open()
    assert vectors.folder == ROOM
    entry = vectors.manifest.parts["add"].table("golden", "f32")
    assert entry is not None
    text = OpFolder(ROOM, vectors.manifest.parts["add"]).table_text(entry)
    files = SimpleNamespace(path=lambda kind: "tables.z", table_text=lambda asked: text)
    vectors._files["add"] = cast(Any, files)
    with pytest.raises(VectorError, match="is not the one that the manifest lists"):
        vectors._table("add", replace(entry, **other), "full")
