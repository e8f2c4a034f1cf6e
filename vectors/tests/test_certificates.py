"""Test certificates in a folder of vectors: sealing, reading and recomputation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from samebits.common.files import write_atomically
from samebits.spec.language.call import Call
from samebits.vectors import answers, certificates
from samebits.vectors.case import ByValue
from samebits.vectors.certificate import Certificate, frozen, leaf_of
from samebits.vectors.certificates import (
    FLAG,
    all_certificates,
    check,
    find_certificate,
    has_certificate,
)
from samebits.vectors.digests import bits_digest, id_list_digest, sha256_hex
from samebits.vectors.domain import BLOCK
from samebits.vectors.errors import VectorError
from samebits.vectors.flags import FLAGS, seal_flags
from samebits.vectors.reader import Vectors
from samebits.vectors.writer import write_certificate

CALL = Call("neg", 1, ("f16",), ("f16",))


def proven(call: Call = CALL) -> Certificate:
    bits = answers.ArithmeticRoute().answer(call, 0, 1 << 16).bits
    leaves, root = frozen([bits_digest(bits)])
    return Certificate(
        call, "0.1", BLOCK, leaves, root, 0, 0, (), "m", {}, {"backend": "c", "device": "d"}, 0.0
    )


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a folder of vectors with flags and the certificate of neg in binary16."""
    text = f'{{"{FLAG}": {{"description": "d", "failure": "f", "clause": "R2"}}}}\n'
    write_atomically(tmp_path / FLAGS, text.encode())
    seal_flags(tmp_path)
    write_certificate(tmp_path, proven())
    return tmp_path


def test_sealing_lists_the_certificate_and_its_id_at_level_exhaustive_only(small: Path) -> None:
    vectors = Vectors.open(small)
    assert [entry.name for entry in vectors.manifest.parts["neg"].certificates] == ["f16"]
    wanted = id_list_digest(["neg/f16/exhaustive"])
    (frozen,) = [x for x in vectors.manifest.lists if x.count]
    assert (frozen.profile, frozen.level, frozen.sha256) == ("core", "exhaustive", wanted)


def test_the_reader_gives_a_case_without_reading_the_certificate(small: Path) -> None:
    (case,) = Vectors.open(small).exhaustive_cases()
    assert (case.id, case.call, case.level) == ("neg/f16/exhaustive", CALL, "exhaustive")
    assert case.certificate() == proven()


def test_a_second_certificate_leaves_the_first_as_it_is(small: Path) -> None:
    other = Call("neg", 1, ("bf16",), ("bf16",))
    write_certificate(small, proven(other))
    first = find_certificate(small, CALL)
    assert first == proven()
    assert find_certificate(small, other) == proven(other)
    assert [c.name for c in all_certificates(small)] == ["bf16", "f16"]
    assert not has_certificate(small, Call("abs", 1, ("f16",), ("f16",)))


@pytest.mark.parametrize("name", ["leaves.bin", "certificates.z"])
def test_one_turned_bit_is_an_error_that_names_the_file(small: Path, name: str) -> None:
    path = small / "data/neg" / name
    data = bytearray(path.read_bytes())
    data[5] ^= 1
    path.write_bytes(bytes(data))
    (case,) = Vectors.open(small).exhaustive_cases()
    with pytest.raises(VectorError, match=name.replace(".", "[.]")):
        case.certificate()
    with pytest.raises(VectorError):  # a damaged certificate is not replaced
        write_certificate(small, proven(Call("neg", 1, ("bf16",), ("bf16",))))


def test_a_check_recomputes_blocks_and_names_a_wrong_one(small: Path) -> None:
    assert check(small, "neg", "f16") == []
    write_certificate(small, replace(proven(), leaves=(leaf_of(sha256_hex(b"no")),)))
    assert check(small, "neg", "f16") == ["neg/f16: block 0 is not what the oracles recompute"]


