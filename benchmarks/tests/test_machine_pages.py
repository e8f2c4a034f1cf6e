"""Test that pages of speed show the stored figures, and that a new section replaces the old one."""

from dataclasses import replace

import pytest

from samebits.benchmarks import machine_pages, pairs_page, speed_record
from samebits.benchmarks.machine_pages import texts
from samebits.benchmarks.speed_record import FOLDER, Machine, Section, keep, read

RECORD = {
    "suite": "reduce",
    "threads": 1,
    "name": "sum f32",
    "ours_seconds": 2e-3,
    "peer_seconds": 1e-3,
    "ratio": 0.5,
    "low": 0.4,
    "high": 0.6,
    "rounds": 9,
    "work": 1e9,
    "unit": "element",
    "least": 0.87,
}
MET = {**RECORD, "name": "mul f32", "ratio": 0.9}
FREE = {**RECORD, "name": "max f32", "least": None}
FACTS = {"processor": "Intel(R) Xeon(R) Processor @ 2.10GHz", "device": "c:avx2", "day": "today"}


def _page(*records):
    section = pairs_page.section(records, {"day": "today"})
    machine = Machine("Some CPU", "c:avx2", {"reduce": section})
    return texts([machine])[f"speed-{machine.name()}.md"]


def test_a_missed_ratio_is_called_missed_and_a_met_one_is_not():
    text = _page(RECORD, MET, FREE)
    rows = {
        line.split(" | ")[0].strip("| "): line for line in text.splitlines() if " f32 |" in line
    }
    assert "0.50" in rows["sum f32"]
    assert "0.87 missed" in rows["sum f32"]
    assert "0.87" in rows["mul f32"]
    assert "missed" not in rows["mul f32"]
    assert "missed" not in rows["max f32"]
    assert "1 of 2 ratios that have a target meet it." in text
    assert "- day: today" in text
    assert "500 Gelement/s" in rows["sum f32"]


def test_what_was_tried_is_told_once_of_ops_that_miss_a_target_on_some_machine():
    slow = pairs_page.section([{**RECORD, "name": "softmax f32 8x8"}], {})
    machines = [Machine(name, "c:avx2", {"nn": slow}) for name in ("one", "two")]
    below = texts(machines)["speed.md"].partition("## Attempts")[2]
    assert below.count("\n- softmax: ") == 1
    assert below.count("\n- ") == 1
    met = replace(slow, rows=[[*slow.rows[0][:-1], ""]])
    assert (
        "\n- "
        not in texts([Machine("one", "c:avx2", {"nn": met})])["speed.md"].partition("## Attempts")[
            2
        ]
    )


def test_a_section_that_is_measured_anew_replaces_itself_alone(tmp_path):
    keep({"reduce": pairs_page.section([RECORD], FACTS)}, tmp_path)
    keep({"nn": pairs_page.section([MET], FACTS)}, tmp_path)
    keep({"reduce": pairs_page.section([FREE], FACTS)}, tmp_path)
    (machine,) = read(tmp_path)
    assert machine.name() == "intel-xeon-avx2"
    assert [row[0] for row in machine.sections["reduce"].rows] == ["max f32"]
    assert [row[0] for row in machine.sections["nn"].rows] == ["mul f32"]
    assert machine.sections["nn"].facts == {"day": "today"}


def test_figures_are_read_as_they_were_written(tmp_path):
    for machine in read(FOLDER):
        speed_record.write(machine, tmp_path)
        assert (tmp_path / f"{machine.name()}.json").read_text() == (
            FOLDER / f"{machine.name()}.json"
        ).read_text()


@pytest.mark.skipif(not machine_pages.PAGES.exists(), reason="no checkout, no docs")
def test_the_pages_are_those_of_the_kept_figures():
    pages = texts(read(FOLDER))
    found = {path.name for path in machine_pages.PAGES.glob("speed*.md")} - {"speed-growth.md"}
    assert found == set(pages)
    for name, text in pages.items():
        assert (machine_pages.PAGES / name).read_text() == text, name


def test_a_kernel_that_is_lacking_is_named():
    section = Section({}, ("op", "verdict"), ["mish"], [["exp", "met"]])
    machine = Machine("one", "c:avx2", {"math f32": section})
    assert "no kernel: mish." in texts([machine])[f"speed-{machine.name()}.md"]
