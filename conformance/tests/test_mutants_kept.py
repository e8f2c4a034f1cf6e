"""Tests that the mutation tester keeps its results without its build folder or after changes."""

import os
import subprocess
from types import SimpleNamespace

import pytest

from samebits.conformance.trials.judge_mutants.__main__ import EXECUTED
from samebits.conformance.trials.judge_mutants.executed import (
    Executed,
    Sources,
    read_executed,
    write_executed,
)
from samebits.conformance.trials.judge_mutants.mutant_places import digest_of_test
from samebits.conformance.trials.judge_mutants.mutant_record import (
    FATES,
    Fate,
    adopt,
    pack_fates,
    read_fates,
    unpack_fates,
)
from samebits.conformance.trials.judge_mutants.mutant_runner import Choice, Runner, mirrors
from samebits.conformance.trials.judge_mutants.operators import mutants
from samebits.conformance.trials.judge_mutants.server import _seconds_of, _watch
from samebits.conformance.trials.judge_mutants.targets import ROOT, all_mutants, drawn
from samebits.conformance.trials.judge_mutants.warm import Functions

CODE = """\
LIMIT = 3


def one():
    return LIMIT


class A:
    def two(self):
        return 2
"""
TESTS = "import a\n\nN = 1\n\ndef test_one():\n    a.one()\n\ndef test_two(n):\n    a.A().two()\n"


@pytest.fixture
def root(tmp_path):
    (tmp_path / "a.py").write_text(CODE)
    (tmp_path / "test_a.py").write_text(TESTS)
    lines = {"one": [0, 1, 5], "two[x]": [0, 10]}
    known = [
        Executed(f"test_a.py::test_{name}", "passed", 0.1, {"a.py": found}, digest(tmp_path, name))
        for name, found in lines.items()
    ]
    write_executed(tmp_path / "kept", known, Sources(tmp_path, ["a.py"]))
    return tmp_path


def digest(root, test):
    return digest_of_test(root, f"test_a.py::test_{test}")


def known(root, *targets):
    found = read_executed(root / "kept", root, targets or ["a.py"])
    return {test.removeprefix("test_a.py::test_"): e.lines for test, e in found.items()}


def test_lines_are_kept_by_functions(root):
    assert known(root) == {"one": {"a.py": [0, 5]}, "two[x]": {"a.py": [0, 10]}}


def test_a_change_asks_again_only_the_tests_that_execute_it(root):
    (root / "a.py").write_text("import os\n\n" + CODE.replace("return 2", "return 3"))
    assert known(root) == {"one": {"a.py": [0, 7]}}


def test_a_file_that_moves_keeps_what_is_known_of_its_functions(root):
    (root / "a.py").rename(root / "b.py")
    assert known(root, "b.py") == {"one": {"b.py": [0, 5]}, "two[x]": {"b.py": [0, 10]}}


def test_prose_changes_neither_what_is_known_nor_the_names_of_mutants(root):
    code = CODE.replace(
        "return LIMIT", "if LIMIT:\n        raise A('a limit', LIMIT)\n    return LIMIT"
    )
    prose = code.replace(
        "    if LIMIT", '    """Return it.\n\n    Or not.\n    """\n\n    # why\n    if LIMIT'
    )
    prose = prose.replace(
        "A('a limit', LIMIT)", "A(\n            f'the limit of {1}',\n            LIMIT,\n        )"
    )
    (root / "a.py").write_text(code)
    lines = {"a.py": [0, 5, 6, 7]}
    executed = Executed("test_a.py::test_one", "passed", 0.1, lines, digest(root, "one"))
    write_executed(root / "kept", [executed], Sources(root, ["a.py"]))
    (root / "a.py").write_text(prose)
    (root / "test_a.py").write_text(TESTS.replace("    a.one()", '    """Test it."""\n    a.one()'))
    assert known(root) == {"one": {"a.py": [0, 11, 12, 13, 14, 15, 16]}}
    names = [[m.name for m in mutants("a.py", text)] for text in (code, prose)]
    assert names[0] == names[1]
    changed = prose.replace("if LIMIT", "if not LIMIT")
    (root / "a.py").write_text(changed)
    assert known(root) == {}
    assert not {m.name for m in mutants("a.py", changed) if m.function == "one"} & {*names[0]}