def test_a_certificate_in_the_wrong_place_is_refused() -> None:
    stored = replace(certificates.stored_form(proven()), name="bf16")
    with pytest.raises(VectorError, match="does not belong here"):
        certificates.parsed(stored, "neg", "file")


def test_the_case_of_a_certificate_says_what_it_is_and_refuses_that_of_another_call() -> None:
    case = certificates.case_of("neg", "f16", proven)
    assert (case.profile, case.set, case.flags) == ("core", "golden", ("every-input",))
    assert FLAG in Vectors.open().flags
    assert case.available() is None
    other = Call("abs", 1, ("f16",), ("f16",))
    wrong = certificates.case_of("neg", "f16", lambda: proven(other))
    with pytest.raises(VectorError, match="^neg/f16/exhaustive: its certificate is for .*abs"):
        wrong.certificate()


def test_two_cases_of_one_certificate_are_equal_however_it_is_read() -> None:
    first, second = (
        certificates.case_of("neg", "f16", read) for read in (proven, lambda: proven())
    )
    assert first == second != certificates.case_of("neg", "bf16", proven)
    assert "function" not in repr(first)


def test_only_the_place_of_the_group_tells_a_certificate() -> None:
    assert certificates.is_exhaustive("exp/f32/exhaustive")
    assert certificates.is_exhaustive("cast/f32_to_f8e4m3fn/exhaustive/saturate=false")
    assert not certificates.is_exhaustive("exp/f32/hard")
    assert not certificates.is_exhaustive("exp/exhaustive/hard")


def test_an_input_of_a_call_with_attributes_is_a_case_of_that_call() -> None:
    identity = "cast/f32_to_f8e4m3fn/exhaustive/saturate=false"
    case = certificates.element_case(identity, "7f800000")
    assert (case.id, case.call.attributes["saturate"], case.set) == (identity, False, "golden")
    assert case.call.label == "f32_to_f8e4m3fn"
    (x,), (wanted,) = case.inputs(), case.expected()
    assert isinstance(wanted, ByValue)
    assert (x.shape, wanted.bits.tolist()) == ((1,), [0x7F])


def test_what_is_not_there_is_none_by_its_name_and_an_error_where_it_is_needed(small: Path) -> None:
    assert certificates.find_named(small, "neg", "bf16") is None
    assert certificates.find_named(small, "abs", "f16") is None
    assert has_certificate(small, CALL) is True
    assert has_certificate(small, Call("neg", 1, ("bf16",), ("bf16",))) is False
    with pytest.raises(VectorError, match="there is no certificate 'bf16'$"):
        Vectors.open(small).certificate("neg", "bf16")
    (found,) = check(small, "neg", "bf16")
    assert found.startswith("neg/bf16: ")
    assert found.endswith("there is no certificate 'bf16'")


def test_wrong_blocks_are_named_in_their_order(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = Call("neg", 1, ("f32",), ("f32",))
    spoilt = replace(proven(call), leaves=tuple(f"{i:032x}" for i in range(1, 4097)))
    monkeypatch.setattr(certificates, "read_certificate", lambda files, name: spoilt)
    found = check(small, "neg", "f16", sample=3)
    blocks = [int(line.split("block ")[1].split(" ")[0]) for line in found]
    assert len(blocks) == 3
    assert blocks == sorted(blocks)


def test_an_address_of_an_input_is_a_case_of_that_input(small: Path) -> None:
    case = Vectors.open(small).case("neg/f16/exhaustive/3c01")
    (x,) = case.inputs()
    (wanted,) = case.expected()
    assert isinstance(wanted, ByValue)
    assert (x.view(np.uint16)[0], wanted.bits[0]) == (0x3C01, 0xBC01)
    assert case.address(0) == "neg/f16/exhaustive/3c01"


def test_the_id_alone_tells_how_to_name_an_input(small: Path) -> None:
    with pytest.raises(VectorError, match="covers 65536 inputs: name one, as in"):
        Vectors.open(small).case("neg/f16/exhaustive")
