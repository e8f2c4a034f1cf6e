"""Test the check of prose, and the size of the glossary."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_WORDS = 50
GOOD = '''"""Return the sum of `x`, which is "besides" the point. It is None."""

FORMATS = ("f32", "What", "those of")
"""The formats of operands. Of these, f32 is the usual one."""

# The beginning of a comment is free. What a user
# reads is not "but for" or `told`. There are None.
if FORMATS is None:
    raise ValueError(f"{FORMATS} must not be empty; that offers no format")
'''
PHRASES = [
    *("whereof", "thereby", "hence", "Nobody", "alike", "besides", "but for", "is had", "are had"),
    *("was had", "were had", "be had", "That of", "those of", "so many", "of which", "stands"),
    *("lies", "tells", "told", "is none", "are none"),
]
PAGE = """\
# A page

The first paragraph
has two lines.

    x = 1  # nobody

```
nobody runs this
```

[A link](nobody.md), <a href="nobody">a tag</a>, `nobody` and "nobody".

| word | meaning |
| --- | --- |
| row | one line |
"""


@pytest.fixture(scope="module")
def prose():
    """Return the module package/prose.py."""
    spec = importlib.util.spec_from_file_location("prose", ROOT / "package" / "prose.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["prose"] = module  # its dataclasses look for their module in sys.modules
    spec.loader.exec_module(module)
    yield module
    del sys.modules["prose"]


def found(prose, source, path="spec/a.py"):
    """Return the line and the phrase of each finding."""
    return [(finding.line, finding.phrase) for finding in prose.findings(path, source)]


def test_good_prose_has_no_finding(prose):
    assert found(prose, GOOD) == []
    assert found(prose, PAGE, "docs/a.md") == []


@pytest.mark.parametrize(
    "opening",
    [
        *("What", "Whatever", "That of", "Those of", "As of", "As the", "Of", "So many"),
        *("The same", "Such", "Nothing"),
    ],
)
def test_a_docstring_that_does_not_name_its_noun_is_found(prose, opening):
    function = f'def f():\n    """\n    {opening} a row."""\n'
    variable = f"ROWS = 3\n'{opening} a row.'\n"
    assert (2, opening) in found(prose, function)
    assert (2, opening) in found(prose, variable)
    assert found(prose, f'"""{opening}ABC"""\n') == []


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_banned_phrase_is_found_in_each_kind_of_text(prose, phrase):
    first, *last = phrase.split()
    broken = "\n".join(["x = 1", f"# All rows {first}", *(f"# {word} a column" for word in last)])
    assert found(prose, f'"""Return {phrase} rows."""\n') == [(1, phrase)]
    assert found(prose, f"{broken}\n") == [(2, phrase)]
    assert found(prose, f'x = 1\nraise ValueError(f"{{x}} rows {phrase} it")\n') == [(2, phrase)]
    assert found(prose, f'x = "{phrase}"\n') == []
    for path in ("backends/a.c", "backends/a.cuh"):
        assert found(prose, f"int a;\n/* Rows\n * {phrase} it. */\n", path) == [(2, phrase)]
        assert found(prose, f"int a; // Rows\n// {phrase} it.\n", path) == [(1, phrase)]
        assert found(prose, f'char *a = "// rows {phrase} it";\n', path) == []
    assert found(prose, f"# Head\n\nRows\n({phrase}) it.\n", "docs/a.md") == [(3, phrase)]
    assert found(prose, f"| a |\n| rows {phrase} it |\n", "docs/a.md") == [(2, phrase)]


def test_the_phrases_of_this_test_are_the_banned_phrases(prose):
    assert sorted(word.lower() for word in PHRASES) == sorted(prose.WORDS)


@pytest.mark.parametrize(
    "text", ["It is None.", "They are None.", "He applies, relies, foretells."]
)
def test_None_and_parts_of_longer_words_are_no_finding(prose, text):
    assert found(prose, f'"""{text}"""\n# {text}\nraise ValueError("{text}")\n') == []


def test_messages_are_the_strings_of_raise_statements(prose):
    source = 'x = f("no")\nraise E(f"{x} is" " wrong", x["y"]) from g("no")\nraise\n'
    tree = prose.ast.parse(source)
    assert list(prose.messages(tree)) == [(2, "... is wrong"), (2, "y")]


def test_comments_on_successive_lines_are_one_comment(prose):
    source = "# a\n# b\nx = '# no'\n# c\n\n# d\n"
    assert list(prose.comments(source)) == [(1, "a b"), (4, "c"), (6, "d")]


def test_comments_of_c_are_blocks_or_successive_lines(prose):
    source = '/* a\n * b */\nint x; // c\n   // d\nchar *y = "// no \\" /* no */";\n/// e\n'
    texts = [(line, " ".join(text.split())) for line, text in prose.c_comments(source)]
    assert texts == [(1, "a b"), (3, "c d"), (6, "e")]


def test_paragraphs_leave_out_code_and_links(prose):
    texts = [(line, text.strip()) for line, text in prose.paragraphs(PAGE)]
    assert texts == [
        (1, "# A page"),
        (3, "The first paragraph\nhas two lines."),
        (12, '[A link, a tag, `nobody` and "nobody".'),
        (14, "| word | meaning |"),
        (15, "| --- | --- |"),
        (16, "| row | one line |"),
    ]


def test_files_in_all_rooms_are_checked(prose, tmp_path):
    for room in prose.ROOMS:
        (tmp_path / room / "inner").mkdir(parents=True)
        (tmp_path / room / "inner" / "a.md").write_text("Nobody.\n")
    (tmp_path / "noxfile.py").write_text('"""What is here."""\n')
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "a.md").write_text("Nobody.\n")
    paths = sorted([*(f"{room}/inner/a.md" for room in prose.ROOMS), "noxfile.py"])
    assert sorted(finding.path for finding in prose.check(tmp_path)) == paths


def test_lint_runs_the_check():
    assert '"package/prose.py"' in (ROOT / "noxfile.py").read_text()


def test_the_glossary_is_small_sorted_and_has_each_word_once():
    page = (ROOT / "docs" / "glossary.md").read_text().partition("\n## ")[0]
    words = re.findall(r"^\| ([^|]+) \|", page, re.M)[1:]  # without the heading of the column
    assert 30 < len(words) <= MOST_WORDS
    assert words == sorted(set(words), key=str.lower)