@pytest.mark.parametrize(
    ("was", "put", "left"),
    [
        ("import a\n", "import a.b\n", {"one", "two[x]"}),
        ("def test_two", "def test_more():\n    pass\n\ndef test_two", {"one", "two[x]"}),
        ("a.one()", "a.one(1)", {"two[x]"}),
        ("N = 1", "N = 2", set()),
    ],
)
def test_a_test_is_asked_again_where_its_own_text_or_its_helpers_change(root, was, put, left):
    file = root / "test_a.py"
    file.write_text(TESTS.replace(was, put))
    assert set(known(root)) == left


def test_a_test_that_was_too_slow_stays_so_until_its_own_text_changes(root):
    slow = Executed("test_a.py::test_one", "timeout", 9.0, {"a.py": [0, 5]}, digest(root, "one"))
    write_executed(root / "kept", [slow], Sources(root, ["a.py"]))
    (root / "a.py").write_text(CODE.replace("return LIMIT", "return LIMIT + 1"))
    assert known(root) == {"one": {}}
    (root / "test_a.py").write_text(TESTS.replace("a.one()", "a.one(1)"))
    assert known(root) == {}


def test_what_was_drawn_once_stays_drawn_whatever_changes_elsewhere():
    names = "abcdefgh"
    text = "".join(f"def {n}(x):\n    return x + 1\n\n\n" for n in names)
    before = mutants("m.py", text)
    first = drawn(before, [], number=9)
    assert first == drawn(reversed(before), [], number=9)
    after = mutants("m.py", "TOP = 3\n\n\n" + text.replace("def d(x):\n    return x + 1", "D = 2"))
    second = {m.name for m in drawn(after, [m.name for m in first], number=9)}
    left = {m.name for m in first if m.function != "d"}
    assert left < second
    assert len(second) == 9
    fated = [m.name for m in before[-9:]]
    assert {m.name for m in drawn(before, fated, number=9)} == set(fated)


def test_time_in_which_no_processor_was_free_is_no_part_of_what_a_test_takes(tmp_path):
    path = tmp_path / "trace.waited"
    assert _seconds_of(path) == 0
    path.write_text("1000000 2500000000 7\n")
    assert _seconds_of(path) == 2.5
    path.write_text("none\n")
    assert _seconds_of(path) == 0


def test_a_traced_test_is_left_once_it_has_taken_what_it_may():
    read, write = os.pipe()
    sleeper = subprocess.Popen(["sleep", "60"])
    try:
        assert _watch(read, [60.0], sleeper.pid, most=0.1) == ("timeout", 0)
        os.write(write, b"0\npassed\n")
        assert _watch(read, [60.0], sleeper.pid, most=60.0) == ("passed", 0)
    finally:
        os.close(read)
        os.close(write)
        sleeper.kill()
        sleeper.wait()


def test_tests_are_about_a_file_whose_name_or_folder_theirs_begins_with():
    (mutant, *_) = mutants("conformance/scenes/moves.py", "N = 1\n")
    assert mirrors(mutant) == ("test_moves", "test_scenes")


def test_fates_survive_the_loss_of_the_build_folder(tmp_path):
    fates = [
        Fate("a.py:one:constant:0:1-2:3", "killed", "test_a.py::test_one", 4, ""),
        Fate("a.py:A.two:constant:0:1-2:3", "survived", "", 2, "0123"),
    ]
    kept = tmp_path / "build/mutants/fates.jsonl"
    unpack_fates(tmp_path / "packed", kept)
    assert not kept.exists()
    pack_fates(tmp_path / "packed", fates)
    unpack_fates(tmp_path / "packed", kept)
    assert read_fates(kept) == {fate.name: fate for fate in fates}
    pack_fates(tmp_path / "packed", fates[:1])
    unpack_fates(tmp_path / "packed", kept)
    assert len(read_fates(kept)) == 2, "what a run has found itself is not lost to what is packed"


def test_a_mutant_keeps_its_fate_where_its_file_moves_and_only_there(tmp_path):
    (tmp_path / "b.py").write_text(CODE)
    before, after = mutants("a.py", CODE), mutants("b.py", CODE)
    fates = {m.name: Fate(m.name, "killed", m.put, 1, "") for m in before}
    adopt(fates, after, tmp_path)
    assert [fates[m.name].by for m in after] == [m.put for m in after]
    (tmp_path / "a.py").write_text(CODE)
    fates = {m.name: Fate(m.name, "killed", m.put, 1, "") for m in before}
    adopt(fates, after, tmp_path)
    assert len(fates) == len(before)


