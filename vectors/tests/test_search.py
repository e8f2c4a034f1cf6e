"""The search: its ranking by enclosure, and the files that it left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("flint")

from samebits.vectors.errors import VectorError
from samebits.vectors.search import hard
from samebits.vectors.search.search import SEARCHES, hardness


@pytest.mark.parametrize(
    ("op", "pattern", "bits"),
    [
        ("exp", 0xC16912CD, 52.6), ("log", 0x65D890D3, 57.8), ("rsqrt", 0x403A18E3, 51.7),
        ("erf", 0x3940EAD6, 56.3), ("tanh", 0x3AC37DE2, 50.3), ("sigmoid", 0xB3800000, 76.6),
    ],
)  # fmt: skip
def test_R2_hardness_is_that_of_the_exhaustive_search(op: str, pattern: int, bits: float) -> None:
    found = hardness(pattern, SEARCHES[op].ball)
    assert found is not None
    assert abs(found - bits) < 0.1
    assert hard.hard_inputs(op)[0] == pattern


def test_a_tie_has_no_hardness() -> None:
    assert hardness(0x3F800000, lambda x: x / 2**150) is None


@pytest.mark.parametrize("op", sorted(SEARCHES))
def test_the_files_are_sorted_by_hardness_without_repetition(op: str) -> None:
    items = json.loads((hard.FOLDER / f"{op}.json").read_text())["inputs"]
    bits = [item["bits"] for item in items]
    assert bits == sorted(bits, reverse=True)
    assert len({item["x"] for item in items}) == len(items) >= 190


def test_an_op_that_was_not_searched_has_none() -> None:
    assert hard.hard_inputs("neg") == []


def test_a_malformed_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard, "FOLDER", tmp_path)
    (tmp_path / "none.json").write_text('{"method": "m", "inputs": [{"x": "12", "bits": 1}]}')
    with pytest.raises(VectorError, match=r"none.json: inputs\[0\]: 'x' must be 8 hexadecimal"):
        hard.hard_inputs("none")
