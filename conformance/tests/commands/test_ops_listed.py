"""Tests of `samebits ops`: the table of a profile at terminal width, and one declaration."""

from click.testing import CliRunner

from samebits.commands.ops import command
from samebits.spec.catalog import all_ops


def listed(*arguments, width=100):
    shown = CliRunner().invoke(command, list(arguments), env={"COLUMNS": str(width)})
    assert shown.exit_code == 0, shown.output
    return shown.output


def test_a_profile_lists_its_own_ops_and_no_other():
    first = [line.split()[0] for line in listed("--profile", "core", width=200).splitlines()[1:]]
    assert set(first) == {name for name, op in all_ops().items() if op.profile == "core"}


def test_what_does_not_fit_the_width_goes_on_in_the_next_line_and_nothing_is_cut():
    narrow = listed("--profile", "math", width=60)
    assert "…" not in narrow
    folded = "".join(narrow.split())
    assert all(name in folded for name, op in all_ops().items() if op.profile == "math")
    assert all(len(line) <= 60 for line in narrow.splitlines())
    summary = all_ops()["exp"].summary
    assert all(word in narrow for word in summary.split() if len(word) < 8)


def test_a_declaration_begins_each_row_at_the_left_edge():
    rows = listed("exp").splitlines()
    assert any(line.startswith("class ") for line in rows)
    assert any(line.startswith("profile ") for line in rows)


def test_places_that_are_there_are_named_and_nothing_is_said_of_them():
    rows = [line.split() for line in listed("exp", "--files", width=200).splitlines()]
    assert any(row[-1] == "spec/ops/exp.py" for row in rows)
    assert not any("MISSING:" in row for row in rows)
