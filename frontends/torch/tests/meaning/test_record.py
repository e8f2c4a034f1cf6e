"""Compare a part of the data bases that changes with each commit; check the record and the page."""

import json
from collections import Counter
from fnmatch import fnmatchcase

import pytest

pytest.importorskip("expecttest", reason="PyTorch's own tests need it: pip install expecttest")

from samebits.torch.tests.meaning import differences, record
from samebits.torch.tests.meaning.entries import entries
from samebits.torch.tests.meaning.sweep import FORMATS, Fault, compared
from samebits.torch.tests.test_opinfo import part

PARTS = 20


@pytest.mark.parametrize("format_", FORMATS)
def test_the_entries_of_a_part_have_the_meaning_of_pytorch(format_):
    names = list(entries())[part(PARTS) :: PARTS]
    found = compared(names, [format_])
    assert sum(one.compared for one in found.values()) > len(names)
    faults = [fault for one in found.values() for fault in one.faults]
    assert not differences.unlisted(faults)


@pytest.fixture(scope="module")
def kept():
    return json.loads(record.RECORD.read_text(encoding="utf-8"))


def test_the_record_is_of_these_sources(kept):
    of_programs = {k: v for k, v in record.sources().items() if k != "torch"}
    assert {k: kept[k] for k in of_programs} == of_programs, "run nox -s record -- torch_meaning"


def test_the_record_has_no_difference_that_is_on_no_list(kept):
    assert "None" not in kept["listed"]
    assert kept["entries"].keys() <= entries().keys()
    counts = [sum(x["compared"] for x in one.values()) for one in kept["entries"].values()]
    assert sum(count > 0 for count in counts) >= 650


def test_every_line_of_the_list_is_needed(kept):
    assert {d.label for d in differences.differences()} == kept["listed"].keys()
    counted = Counter()
    for formats in kept["entries"].values():
        for found in formats.values():
            counted.update(found.get("listed", {}))
    assert dict(counted) == kept["listed"]


def test_a_line_about_ordinary_operands_names_nothing_that_it_does_not_cover(kept):
    """Lines about special values may name families: PyTorch's result depends on the processor."""
    covered = {
        (label, name)
        for name, formats in kept["entries"].items()
        for found in formats.values()
        for label in found.get("listed", {})
    }
    for line in differences.differences():
        if {"usual", "small", "*"} & {*line.operands}:
            for pattern in line.entries:
                assert any(line.label == one and fnmatchcase(n, pattern) for one, n in covered)


def test_the_page_shows_the_list():
    page = differences.PAGE.read_text(encoding="utf-8")
    assert page == differences.with_section(page), f"run {differences.COMMAND}"


def test_a_difference_covers_what_its_fields_say_and_nothing_else():
    line = differences.Difference("a", ("nn.*pool2d", "mode"), ("*",), ("nan", "inf"), ("*",), "r")
    fault = Fault("nn.functional.max_pool2d", "f32", "nan", "forward", "")
    assert line.covers(fault)
    assert not line.covers(Fault("nn.functional.max_pool3d", "f32", "nan", "forward", ""))
    assert not line.covers(Fault("mode", "f32", "usual", "forward", ""))
