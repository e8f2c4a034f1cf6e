"""Certificates in a room: sealed with it, read through the manifest, checked by recomputation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from samebits.spec.call import Call
from samebits.spec.files import write_atomically
from samebits.vectors import answers, certificates
from samebits.vectors.case import ByValue
from samebits.vectors.certificate import Certificate
from samebits.vectors.certificates import FLAG, check, path_for, read_certificate, write_certificate
from samebits.vectors.digests import bits_digest, id_list_digest, sha256_hex
from samebits.vectors.errors import VectorError
from samebits.vectors.manifest import NAME, Manifest
from samebits.vectors.reader import FLAGS, Vectors
from samebits.vectors.writer import reseal

CALL = Call("neg", 1, ("f16",), ("f16",))
PATH = "exhaustive/neg/f16.json"


def proven(call: Call = CALL) -> Certificate:
    bits = answers.ArithmeticRoute().answer(call, 0, 1 << 16).bits
    leaves = (bits_digest(bits),)
    return Certificate(call, "0.1", leaves, 0, 0, (), "m", {}, {"backend": "c", "device": "d"}, 0.0)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A room that holds flags, and the certificate of neg in binary16."""
    text = f'{{"{FLAG}": {{"description": "d", "failure": "f", "clause": "R2"}}}}\n'
    write_atomically(tmp_path / FLAGS, text.encode())
    write_atomically(tmp_path / NAME, Manifest("0.1", 1, {}, {}, (), ()).sealed().to_bytes())
    write_certificate(tmp_path, proven())
    assert reseal(tmp_path) is not None
    return tmp_path


def test_sealing_lists_the_certificate_and_its_id_at_level_exhaustive_only(small: Path) -> None:
    vectors = Vectors.open(small)
    paths = [entry.path for entry in vectors.manifest.files]
    assert paths == [PATH, "exhaustive/neg/f16.leaves", FLAGS]
    wanted = id_list_digest(["neg/f16/exhaustive"])
    (frozen,) = [x for x in vectors.manifest.lists if x.count]
    assert (frozen.profile, frozen.level, frozen.sha256) == ("core", "exhaustive", wanted)
    assert reseal(small) is None


def test_the_reader_gives_a_case_without_reading_the_certificate(small: Path) -> None:
    (case,) = Vectors.open(small).exhaustive_cases()
    assert (case.id, case.call, case.level) == ("neg/f16/exhaustive", CALL, "exhaustive")
    assert case.certificate() == proven()


def test_one_turned_bit_in_the_leaves_is_an_error_that_names_the_file(small: Path) -> None:
    path = small / "exhaustive/neg/f16.leaves"
    data = bytearray(path.read_bytes())
    data[5] ^= 1
    path.write_bytes(bytes(data))
    (case,) = Vectors.open(small).exhaustive_cases()
    with pytest.raises(VectorError, match=r"f16\.leaves: SHA-256"):
        case.certificate()


def test_a_check_recomputes_blocks_and_names_a_wrong_one(small: Path) -> None:
    assert check(small, PATH) == []
    write_certificate(small, replace(proven(), leaves=(sha256_hex(b"no"),)))
    assert check(small, PATH) == [f"{PATH}: block 0 is not what the oracles recompute"]


def test_a_certificate_in_the_wrong_place_is_refused(small: Path) -> None:
    (small / "exhaustive/abs").mkdir()
    for suffix in ("json", "leaves"):
        data = (small / f"exhaustive/neg/f16.{suffix}").read_bytes()
        write_atomically(small / f"exhaustive/abs/f16.{suffix}", data)
    with pytest.raises(VectorError, match="belongs at exhaustive/neg"):
        read_certificate(small, "exhaustive/abs/f16.json")


def test_an_address_of_an_input_is_a_case_of_that_input(small: Path) -> None:
    case = Vectors.open(small).case("neg/f16/exhaustive/3c01")
    (x,) = case.inputs()
    (wanted,) = case.expected()
    assert isinstance(wanted, ByValue)
    assert (x.view(np.uint16)[0], wanted.bits[0]) == (0x3C01, 0xBC01)
    assert case.address(0) == "neg/f16/exhaustive/3c01"


def test_the_id_alone_tells_how_to_name_an_input(small: Path) -> None:
    with pytest.raises(VectorError, match="stands for 65536 inputs: name one, as in"):
        Vectors.open(small).case("neg/f16/exhaustive")


def test_the_path_of_a_call_is_where_its_certificate_is_written(small: Path) -> None:
    assert path_for(CALL) == PATH
    assert list(certificates.on_disk(small)) == [PATH]
