"""Test the hard operands from certificates and from the search of ordinary sizes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("flint")

from samebits.oracles.discovery import all_oracles
from samebits.oracles.elementwise import Arithmetic
from samebits.oracles.sweep import sweep
from samebits.spec.catalog import get_op
from samebits.vectors.errors import VectorError
from samebits.vectors.search import everyday, hard

SEARCHED = sorted(path.stem for path in everyday.FOLDER.glob("*.json"))


def test_every_function_that_can_be_hard_was_searched() -> None:
    """Functions with rational values are left out: integers decide them, without distances."""
    searchable = {call.op for call in everyday.searchable()}
    rational = {op for op in searchable if isinstance(all_oracles()[op], Arithmetic)}
    missing = searchable - rational - set(SEARCHED)
    assert not missing, f"run python -m samebits.vectors.search.everyday {' '.join(missing)}"
    assert set(SEARCHED) <= searchable


@pytest.mark.parametrize("op", SEARCHED)
def test_R2_what_was_found_is_hard_of_everyday_size_and_given_once(op: str) -> None:
    found = everyday.everyday_inputs(op)
    assert len(set(found)) == len(found) <= everyday.KEPT
    call = get_op(op).call(["f32"])
    bits = [sweep(call, pattern, 1).hardest[0][0] for pattern in found[:10]]
    assert bits == sorted(bits, reverse=True)
    assert all(0x3D000000 <= pattern & 0x7FFFFFFF < 0x42800000 for pattern in found)
    assert max(Counter(pattern >> 23 for pattern in found).values()) <= everyday.PER_BINADE


@pytest.mark.parametrize(
    ("op", "pattern"), [("exp", 0xC16912CD), ("log", 0x65D890D3), ("sigmoid", 0x3D21BC81)]
)
def test_R2_the_hard_operands_are_those_of_the_proof_and_of_everyday_size(
    op: str, pattern: int
) -> None:
    found = hard.hard_inputs(op)
    assert pattern in found
    assert len(set(found)) == len(found) > 200


def test_a_search_finds_again_what_was_found() -> None:
    call = get_op("rsqrt").call(["f32"])
    assert everyday.search(call) == [f"{x:08x}" for x in everyday.everyday_inputs("rsqrt")]


def test_what_is_proven_and_was_not_searched_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert everyday.unsearched() == []
    monkeypatch.setattr(everyday, "FOLDER", tmp_path)
    assert "cosh" in everyday.unsearched()
    assert "floor" not in everyday.unsearched()  # distances are not computed for it


def test_an_op_that_was_not_searched_has_none() -> None:
    assert hard.hard_inputs("neg") == []


def test_a_malformed_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everyday, "FOLDER", tmp_path)
    (tmp_path / "none.json").write_text('{"method": "m", "inputs": [12]}')
    with pytest.raises(VectorError, match=r"none.json"):
        hard.hard_inputs("none")
