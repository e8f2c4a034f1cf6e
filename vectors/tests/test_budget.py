"""Test the size of the committed data: at most 40 kB per op, so that the repository stays small.

`above_budget.json` lists the ops that were larger when the budget was introduced, with their limits
in kB (1000 bytes, rounded up). A limit may only become smaller, except for cases of a format that
the op did not have at that time. No op may be added, with two exceptions:

- Ops in `BY_A_FORMAT` had nearly 40 kB, and cases of a new format took them above the limit.
- Functions of words (D2.10) may be added. Each draw is such a function of a word of Philox. Draws
  have no operands, so they cannot have a certificate. The certificate of the function of words
  therefore proves both ops. Its leaves take 65 kB for each format: 16 bytes for each of 4096
  blocks. A test below checks that each listed function of words has such a certificate.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from samebits.spec.catalog import get_op
from samebits.spec.families.draws import FUNCTIONS_OF_WORDS
from samebits.vectors.certificates import find_named
from samebits.vectors.part import FILES, NAME, ops_on_disk, path_of
from samebits.vectors.reader import ROOM

BUDGET = 40
WHEN_MADE = 70
"""Number of ops that were listed when the budget was introduced."""

BY_A_FORMAT = json.loads((Path(__file__).parent / "above_by_a_format.json").read_text())
"""Ops that had at most 40 kB before the format f64 was added, and slightly more afterwards."""

LISTED = Path(__file__).parent / "above_budget.json"

ADVICE = {
    FILES["values"]: "give by value only what shows one mistake each; draw the other operands "
    "(clause D1) and freeze their results by digest, as vectors/plans/bulk.py does",
    FILES["tables"]: "a case costs some 60 bytes here, packed: join cases that show the same "
    "mistake, and ask few labels about what does not depend on the format",
    FILES["leaves"]: "every block of 2^23 inputs whose results differ from all others costs 16 "
    "bytes, 8 kB a certificate at most: decide pairs of a 16-bit format by operands that are "
    "searched instead",
    FILES["certificates"]: "a certificate keeps its 200 hardest inputs; have fewer certificates",
    NAME: "each table, certificate and list has a line here; have fewer labels of formats",
}
"""Advice for the contributor, by the kind of the op's largest file."""


def thousands(size: int) -> int:
    """Return a size in bytes as kB, rounded up."""
    return -(-size // 1000)


def complaint(op: str, files: Mapping[str, int], listed: int | None) -> str | None:
    """Return the problem with the size of an op's data, with a remedy.

    Return None if the data are small enough.
    """
    size = thousands(sum(files.values()))
    allowed = BUDGET if listed is None else listed
    if size > allowed:
        parts = ", ".join(
            f"{name} {files[name]}" for name in sorted(files, key=lambda n: -files[n])
        )
        most = max(files, key=lambda name: files[name])
        return f"{op} takes {size} kB, of {allowed} kB ({parts} bytes). {most}: {ADVICE[most]}"
    if listed is not None and size <= BUDGET:
        return f"{op} takes {size} kB: remove it from {LISTED.name}"
    if listed is not None and size < listed:
        return f"{op} takes {size} kB: write that in {LISTED.name}, so that it does not grow again"
    return None


@pytest.mark.parametrize("op", list(ops_on_disk(ROOM)))
def test_the_data_of_an_op_stay_within_the_budget(op: str) -> None:
    files = {path.name: path.stat().st_size for path in path_of(ROOM, op).iterdir()}
    assert set(files) <= set(ADVICE)
    found = complaint(op, files, json.loads(LISTED.read_text()).get(op))
    assert found is None, found


def test_the_list_is_sorted_and_names_ops_above_the_budget() -> None:
    listed = json.loads(LISTED.read_text())
    assert list(listed) == sorted(listed)
    assert set(listed) <= set(ops_on_disk(ROOM))
    assert min(listed.values()) > BUDGET
    words = [op for op in listed if op.endswith(FUNCTIONS_OF_WORDS)]
    for op in words:
        draw = get_op(op.removesuffix(FUNCTIONS_OF_WORDS))
        assert draw.op_class == "draw"
        assert find_named(ROOM, op, "u32_to_f32") is not None, op
        without = sum(path.stat().st_size for path in path_of(ROOM, op).iterdir())
        without -= path_of(ROOM, op).joinpath(FILES["leaves"]).stat().st_size
        # The files except the leaves are as small as the files of other ops.
        assert thousands(without) <= BUDGET / 2, op
    assert all(listed[op] <= BUDGET + 3 for op in BY_A_FORMAT)
    assert len(listed) - len(words) - len(BY_A_FORMAT) <= WHEN_MADE


@pytest.mark.parametrize(
    ("files", "listed", "words"),
    [
        ({"values.z": 30_000, "leaves.bin": 9_000, NAME: 1_000}, None, None),
        ({"values.z": 30_000, "leaves.bin": 9_000, NAME: 1_001}, None, "values.z: give by value"),
        (
            {"values.z": 1_000, "leaves.bin": 65_536},
            None,
            "takes 67 kB, of 40 kB (leaves.bin 65536",
        ),
        (
            {"tables.z": 52_000},
            51,
            "takes 52 kB, of 51 kB (tables.z 52000 bytes). tables.z: a case",
        ),
        ({"values.z": 50_500}, 51, None),
        ({"values.z": 49_900}, 51, "takes 50 kB: write that in above_budget.json"),
        ({"values.z": 40_000}, 51, "takes 40 kB: remove it from above_budget.json"),
    ],
)
def test_what_is_above_is_told_with_the_file_and_the_remedy(
    files: dict[str, int], listed: int | None, words: str | None
) -> None:
    found = complaint("log_cosh", files, listed)
    assert found is None if words is None else found is not None and words in found
