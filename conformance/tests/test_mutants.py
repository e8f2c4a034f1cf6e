"""Tests of the mutation tester on weak and strong tests, and of its page against its record."""

import os
from pathlib import Path

import pytest

from samebits.conformance.trials.judge_mutants.mutant_page import page
from samebits.conformance.trials.judge_mutants.mutant_record import (
    Explanation,
    make_record,
    read_explained,
    read_record,
    survivors,
    why,
)
from samebits.conformance.trials.judge_mutants.mutant_runner import Choice, Runner
from samebits.conformance.trials.judge_mutants.mutant_tree import TRACED
from samebits.conformance.trials.judge_mutants.operators import mutants
from samebits.conformance.trials.judge_mutants.targets import GROUPS, ROOT, all_mutants

PAGE = ROOT / "docs/results/mutants.md"

TOY = '''"""A module with a limit."""

LIMIT = 10


def over(n):
    """Whether n is more than the limit."""
    return n > LIMIT


def unseen(n):
    return n + 1


def spins(n):
    while n < 3:
        n += 1
    return n
'''
TESTS = """
import subprocess
import sys

import toy

def test_far_from_the_limit():
    assert toy.over(99)
    assert not toy.over(-99)

def test_in_another_process():
    said = subprocess.run([sys.executable, "-c", "import toy; print(toy.spins(0))"],
                          capture_output=True, text=True)
    assert said.stdout.strip() == "3"
"""


class Toy:
    """A source tree with one module and its tests, in the form that the mutation tester expects."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "build").mkdir()
        (folder / "toy.py").write_text(TOY)
        (folder / "test_toy.py").write_text(TESTS)

    def environment(self):
        paths = (ROOT / TRACED, ROOT / "build/names", self.folder)
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            "PYTHONDONTWRITEBYTECODE": "1",
        }


@pytest.fixture(scope="module")
def fates(tmp_path_factory):
    """Return the fate of each mutant of the toy, by function, old text and new text."""
    toy = Toy(tmp_path_factory.mktemp("toy"))
    runner = Runner(toy, ["test_toy.py"], ["toy.py"])
    try:
        choice = Choice([runner.trace(test) for test in runner.tests])
        found = {}
        for mutant in mutants("toy.py", TOY):
            key = (mutant.function, mutant.was, mutant.put)
            found[key] = runner.put(mutant, choice.tests(mutant))
        assert (toy.folder / "toy.py").read_text() == TOY
    finally:
        runner.close()
    return found


def test_a_border_that_no_test_tries_is_reported_as_a_survivor(fates):
    assert fates["over", ">", ">="].outcome == "survived"
    assert fates["over", ">", ">="].tests == 1
    assert fates["top", "10", "11"].outcome == "survived"


def test_what_a_test_tells_is_killed_and_the_test_is_named(fates):
    fate = fates["over", ">", "<="]
    assert (fate.outcome, fate.by) == ("killed", "test_toy.py::test_far_from_the_limit")
    assert fates["over", "return n > LIMIT", "return None"].outcome == "killed"


def test_a_line_that_no_test_executes_is_a_survivor_of_no_tests(fates):
    fate = fates["unseen", "+", "-"]
    assert (fate.outcome, fate.tests) == ("survived", 0)


def test_a_mutant_is_seen_by_the_processes_that_a_test_starts_and_may_hang_them(fates):
    fate = fates["spins", "3", "4"]
    assert (fate.outcome, fate.by) == ("killed", "test_toy.py::test_in_another_process")
    assert fates["spins", "+=", "-="].outcome == "timeout"


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("a < b", {("<", "<="), ("<", ">=")}),
        ("a in b", {("in", "not in")}),
        ("a and b", {("and", "or")}),
        ("not a", {("not a", "(a)")}),
        ("x = -1", {("-1", "(+1)"), ("1", "2")}),
        ("f'{a}b'", set()),
        ("raise E(f'{a}')", {("E", "RuntimeError"), ("raise E(f'{a}')", "pass")}),
        ("x = 'some words'", set()),
        ("x = 'key'", {("'key'", "'keyXX'")}),
        ("assert a < b", set()),
        ("x = zip(a, b, strict=True)", set()),
        ("from a import b", set()),
        ("x: Literal['a'] = 1", {("1", "2")}),
        ("print(1)", set()),
        ("x = a if b else c", {("b", "(not (b))")}),
        ("with suppress(OSError): a", {("suppress(OSError)", "suppress()")}),
    ],
)  # fmt: skip
def test_each_operator_changes_what_it_is_about(text, made):
    assert {(m.was, m.put) for m in mutants("m.py", text)} == made


def test_an_exception_is_let_through_swallowed_or_one_of_several_left_out():
    text = "try:\n    a\nexcept (KeyError, OSError):\n    b = 1\n    c()\n"
    made = {(m.operator, m.put) for m in mutants("m.py", text)}
    assert {("exception", "(OSError,)"), ("exception", "(KeyError,)")} <= made
    assert ("exception", "pass") in made


def test_every_mutant_can_be_compiled_and_has_a_name_of_its_own():
    found = [m for group in all_mutants().values() for m in group]
    assert len({m.name for m in found}) == len(found) > 3000
    for mutant in found[::97]:
        text = (ROOT / mutant.path).read_text()
        compile(mutant.apply(text), mutant.path, "exec")


def test_a_name_outlives_changes_elsewhere_in_the_file():
    before = mutants("m.py", "def f(a):\n    return a + 1\n")
    after = mutants("m.py", "B = 2\n\ndef f(a):\n    return a + 1\n")
    assert {m.name for m in before} < {m.name for m in after}


def test_the_files_of_all_groups_are_there():
    for names in GROUPS.values():
        for name in names:
            assert (ROOT / name).is_file(), name


def test_the_page_shows_the_record():
    assert PAGE.read_text() == page(read_record(), read_explained())


def test_every_explanation_is_about_a_survivor():
    left = survivors(read_record())
    for explanation in read_explained():
        assert any(explanation.fits(row) for row in left), explanation


def test_a_survivor_that_nobody_explained_is_called_so(tmp_path):
    Path(tmp_path, "m.py").write_text("def f(a):\n    return a + 1\n")
    found = mutants("m.py", "def f(a):\n    return a + 1\n")
    record = make_record(tmp_path, {"toy": found}, {})
    assert record["groups"]["toy"]["m.py"]["not_run"] == len(found) == 3
    row = {"path": "m.py", "function": "f", "line": "return a + 1", "was": "+", "put": "-"}
    record["groups"]["toy"]["m.py"]["survived"] = [row | {"tests": 2}]
    assert "Survivors not explained" in page(record, [])
    known = [Explanation("m.py", "f", "return a + 1", "because", was="+")]
    assert why(row, known) == "because"
    assert "Survivors not explained" not in page(record, known)
    assert "because" in page(record, known)