def test_what_is_committed_is_small_and_is_about_mutants_of_today():
    assert FATES.stat().st_size < 150_000
    assert EXECUTED.stat().st_size < 300_000
    names = {mutant.name for found in all_mutants().values() for mutant in found}
    unpacked = ROOT / "build" / "mutants-of-a-test"
    unpack_fates(FATES, unpacked)
    try:
        assert len(read_fates(unpacked).keys() & names) > 2000
    finally:
        unpacked.unlink()


class Slow(Runner):
    """A runner of the tests a, b and c whose rounds return given results."""

    def __init__(self, root, *rounds):
        self._tree = type("Tree", (), {"folder": root})
        self.rounds, self.limits = list(rounds), []

    def _one_round(self, mutant, text, tests, limits):
        self.limits.append(dict(zip((t.test for t in tests), limits, strict=True)))
        return self.rounds.pop(0)


def slow(root, *rounds):
    runner = Slow(root, *rounds)
    tests = [Executed(name, "passed", 2.0) for name in "abc"]
    mutant = mutants("a.py", CODE)[0]
    fate = runner.put(mutant, tests, "asked")
    assert not runner.rounds
    return fate, runner.limits


def test_a_timeout_counts_only_where_the_test_comes_to_no_end_alone_either(root):
    fate, limits = slow(root, ("timeout", "b"), ("timeout", "b"))
    assert (fate.outcome, fate.by) == ("timeout", "b")
    assert list(limits[0]) == ["a", "b", "c"]
    assert list(limits[1]) == ["b"]
    assert limits[1]["b"] == 40 > 3 * limits[0]["b"]


def test_a_test_that_is_only_slow_kills_nothing_and_those_behind_it_are_asked(root):
    fate, limits = slow(root, ("timeout", "b"), ("passed", "b"), ("passed", "c"))
    assert (fate.outcome, fate.asked) == ("survived", "asked")
    assert list(limits[2]) == ["c"]
    fate, _ = slow(root, ("timeout", "b"), ("passed", "b"), ("failed", "c"))
    assert (fate.outcome, fate.by) == ("killed", "c")


def test_tests_that_killed_in_the_same_function_come_first_and_change_no_digest():
    tests = [
        Executed(f"test_b.py::test_{name}", "passed", 0.1, {"a.py": [0, 5, 10]}) for name in "xyz"
    ]
    choice = Choice(tests)
    one, two = (next(m for m in mutants("a.py", CODE) if m.line == line) for line in (5, 10))
    before = choice.asked(two)
    kills = {one: tests[1], two: tests[2]}
    choice.learn(Fate(mutant.name, "killed", by.test, 1, "") for mutant, by in kills.items())
    assert [t.test[-1] for t in choice.tests(one)] == ["y", "z", "x"]
    assert [t.test[-1] for t in choice.tests(two)] == ["z", "y", "x"]
    assert choice.asked(two) == before


def test_a_file_without_a_function_is_put_to_the_tests_that_import_it(tmp_path):
    (tmp_path / "test_b.py").write_text("from samebits.room.names import NAMES\n")
    (tmp_path / "test_c.py").write_text("from samebits.room.others import NAMES\n")
    tests = [Executed(f"test_{name}.py::test_x", "passed", 0.1) for name in "bc"]
    (mutant,) = mutants("room/names.py", "NAMES = 3\n")
    choice = Choice(tests, root=tmp_path)
    assert [t.test for t in choice.tests(mutant)] == ["test_b.py::test_x"]


def test_a_mutant_that_ends_the_process_of_its_tests_with_status_0_is_seen(tmp_path):
    (tmp_path / "build").mkdir()
    (tmp_path / "ends.py").write_text("")
    (tmp_path / "test_ends.py").write_text("import ends\n\n\ndef test_it():\n    pass\n")
    runner = object.__new__(Runner)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    runner._tree = SimpleNamespace(folder=tmp_path, environment=lambda: environment)
    assert runner._cold(["test_ends.py::test_it"], 60)["ended"] == "passed"
    (tmp_path / "ends.py").write_text("import os\n\nos._exit(0)\n")
    assert runner._cold(["test_ends.py::test_it"], 60)["ended"] == "failed"


def test_an_object_that_does_not_say_what_it_is_is_passed_over(tmp_path):
    class Odd:
        @property
        def __class__(self):
            raise FutureWarning("deprecated")

    odd = [Odd()]
    assert Functions().replace(tmp_path / "gone.py", "def f():\n    return 1\n", 2) is False
    assert len(odd) == 1
