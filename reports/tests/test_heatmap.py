from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from samebits.conformance.judging.options import Options
from samebits.conformance.judging.plan import bare_result, choose
from samebits.conformance.results.records import CaseResult, Footer
from samebits.conformance.results.verdict import count, judge
from samebits.reports.facts import VerifiedReport
from samebits.reports.heatmap import ROWS, blocks
from samebits.reports.html import html
from samebits.reports.markdown import markdown
from samebits.reports.tests.synthetic import case, failing, header_for, mixed
from samebits.vectors.reader import Vectors


@pytest.fixture(scope="module")
def standard() -> list[CaseResult]:
    """Return a passing result for every case and law of level standard."""
    work = choose(Options(backend="toy", level="standard"), Vectors.open(None))
    return [bare_result(w, "pass", "") for w in work]


def report_of(results: Sequence[CaseResult], device: str) -> VerifiedReport:
    header = header_for(results, device=device)
    verdict = judge(header, results)
    footer = Footer(
        counts=count(results), planned=len(results), run=len(results), verdict=verdict.text,
        claim=None, finished="2026-01-01T00:00:01+00:00", sha256="0" * 64,
    )  # fmt: skip
    return VerifiedReport(header, tuple(results), footer, verdict, Path("toy.jsonl"))


def test_the_page_of_three_whole_runs_is_small(standard: list[CaseResult]) -> None:
    reports = [report_of(standard, device) for device in ("baseline", "avx2", "avx512")]
    page = html(reports)
    assert len(standard) > 10_000
    assert len(page.encode()) <= 1_000_000
    assert len(re.findall(r"<[a-z]", page)) <= 30_000
    assert len(markdown(reports).encode()) <= 100_000


def test_no_column_and_no_row_of_a_whole_run_is_empty(standard: list[CaseResult]) -> None:
    found = blocks({"toy": [r for r in standard if r.kind == "vector"]})
    cells = empty = 0
    for block in found:
        assert all(any(spots) for _, spots in block.rows)
        for i in range(len(block.columns)):
            assert any(spots[i] for _, spots in block.rows)
        assert len(block.rows) <= ROWS
        cells += len(block.rows) * len(block.columns)
        empty += sum(spot is None for _, spots in block.rows for spot in spots)
    assert empty < cells / 10


def test_every_case_is_in_exactly_one_cell() -> None:
    results = [r for r in mixed() if r.kind == "vector"]
    found = blocks({"a": results, "b": results[:3]})
    shown = [r.id for b in found for s in b.spots for _, cell in s.cells for r in cell.results]
    assert sorted(shown) == sorted(r.id for r in [*results, *results[:3]])


def test_one_device_that_fails_makes_the_cell_bad_and_is_named() -> None:
    (block,) = blocks({"a": [case("exp")], "b": [failing("exp", name="a")]})
    (spot,) = block.spots
    assert spot.state == "bad"
    assert spot.words == "exp/f32: a 1 pass; b 1 fail"
    (block,) = blocks({"a": [case("exp")], "b": [case("exp")]})
    assert block.spots[0].words == "exp/f32: 1 pass on each of 2 devices"


def test_results_of_another_format_than_the_operands_have_a_row_of_their_own() -> None:
    labels = ("f16", "f32", "f32_to_f16", "f64_to_f16", "f64")
    (block,) = blocks({"a": [case("cast", label) for label in labels]})
    assert [title for title, _ in block.rows] == ["cast", "cast → f16"]
    assert block.columns == ("f64", "f32", "f16")
    (block,) = blocks({"a": [case("argmax", "f32_to_i64"), case("argmax", "f16_to_i64")]})
    assert [title for title, _ in block.rows] == ["argmax"]


def test_a_block_with_more_formats_than_ops_is_turned() -> None:
    labels = [f"{a}_{b}" for a in ("f32", "f16", "bf16", "i8", "u8") for b in ("i32", "i64")]
    results = [case(op, f"{label}_to_{label.partition('_')[0]}") for op in ("gather", "sum")
               for label in labels]  # fmt: skip
    (block,) = blocks({"a": results})
    assert block.corner == "format"
    assert block.columns == block.ops == ("gather", "sum")
    assert len(block.rows) == len(labels)
