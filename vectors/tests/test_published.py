"""Test the selection of operands that CORE-MATH publishes as hard to round."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("flint", reason="no value is found without Arb: pip install python-flint")

from samebits.vectors.errors import VectorError
from samebits.vectors.search import published
from samebits.vectors.search.values import call_in_binary64, nearness

KEPT = sorted(path.stem for path in published.FOLDER.glob("*.json"))
IN_OTHER_DIRECTIONS = {"acosh", "asinh"}
"""Functions whose published operands have results next to numbers, not to midpoints."""

TEXT = """# worst cases for exp
0x1.0122ef37212ebp-1
+nan
-snan

0x1.00d48a707b93ep-1 # 52
-inf
0x1.0122ef37212ebp-1
-2,EDOM
"""


def patterns(*values: float) -> list[tuple[int, ...]]:
    return [(int(np.float64(value).view(np.uint64)),) for value in values]


def checkout(folder: Path, **texts: str) -> Path:
    (folder / "src/binary64").mkdir(parents=True)
    for op, text in texts.items():
        path = folder / f"src/binary64/{op}/{op}.wc"
        path.parent.mkdir()
        path.write_text(text)
    return folder


def test_the_finite_operands_of_a_text_are_read_once(tmp_path: Path) -> None:
    path = published.table(checkout(tmp_path, exp=TEXT), "exp")
    assert path is not None
    wanted = patterns(*map(float.fromhex, ("0x1.0122ef37212ebp-1", "0x1.00d48a707b93ep-1")), -2.0)
    assert published.read(path, 1) == wanted


def test_a_pair_has_a_comma(tmp_path: Path) -> None:
    path = published.table(checkout(tmp_path, pow="0x1p+1, 10 # 3\n"), "pow")
    assert path is not None
    assert published.read(path, 2) == [(0x4000000000000000, 0x4024000000000000)]


@pytest.mark.parametrize("line", ["0x1p+0,0x1p+1", "1.5.2", "one", "0x1p+2000"])
def test_a_line_that_is_no_row_is_named(line: str, tmp_path: Path) -> None:
    path = published.table(checkout(tmp_path, exp=f"0x1p+0\n{line}\n"), "exp")
    assert path is not None
    with pytest.raises(VectorError, match=r"exp\.wc, line 2: .* is not a row of 1 numbers"):
        published.read(path, 1)


def test_a_function_without_a_text_has_none_and_another_folder_is_no_checkout(
    tmp_path: Path,
) -> None:
    assert published.table(checkout(tmp_path), "gelu") is None
    with pytest.raises(VectorError, match="is not a checkout of CORE-MATH"):
        published.table(tmp_path / "src", "exp")


def test_the_hardest_are_kept_and_few_of_a_binade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hard = ["0x1.0122ef37212ebp-1", "0x1.0711dbe03d596p+0", "0x1.00d48a707b93ep-1"]
    easy = [f"0x1.{k:03x}p-1" for k in range(1, 40)]
    checkout(tmp_path / "made", exp="\n".join([*easy, *hard]))
    monkeypatch.setattr(published, "FOLDER", tmp_path / "found")
    monkeypatch.setattr(sys, "argv", ["published", str(tmp_path / "made")])
    published.main()
    assert capsys.readouterr().out.splitlines()[-1].endswith(" of 42")
    found = published.published("exp")
    middles, (number,) = (patterns(*map(float.fromhex, some)) for some in (hard[1:], hard[:1]))
    assert found[:2] == middles  # the other rows are next to numbers, at most two per binade
    assert number in found[2:]
    assert len(found) == 2 + 2
    assert published.published("log") == []


def test_operands_next_to_numbers_are_kept_unless_they_are_so_by_their_size() -> None:
    small = [(k,) for k in range(1, 40)] + patterns(*(2.0**-k for k in range(60, 90)))
    middles, numbers = published.hardest("sin", [*small, *published.published("sin")])
    assert len(numbers) == published.NUMBERS
    assert not {*small} & {*numbers}
    assert len(middles) == published.MIDDLES


def test_a_wrong_name_or_folder_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words, wanted in (
        ([], "name a checkout"),
        ([str(tmp_path), "expp"], "'expp' is no function"),
        ([str(tmp_path)], "error: .* is not a checkout"),
    ):
        monkeypatch.setattr(sys, "argv", ["published", *words])
        with pytest.raises(SystemExit, match=wanted):
            published.main()


@pytest.mark.parametrize("op", KEPT)
def test_R2_what_is_kept_is_hard_to_round(op: str) -> None:
    found = published.published(op)
    assert len({*found}) == len(found)
    bits = nearness(call_in_binary64(op), found)
    near = [b for b in bits if b is not None]
    assert len(near) == len(bits)
    assert (near[0].middle > 55) == (op not in IN_OTHER_DIRECTIONS)
    next_to_middles = [b for b in near if b.middle > published.LEAST]
    next_to_numbers = [b for b in near if published.TRIVIAL > b.number > 40]
    # Results of algebraic functions have few different fractions.
    assert len(next_to_numbers) >= published.NUMBERS - 2
    assert len(next_to_middles) >= len(near) - published.NUMBERS


def test_every_function_with_published_operands_has_kept_some() -> None:
    assert len(KEPT) == 29
