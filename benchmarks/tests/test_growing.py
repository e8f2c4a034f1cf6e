"""Test the suite growth: growing calls of every op, their declared work, and the page."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

from samebits.benchmarks.growing import growth_page as page, growth_record as record
from samebits.benchmarks.growing.beside import numpy_function
from samebits.benchmarks.growing.calls import grown, operands_of
from samebits.benchmarks.growing.growth_measuring import Point, Row, fitted, measured
from samebits.benchmarks.growing.work import FORMULAS, LINEAR, shown
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import format_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "results" / "speed-growth.md"
OF_SCALARS = {"update_scale"}
"""Ops whose operands have no axes, so that their calls cannot grow."""


@pytest.mark.parametrize("name", all_ops())
def test_every_op_has_larger_and_larger_calls_whose_operands_fit(name: str) -> None:
    op = get_op(name)
    small, large = grown(op, 1), grown(op, 4)
    assert small.work > 0
    if name in OF_SCALARS:
        assert small.elements == large.elements
        return
    assert large.elements > 2.5 * small.elements
    assert large.work > 2.5 * small.work
    operands = operands_of(large, op)
    assert [x.shape for x in operands] == list(large.shapes)
    assert [format_of(x).name for x in operands] == list(large.call.inputs)
    op.output_shapes(large.call, [x.shape for x in operands])


@pytest.mark.parametrize("name", [name for name in all_ops() if numpy_function(name)])
def test_the_function_of_numpy_beside_an_op_takes_its_calls(name: str) -> None:
    function, found = numpy_function(name), grown(get_op(name), 1)
    assert function is not None
    operands = operands_of(found, get_op(name))
    with np.errstate(all="ignore"):
        result = function(found.call, operands)
    shapes = get_op(name).output_shapes(found.call, [x.shape for x in operands])
    assert np.size(result) == sum(math.prod(shape) for shape in shapes)


def test_work_without_a_formula_is_the_number_of_elements() -> None:
    for op in all_ops().values():
        if shown(op) == LINEAR:
            found = grown(op, 3)
            assert found.work == found.elements, op.name


def test_every_formula_of_work_is_that_of_an_op() -> None:
    assert set(FORMULAS) <= {op.shape_rule.name for op in all_ops().values()}


@pytest.mark.parametrize(
    ("name", "power"), [("matmul", 3), ("bmm", 4), ("qr", 4), ("add", 2), ("conv2d", 5)]
)
def test_the_work_of_products_grows_as_their_sizes_multiply(name: str, power: int) -> None:
    op = get_op(name)
    work = [grown(op, factor).work for factor in (8, 16)]
    assert work[1] / work[0] == pytest.approx(2**power)


def test_the_exponent_is_that_of_the_last_decade_of_points_that_take_long_enough() -> None:
    linear = [(10.0**i, 1e-3 * 10.0**i) for i in range(5)]
    square = [(w, s**2) for w, s in linear]
    assert fitted(linear) == pytest.approx(1.0)
    assert fitted(square) == pytest.approx(2.0)
    assert fitted([(1.0, 1e-3), *[(w, w**1.5) for w in (1e4, 1e5)]]) == pytest.approx(1.5)
    assert fitted([(w, 1e-6) for w in (1.0, 10.0)]) is None
    assert fitted([(1.0, 1.0)]) is None


def test_an_op_is_measured_at_growing_sizes_beside_numpy() -> None:
    row = measured(get_op("flip"), 0.01, has_kernel=True)
    sizes = [p.elements for p in row.points]
    assert sizes == sorted(set(sizes))
    assert all(p.seconds > 0 for p in row.points)
    assert row.numpy is not None
    assert 0 < row.peak < math.inf


def _rows() -> list[Row]:
    points = tuple(Point(10**n, float(10**n), 10.0 ** (2 * n - 9)) for n in (3, 4, 5))
    return [
        Row("a", LINEAR, points, True, 4.0, 1.0),
        Row("b", LINEAR, points[:1], False, None, 2.0),
    ]


def test_the_page_names_ops_that_grow_faster_than_their_work_first() -> None:
    text = page.page(_rows(), {"device": "c:x"}, ["x/1.svg"])
    assert "1 grow faster than their work (exponent above 1.15): `a`." in text
    assert "1 take longer than NumPy (ratio above 3): `a`." in text
    assert text.index("| `a` | elements | 2.00 |") < text.index("| `b` | elements | - |")


def test_each_sheet_is_svg_with_a_plot_for_each_op() -> None:
    rows = _rows() * page.COLUMNS * page.ROWS
    sheets = page.sheets(rows)
    assert len(sheets) == 2
    for sheet in sheets:
        root = ElementTree.fromstring(sheet)
        plots = root.findall("{http://www.w3.org/2000/svg}g")
        assert len(plots) == page.COLUMNS * page.ROWS


def test_every_op_has_a_row_on_the_page_and_in_its_record() -> None:
    rows, facts = record.read()
    assert sorted(row.op for row in rows) == sorted(all_ops())
    text = PAGE.read_text()
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == [
        row.op for row in sorted(rows, key=lambda row: (-(row.exponent or -1.0), row.op))
    ]
    assert text == page.page(rows, facts, sorted(f"speed-growth/{p.name}" for p in _plots()))


def _plots() -> list[Path]:
    return list((PAGE.parent / "speed-growth").glob("*.svg"))
