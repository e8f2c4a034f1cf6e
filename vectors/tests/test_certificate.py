"""Test the form of a certificate: packing and unpacking of its leaves, and errors."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.vectors import certificate as certificates
from samebits.vectors.certificate import (
    LEAF,
    Certificate,
    call_named,
    case_id,
    frozen,
    name_of,
    pack,
    parse_attribute,
    parse_certificate,
    unpack,
)
from samebits.vectors.digests import merkle_root, sha256_hex
from samebits.vectors.domain import BLOCK, LARGE_BLOCK, block_for, domain_of
from samebits.vectors.errors import VectorError
from samebits.vectors.reader import Vectors

CALL = Call("neg", 1, ("f32",), ("f32",))
SOME = [sha256_hex(bytes([i])) for i in range(12)]


def certificate(leaves: tuple[str, ...] | None = None, call: Call = CALL) -> Certificate:
    chosen = leaves or tuple(SOME[i % 3 if i < 4000 else i % 12] for i in range(4096))
    hardest = ((52.6, 0xC16912CD), (50.0, 0x3F800000))
    return Certificate(
        call,
        "0.1",
        BLOCK,
        *frozen(chosen),
        12,
        3,
        hardest,
        "by hand",
        {"numpy": "2"},
        {"backend": "c", "device": "d"},
        1.5,
    )


def parsed(change: Any = None, leaves: bytes | None = None) -> Certificate:
    data, packed = certificate().stored()
    value = json.loads(data)
    if change:
        change(value)
    return parse_certificate(value, packed if leaves is None else leaves, "neg.json")


def test_a_certificate_reads_back_as_it_was_written() -> None:
    assert parsed() == certificate()
    assert certificate().name == "f32"


def test_a_certificate_of_large_blocks_has_an_eighth_of_the_leaves() -> None:
    large = replace(certificate(tuple(SOME[i % 12] for i in range(512))), block=LARGE_BLOCK)
    text, leaves = large.stored()
    assert parse_certificate(json.loads(text), leaves, "large") == large
    assert (large.domain.blocks, large.domain.span(511)) == (512, (511 << 23, 1 << 23))
    assert large.holds(13, SOME[1])
    with pytest.raises(VectorError, match="it has 512 leaves for 4096 blocks"):
        parse_certificate(json.loads(text) | {"block": BLOCK}, leaves, "large")


def test_a_new_certificate_has_large_blocks_where_small_ones_would_be_4096() -> None:
    assert block_for(CALL) == block_for(get_op("add").call(("f16", "f16"))) == LARGE_BLOCK
    assert block_for(get_op("exp").call(("bf16",))) == BLOCK


def test_the_certificates_that_are_installed_have_the_form_that_is_read_and_written() -> None:
    case = next(c for c in Vectors.open().exhaustive_cases() if c.id == "neg/f16/exhaustive")
    found = case.certificate()
    text, leaves = found.stored()
    assert json.loads(text)["schema"] == 2
    assert parse_certificate(json.loads(text), leaves, "again") == found


def test_a_leaf_is_half_a_digest_and_the_root_is_over_whole_digests() -> None:
    leaves, root = frozen(SOME)
    assert (len(leaves), {len(leaf) for leaf in leaves}) == (12, {2 * LEAF})
    assert root == merkle_root(SOME)
    whole = certificate(tuple(SOME[i % 12] for i in range(4096)))
    assert whole.holds(13, SOME[1])
    assert not whole.holds(13, SOME[2])


@given(st.lists(st.integers(0, 5) | st.integers(0, 11), max_size=80))
def test_unpacking_gives_the_leaves_that_were_packed(places: list[int]) -> None:
    leaves = tuple(SOME[i] for i in places)
    unique, runs = pack(leaves)
    assert unpack([d.hex() for d in unique], runs, len(leaves), "x") == leaves
    assert len(unique) == len(set(leaves))


def test_one_block_alone_has_one_form() -> None:
    a, b = SOME[:2]
    assert pack([a])[1] == [(0, 1, 0)]
    assert pack([a, b, b, a])[1] == [(0, 2, 1), (1, 1, 0), (0, 1, 0)]


@pytest.mark.parametrize("run", [(0, 0, 0), (1, -1, 1), (0, 1, 2), (0, 2, -1), (-1, 1, 0),
                                 (2, 1, 0), (1, 2, 1)])  # fmt: skip
def test_a_run_beyond_the_leaves_is_refused_whatever_is_wrong_with_it(
    run: tuple[int, int, int],
) -> None:
    with pytest.raises(VectorError, match=f"^x: the run {re.escape(str(list(run)))} is beyond"):
        unpack(SOME[:2], [run], 9, "x")


def test_the_text_of_a_certificate_depends_on_no_order_and_rounds_distances() -> None:
    call = Call("neg", 1, ("f32",), ("f32",), {"b": 1, "a": 2})
    back = Call("neg", 1, ("f32",), ("f32",), {"a": 2, "b": 1})
    first = replace(
        certificate(), call=call, versions={"b": "1", "a": "2"}, judged={"d": "x", "c": "y"},
        hardest=((52.6372, 0x3F800000),),
    )  # fmt: skip
    other = replace(first, call=back, versions={"a": "2", "b": "1"}, judged={"c": "y", "d": "x"})
    assert first.stored() == other.stored()
    assert json.loads(first.stored()[0])["hardest"] == [["3f800000", 52.64]]


def test_only_methods_that_take_distances_count_them() -> None:
    assert certificates.counts_distances("sweep: arb") is True
    assert certificates.counts_distances("the sweep: arb") is False


def test_equal_blocks_are_stored_once_and_a_repeated_half_costs_one_run() -> None:
    half = tuple(sha256_hex(i.to_bytes(2)) for i in range(2048))
    unique, runs = pack(half + half)
    assert len(unique) == 2048
    assert runs == [(0, 2048, 1), (0, 2048, 1)]
    assert pack((SOME[0],) * 4096)[1] == [(0, 4096, 0)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda v: v.update(root="0" * 63), "'root' must be 64 hexadecimal digits"),
        (lambda v: v.update(runs=[[0, 4096, 0]]), "leaves that no run names"),
        (lambda v: v.update(runs=[[0, 10**12, 0]]), "more than 4096 leaves"),
        (lambda v: v.update(leaf=8), "'leaf' must be 16"),
        (lambda v: v.update(seconds=[1]), "'seconds' must be a finite number"),
        (lambda v: v.update(seconds=float("inf")), "'seconds' must be a finite number"),
        (lambda v: v.update(versions={"numpy": 2}), "'versions' must be texts by name"),
        (lambda v: v.update(hardest=[["3f800000", "1"]]), "must be a number"),
        (lambda v: v.update(hardest=[["3f800000", None]]), "must be a number"),
        (lambda v: v.update(runs=[[0, 4095, 0]]), "4095 leaves for 4096 blocks"),
        (lambda v: v.update(runs=[[0, 4096, 1]]), "beyond the leaves"),
        (lambda v: v.update(runs=[[-1, 4096, 0]]), "beyond the leaves"),
        (lambda v: v.update(runs=[[0, 1]]), r"runs\[0\]: a run is"),
        (lambda v: v.update(block=65536), "'block' must be one of 1048576, 8388608"),
        (lambda v: v.update(exhausted=12), "'exhausted' must be 4294967296"),
        (lambda v: v.update(op="nag"), "unknown op 'nag'"),
        (lambda v: v.update(hardest=[["3f80", 1]]), "8 hex digits"),
        (lambda v: v.update(more=1), "unknown field 'more'"),
        (lambda v: v.update(schema=1), "update samebits"),
    ],
)
def test_what_is_not_as_written_is_refused_in_one_line(change: Any, message: str) -> None:
    with pytest.raises(VectorError, match=message):
        parsed(change)


def test_leaves_that_are_cut_are_found() -> None:
    _, leaves = certificate().stored()
    for spoilt in (leaves[:-LEAF], leaves[:-1], leaves + bytes(LEAF)):
        with pytest.raises(VectorError):
            parsed(leaves=spoilt)


def test_names_and_ids_tell_attributes_that_are_not_the_default() -> None:
    assert name_of(CALL) == "f32"
    assert call_named("neg", "f32") == CALL
    assert case_id("exp", "f32") == "exp/f32/exhaustive"
    assert case_id("cast", "f32_to_f8e4m3fn+saturate=false") == (
        "cast/f32_to_f8e4m3fn/exhaustive/saturate=false"
    )
    assert parse_attribute("saturate=false") == ("saturate", False)
    with pytest.raises(VectorError, match="NAME=VALUE"):
        parse_attribute("saturate")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        *[(odd, "a hard input is [operand bits, bits of distance]")
          for odd in (5, None, [], ["3c00"], ["3c00", 1, 2], [1, 2], {"0": "3c00", "1": 2})],
        (["3c0g", 1], "'3c0g' is not an input"),
        (["3c00-zz", 1], "'3c00-zz' is not an input"),
        (["zz-3c00", 1], "'zz-3c00' is not an input"),
        (["3c00", "1"], "the distance of 3c00 must be a number"),
        (["3c00", True], "the distance of 3c00 must be a number"),
    ],
)  # fmt: skip
def test_a_hard_input_is_its_bits_and_a_distance(value: Any, words: str) -> None:
    domain = domain_of(get_op("exp").call(("f16",)))
    with pytest.raises(VectorError, match=f"^here: {re.escape(words)}"):
        certificates._parse_hard(domain, value, "here")
    assert certificates._parse_hard(domain, ["3c00", 2], "here") == (2.0, 0x3C00)


def test_a_certificate_is_called_by_its_label_and_the_attributes_that_are_not_usual() -> None:
    cast = get_op("cast").call(("f32",), ("f8e4m3fn",))
    other = get_op("cast").call(("f32",), ("f8e4m3fn",), saturate=not cast.attributes["saturate"])
    assert certificates.name_of(cast) == cast.label
    chosen = "true" if other.attributes["saturate"] else "false"
    assert certificates.name_of(other) == f"{cast.label}+saturate={chosen}"
    assert certificates.call_named("cast", certificates.name_of(other)) == other
    total = get_op("sum").call(("f32",), axes=(0, 1), keepdims=True)
    assert certificates.name_of(total) == "f32+axes=[0,1]+keepdims=true"
    for text in ("saturate", "saturate=", "saturate=maybe"):
        with pytest.raises(VectorError, match=f"'{text}' must have the form NAME=VALUE"):
            certificates.parse_attribute(text)
