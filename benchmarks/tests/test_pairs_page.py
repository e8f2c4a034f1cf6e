"""The page of pairs says what was measured and what was missed."""

from samebits.benchmarks.pairs_page import page

RECORD = {
    "suite": "cuda",
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


def test_a_missed_ratio_is_called_missed_and_a_met_one_is_not():
    met = {**RECORD, "name": "mul f32", "ratio": 0.9}
    free = {**RECORD, "name": "max f32", "least": None}
    text = page([RECORD, met, free], {"device": "some GPU"})
    rows = {
        line.split(" | ")[0].strip("| "): line for line in text.splitlines() if " f32 |" in line
    }
    assert "0.50" in rows["sum f32"]
    assert "0.87 missed" in rows["sum f32"]
    assert "0.87" in rows["mul f32"]
    assert "missed" not in rows["mul f32"]
    assert "missed" not in rows["max f32"]
    assert "1 of 2 ratios that have a target meet it." in text
    assert "- device: some GPU" in text
    assert "500 Gelement/s" in rows["sum f32"]


def test_what_was_tried_stands_below_where_a_target_is_missed():
    met = {**RECORD, "name": "mul f32", "ratio": 0.9}
    tried = {"sum": "another tree", "mul": "nothing"}
    below = page([RECORD, met], {}, tried).partition("## What was tried")[2]
    assert "- sum: another tree" in below
    assert "mul" not in below
    assert "What was tried" not in page([met], {}, tried)
