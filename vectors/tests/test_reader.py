"""Test that the reader checks digests before it uses a file, and that its errors name the file."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from samebits.common.files import write_atomically
from samebits.spec.catalog import all_ops
from samebits.spec.formats import bits_of
from samebits.vectors.case import ByDigest, ByValue
from samebits.vectors.contents import OpFolder
from samebits.vectors.digests import bits_digest
from samebits.vectors.errors import VectorError
from samebits.vectors.flags import FLAGS
from samebits.vectors.part import NAME, read_part
from samebits.vectors.reader import Vectors
from samebits.vectors.schema import SETS


def flip(path: Path, position: int, bit: int) -> None:
    data = bytearray(path.read_bytes())
    data[position % len(data)] ^= 1 << bit
    path.write_bytes(bytes(data))


@pytest.mark.parametrize("name", ["data/exp/manifest.json", "flags.json"])
@pytest.mark.parametrize("position", [0, 1, 13, 101, 777, 1500, -1, -2])
@pytest.mark.parametrize("bit", [0, 3, 5])
def test_one_flipped_bit_in_what_is_read_first_is_refused(
    front: Path, name: str, position: int, bit: int
) -> None:
    flip(front / name, position, bit)
    with pytest.raises(VectorError, match=re.escape(str(front / name))):
        Vectors.open(front)


@pytest.mark.parametrize("op", {op.op_class: name for name, op in all_ops().items()}.values())
@pytest.mark.parametrize("position", [0, 40, 500, -1])
def test_one_flipped_bit_in_the_tables_is_refused(room: Path, op: str, position: int) -> None:
    path = room / "data" / op / "tables.z"
    flip(path, position, 4)
    with pytest.raises(VectorError, match=re.escape(str(path))):
        Vectors.open(room).cases(ops=[op], sets=SETS)


@pytest.mark.parametrize("position", [0, 9, 60, 4000, -1])
def test_one_flipped_bit_of_a_value_is_refused(room: Path, position: int) -> None:
    path = room / "data/exp/values.z"
    flip(path, position, 0)
    case = Vectors.open(room).case("exp/f32/hard")
    with pytest.raises(VectorError, match=re.escape(str(path))):
        case.inputs()
    with pytest.raises(VectorError, match=re.escape(str(path))):
        case.expected()


def test_every_file_is_covered_by_a_manifest(room: Path) -> None:
    vectors = Vectors.open(room)
    listed = [room / FLAGS, *vectors.manifest.paths(room)]
    assert sorted(listed) == sorted(path for path in room.rglob("*") if path.is_file())
    assert vectors.verify_all() == len(listed)
    for path in listed:
        if path.name in (FLAGS, NAME):
            continue
        flip(path, 7, 1)
        files = OpFolder(room, vectors.manifest.parts[path.parent.name])
        with pytest.raises(VectorError, match=re.escape(str(path))):
            files.verify()
        flip(path, 7, 1)
    flip(path, -1, 1)
    with pytest.raises(VectorError, match=re.escape(str(path))):
        Vectors.open(room).verify_all()


def test_a_truncated_or_missing_file_is_named(room: Path) -> None:
    path = room / "data/exp/tables.z"
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(VectorError, match=re.escape(str(path))):
        Vectors.open(room).cases(ops=["exp"])
    path.unlink()
    with pytest.raises(VectorError, match=re.escape(f"{path}: cannot be read (No such file")):
        Vectors.open(room).cases(ops=["exp"])
    (room / "data/exp/manifest.json").unlink()
    with pytest.raises(VectorError, match=r"data/exp/manifest\.json: cannot be read"):
        Vectors.open(room)


def test_a_manifest_whose_text_was_edited_is_refused(front: Path) -> None:
    path = front / "data/exp/manifest.json"
    good = path.read_bytes()
    for edited in (good.replace(b'"spec": "', b'"spec": "9'), good + b"\n", b" " + good):
        assert edited != good
        write_atomically(path, edited)
        with pytest.raises(VectorError, match="does not match its seal"):
            Vectors.open(front)


def test_ops_made_for_two_versions_of_the_specification_are_refused(front: Path) -> None:
    other = replace(read_part(front, "exp"), spec="9.0")
    write_atomically(front / "data/exp/manifest.json", other.to_bytes())
    with pytest.raises(VectorError, match="abs is made for version .*, exp for 9.0"):
        Vectors.open(front)


def test_cases_are_sorted_unique_and_grow_with_the_level(vectors: Vectors) -> None:
    previous: set[str] = set()
    for level in ("smoke", "standard", "full", "exhaustive"):
        ids = [case.id for case in vectors.cases(level=level)]
        assert ids == sorted(set(ids))
        assert previous <= set(ids)
        previous = set(ids)


def test_filters_choose_ops_formats_and_profiles(vectors: Vectors) -> None:
    exp = vectors.cases(ops=["exp"], formats=["f16"])
    assert {case.call.label for case in exp} == {"f16"}
    assert {case.call.op for case in vectors.cases(profiles=["contract"])} == {
        op.name for op in all_ops().values() if op.profile == "contract"
    }
    casts = {c.call.label for c in vectors.cases(ops=["cast"], formats=["f32", "i32"])}
    free = {label for label in casts if {"bool", "i64"} & set(label.split("_to_"))}
    assert casts - free == {"f32", "i32", "f32_to_i32", "i32_to_f32"}
    assert "f32_to_bool" in free
    assert vectors.cases(ops=["argmax"], formats=["f32"])


def test_a_case_is_found_by_its_id_or_by_an_element_address(vectors: Vectors) -> None:
    case = vectors.case("exp/f32/hard")
    assert vectors.case("exp/f32/hard/c16912cd") == case
    assert vectors.case("sum/f32/length/257@3").id == "sum/f32/length/257"
    with pytest.raises(VectorError, match="did you mean exp/f32/hard"):
        vectors.case("exp/f32/hart")


def test_addresses_name_the_bits_of_the_operands(vectors: Vectors) -> None:
    case = vectors.case("add/f32/specials")
    inputs = case.inputs()
    address = case.address(40, inputs)
    a, b = (int(bits_of(x)[40]) for x in inputs)
    assert address == f"add/f32/specials/{a:08x}-{b:08x}"
    assert vectors.case(address) == case
    assert vectors.case("sum/f32/length/257").address(2) == "sum/f32/length/257@2"


def test_inputs_and_wanted_bits_have_the_shapes_and_formats_of_the_call(vectors: Vectors) -> None:
    for case in vectors.cases(level="smoke"):
        for array, shape in zip(case.inputs(), case.input_shapes, strict=True):
            assert array.shape == shape
            assert not array.flags.writeable
        for wanted, shape in zip(case.expected(), case.output_shapes, strict=True):
            assert wanted.shape == shape


def test_digests_name_the_wrong_block(vectors: Vectors) -> None:
    (wanted,) = vectors.case("cast/f16_to_f32/all").expected()
    assert isinstance(wanted, ByDigest)
    right = bits_of(np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float32))
    right[np.isnan(right.view(np.float32))] = 0x7FC00000
    assert wanted.wrong_blocks(right) == ()
    right[5] ^= 1
    assert wanted.wrong_blocks(right) == (0,)
    assert wanted.sha256 != (bits_digest(right),)


def test_S2_neg_of_every_f16_is_the_flipped_sign(vectors: Vectors) -> None:
    case = vectors.case("neg/f16/specials")
    (wanted,) = case.expected()
    assert isinstance(wanted, ByValue)
    assert np.array_equal(wanted.bits, bits_of(case.inputs()[0]) ^ np.uint16(0x8000))


def test_vectors_travel_between_processes(vectors: Vectors) -> None:
    assert pickle.loads(pickle.dumps(vectors)).manifest == vectors.manifest


def test_the_reader_needs_no_oracle_package() -> None:
    program = (
        "import sys\n"
        "for name in ('mpmath', 'flint', 'gmpy2', 'torch', 'sklearn'): sys.modules[name] = None\n"
        "from samebits.vectors.reader import Vectors\n"
        "cases = Vectors.open().cases(level='smoke', sets=('golden', 'real'))\n"
        "for case in cases:\n"
        "    if case.available() is None: case.inputs(), case.expected()\n"
        "print(len(cases))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 100
