"""Test the plot of cost against work: the check of proportionality, and the drawing."""

import xml.etree.ElementTree as ElementTree

from samebits.backends import discovery
from samebits.benchmarks.doubling import Line, measured, svg
from samebits.benchmarks.measure import Pair
from samebits.benchmarks.suites import contract


def test_a_line_is_proportional_only_if_every_doubling_is():
    assert Line("a", (1, 2, 4), (1.0, 2.1, 4.0)).is_linear
    assert not Line("a", (1, 2, 4), (1.0, 2.3, 4.0)).is_linear
    assert not Line("a", (1, 2, 4), (1.0, 2.0, 3.0)).is_linear


def test_every_point_is_measured_against_the_first():
    runs = []
    points = [Pair(f"p{n}", lambda n=n: runs.append(n), lambda: None, n, "x") for n in (1, 2, 4)]
    line = measured("a", points, seconds=0)
    assert line.work == (1, 2, 4)
    assert line.cost[0] == 1
    assert {1, 2, 4} == set(runs)


def test_the_plot_is_svg_with_a_polyline_for_each_line_and_its_name():
    lines = [Line("a < b", (1, 2, 4), (1.0, 2.0, 4.0)), Line("c", (1, 2, 4), (1.0, 1.5, 3.0))]
    root = ElementTree.fromstring(svg(lines, "cost"))
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}polyline")) == 3
    assert len(root.findall(f"{space}circle")) == 6
    assert {"a < b", "c", "cost"} <= {t.text for t in root.findall(f"{space}text")}


def test_the_suite_contract_doubles_the_batch_of_every_line():
    found = discovery.load("c")
    *_, device = (d.name for d in found.devices() if d.available)  # the last device is the fastest
    with found.open(device) as session:
        for _, points in contract.growth(session):
            assert [p.work for p in points] == list(contract.BATCHES)
            assert list(contract.BATCHES) == [contract.BATCHES[0] << i for i in range(len(points))]
            points[0].ours()
