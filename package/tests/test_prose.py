"""The check of docstrings and comments finds banned words, and the glossary is small."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_WORDS = 50
GOOD = '''"""Return the sum of `x`, which is "besides" the point."""

FORMATS = ("f32", "What")
"""The formats of operands. Of these, f32 is the usual one."""

# The beginning of a comment is free. What a user
# reads is not "but for".
'''


@pytest.fixture(scope="module")
def prose():
    """Return the module of the check."""
    spec = importlib.util.spec_from_file_location("prose", ROOT / "package" / "prose.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["prose"] = module  # its dataclasses look for their module there
    spec.loader.exec_module(module)
    yield module
    del sys.modules["prose"]


def found(prose, source):
    return [(finding.line, finding.phrase) for finding in prose.findings("spec/a.py", source)]


def test_good_prose_has_no_finding(prose):
    assert found(prose, GOOD) == []


@pytest.mark.parametrize(
    "opening",
    ["What", "Whatever", "That of", "Those of", "As of", "Of", "So many", "The same", "Such"],
)
def test_a_docstring_that_does_not_name_its_noun_is_found(prose, opening):
    function = f'def f():\n    """\n    {opening} a row."""\n'
    variable = f"ROWS = 3\n'{opening} a row.'\n"
    assert found(prose, function) == [(2, opening)]
    assert found(prose, variable) == [(2, opening)]
    assert found(prose, f'"""{opening}ABC"""\n') == []


@pytest.mark.parametrize(
    "phrase", ["whereof", "thereby", "hence", "Nobody", "alike", "besides", "but for", "is had"]
)
def test_a_banned_word_is_found_in_docstrings_and_comments(prose, phrase):
    first, *last = phrase.split()
    comment = "\n".join(["x = 1", f"# All rows {first}", *(f"# {word} a column" for word in last)])
    assert found(prose, f'"""Return {phrase} rows."""\n') == [(1, phrase)]
    assert found(prose, f"{comment}\n") == [(2, phrase)]
    assert found(prose, f'x = "{phrase}"\n') == []


def test_each_kind_of_room_has_a_name(prose):
    names = {
        "noxfile.py": "noxfile.py",
        "spec/ops/exp.py": "spec",
        "backends/protocol.py": "backends",
        "backends/c/tests/test_exp.py": "backends/c/tests",
        "backends/tests/tests/test_a.py": "backends/tests",
        "conformance/trials/orders/a.py": "conformance/trials",
    }
    assert {path: prose.room_of(path) for path in names} == names


def test_a_clean_room_has_no_finding(prose, tmp_path):
    """A finding fails the check in a clean room, and is only counted in another room."""
    for room in prose.ROOMS:
        if not room.endswith(".py"):
            (tmp_path / room).mkdir()
    for path in ("noxfile.py", "spec/a.py", "docs/b.py"):
        (tmp_path / path).write_text('"""What is here."""\n')
    broken, counts = prose.check(tmp_path)
    assert [finding.path for finding in broken] == ["noxfile.py", "spec/a.py"]
    assert counts == {"docs": 1}


@pytest.mark.parametrize("room", ["backends", "common", "conformance", "reports", "spec"])
def test_the_clean_rooms_of_this_tree_are_clean(prose, room):
    files = [path.relative_to(ROOT).as_posix() for path in (ROOT / room).rglob("*.py")]
    clean = [path for path in files if prose.room_of(path) in prose.CLEAN]
    assert clean
    wrong = [f for path in clean for f in prose.findings(path, (ROOT / path).read_text("utf-8"))]
    assert wrong == []


def test_every_clean_room_exists(prose):
    paths = (path for room in prose.ROOMS for path in (ROOT / room).rglob("*.py"))
    rooms = {prose.room_of(path.relative_to(ROOT).as_posix()) for path in paths}
    assert {*rooms, "noxfile.py"} >= prose.CLEAN


def test_lint_runs_the_check():
    assert '"package/prose.py"' in (ROOT / "noxfile.py").read_text()


def test_the_glossary_is_small_sorted_and_has_each_word_once():
    page = (ROOT / "docs" / "glossary.md").read_text().partition("\n## ")[0]
    words = re.findall(r"^\| ([^|]+) \|", page, re.M)[1:]  # without the heading of the column
    assert 30 < len(words) <= MOST_WORDS
    assert words == sorted(set(words), key=str.lower)
