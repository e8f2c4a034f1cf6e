"""Test a few kills at random moments. `nox -s record -- killing` tries a hundred."""

from samebits.conformance.trials.killing import difference, rehearse

SMALL = ["--backend", "c", "--device", "c:baseline", "--level", "smoke", "--op", "add", "-n", "2"]
SMALL += ["--seed", "1"]


def test_a_certification_that_is_killed_and_resumed_ends_with_the_same_report() -> None:
    found = rehearse(SMALL, kills=6, seed=2026)
    assert found.differ == {}
    assert found.killed.total() == 6


def test_a_report_that_differs_is_named_by_its_first_difference() -> None:
    rows = [{"id": "a", "outcome": "pass"}, {"id": "b", "outcome": "pass"}, {"run": 2}]
    assert difference(rows, rows) == ""
    other = [rows[0], {"id": "b", "outcome": "crash"}, rows[2]]
    assert difference(other, rows) == "b: outcome is 'crash', not 'pass'"
    assert difference(rows[:1], rows) == "b: id is None, not 'b'"
