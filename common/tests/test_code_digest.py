"""Test that a digest ignores prose and the location of a file, but changes with the code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from samebits.common import code_digest
from samebits.common.code_digest import code_text, digest_of_code

ROOT = Path(code_digest.__file__).resolve().parents[1]
PYTHONS = sorted((Path.home() / ".pyenv" / "versions").glob("3.1[1-9]*/bin/python"))

PYTHON = '''# A comment.
"""Prose."""

from __future__ import annotations

import math
from samebits.spec.ops.shapes import first, second as other
from samebits.common import numbers

LIMIT = 3
"""The number of things:
# of all things."""


class Thing:
    """A thing."""

    size: int  # of the thing
    "Its size."


def double(x):
    """Return two times `x`.

    # no comment
    """
    import sys

    if x is None:
        raise ValueError(f"no {x!r}", x + 1) from None
    # twice
    y = """
# a string

  """ "é"  # é
    z = f"""
# {x + 1}
   """
    text = ("a"  # one
            # between
            "b")
    return 2 * x + LIMIT, y, z, text, math.pi, sys.path, first, other, numbers.signed(x)
'''

C = r"""/* Prose
   "of" a file. */
#include "core/api.h" // why
#include <math.h>

#define TWO(x) \
    ((x) + 1) /* a
    comment */

// a comment that goes on \
   in this line: int a = 1;
static const char *where = "http://x/*y*/";   // not a comment in there
static const char quote = '"'; /* " */ static const char tick = '\'';
int f(int a)
{
    return a / 2 /a + 1'000;  // '
}
"""

CMAKE = """# Prose.
set(a "b # c" d\\#e [[ # f ]]) # why
#[[ a long
comment ]]
add_library(one   two.c)
"""


def of_python(text: str) -> str:
    return digest_of_code([("module.py", text.encode())])


def of_c(text: str) -> str:
    return digest_of_code([("source.cu", text.encode())])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# A comment.\n", ""),
        ("# A comment.", "#!/usr/bin/env python\n# Another: +"),
        ('"""Prose."""', '"""Other prose,\n\nin two paragraphs."""'),
        ('"""Prose."""\n', ""),
        ("The number of things:\n# of all things.", "How many things."),
        ("Return two times `x`.\n\n    # no comment\n    ", "Double `x`: x - x."),
        ('    "Its size."\n', ""),
        ("  # of the thing", ""),
        ("    # twice\n", "\n\n"),
        ("  # one\n            # between", ""),
        ('"é"  # é', '"é"  # ééé'),
        ("LIMIT = 3\n", "LIMIT = 3   \n\n\n"),
        ("import math\n", ""),  # inserted again further below
        ("spec.ops.shapes", "spec.shapes"),
        ("samebits.common import numbers", "samebits.common.deep import numbers"),
        ("first, second as other", "second as other, first"),
        (
            'f"no {x!r}", x + 1',
            'f"x is {x}, which (has) no double; "\n        "give",  # é\n        x + 1,\n    ',
        ),
        ("\n", "\r\n"),
    ],
)
def test_prose_layout_and_places_of_modules_do_not_change_the_digest_of_python(
    old: str, new: str
) -> None:
    changed = PYTHON.replace(old, new) if old == "\n" else PYTHON.replace(old, new, 1)
    if old == "import math\n":
        changed = changed.replace("import sys\n", "import sys\n    import math\n")
    assert changed != PYTHON
    assert of_python(changed) == of_python(PYTHON)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2 * x + LIMIT", "2 * x - LIMIT"),
        ("2 * x", "3 * x"),
        ("LIMIT = 3", "LIMIT = 4"),
        ("# a string", "# another string"),
        ("# a string\n\n", "# a string\n"),
        ('\n  """ ', '\n """ '),
        ("# {x + 1}", "# {x - 1}"),
        ('"é"', '"e"'),
        ('"b")', '"c")'),
        ("import math", "import cmath as math"),
        ("import sys", "import sys as os"),
        ("import first", "import third"),
        ("second as other", "third as other"),
        ("spec.ops.shapes", "spec.ops.forms"),
        ("samebits.spec.ops", "samebits.oracles.ops"),
        ("common import numbers", "common import words as numbers"),
        ("    y = ", "    y += "),
        ("ValueError", "TypeError"),
        ('", x + 1)', '", x + 2)'),
        ("from None", "from x"),
        ("if x is None", "if x is ..."),
        ("size: int", "size: float"),
    ],
)
def test_every_change_of_code_changes_the_digest_of_python(old: str, new: str) -> None:
    assert old in PYTHON
    assert of_python(PYTHON.replace(old, new, 1)) != of_python(PYTHON)


def test_a_name_and_a_module_of_one_name_are_told_apart_by_their_use() -> None:
    name = "from samebits.spec.{} import it\nf(it)\n"
    module = "from samebits.spec.{} import it\nit.f()\n"
    assert of_python(name.format("a")) != of_python(name.format("b"))
    assert of_python(module.format("a")) == of_python(module.format("b"))
    assert of_python(module.format("a")) == of_python("from samebits.spec import it\nit.f()\n")


@pytest.mark.parametrize(
    "content",
    [
        *(b"def f(:\n", b"x = \xff\n", b"# coding: none-such\n", b"# coding: rot13\n"),
        *(b"x = \0\n", b"(" * 9999, b'"""', b"if x:\n  a\n b\n"),
    ],
)
def test_a_file_that_is_no_python_counts_with_all_its_bytes(content: bytes) -> None:
    assert code_text("module.py", content) == content


def test_an_invalid_escape_of_a_foreign_file_warns_nobody() -> None:
    assert code_text("module.py", b'x = "\\d"  # why\n') == b'x = "\\d"\n'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Prose\n", "Other prose\n\n"),
        (" // why", ""),
        (" /* a\n    comment */", ""),
        (" \\\n    ((x)", " ((x)"),
        ("// a comment that goes on \\\n   in this line: int a = 1;\n", ""),
        (";   // not a comment in there", ";"),
        (' /* " */ ', " "),
        ("    return", "\n\treturn"),
        ("core/api.h", "deep/core/api.h"),
        ("\n", "\r\n"),
    ],
)
def test_prose_layout_and_folders_do_not_change_the_digest_of_c(old: str, new: str) -> None:
    changed = C.replace(old, new) if old == "\n" else C.replace(old, new, 1)
    assert changed != C
    assert of_c(changed) == of_c(C)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a / 2", "a * 2"),
        ("+ 1)", "- 1)"),
        ("1'000", "1'001"),
        ("http://x", "http://z"),
        ("/*y*/", "/*z*/"),
        ("= '\"'", "= '!'"),
        ("tick = ", "tock = "),
        ("api.h", "spi.h"),
        ("core/api.h", "other/api.h"),
        ("<math.h>", "<complex.h>"),
        ("// a comment", "a comment"),
        ("int f(", "intf("),
    ],
)
def test_every_change_of_code_changes_the_digest_of_c(old: str, new: str) -> None:
    assert old in C
    assert of_c(C.replace(old, new, 1)) != of_c(C)


def test_a_raw_string_of_cpp_is_kept_as_it_is() -> None:
    text = 'auto x = R"a(  // "no" comment\n\n  /* )" */ )a";  // a comment\n'
    kept = 'auto x = R"a(  // "no" comment\n\n  /* )" */ )a";'
    assert code_text("a.cpp", text.encode()).decode() == kept


def test_the_digest_of_cmake_passes_over_comments_alone() -> None:
    bare = 'set(a "b # c" d\\#e [[ # f ]])\nadd_library(one two.c)'
    assert code_text("CMakeLists.txt", CMAKE.encode()).decode() == bare
    assert code_text("flags.cmake", CMAKE.encode()).decode() == bare
    assert code_text("notes.txt", CMAKE.encode()) == CMAKE.encode()


def test_the_digest_has_base_names_and_no_order() -> None:
    one, two = ("a.c", b"int a;"), ("b.c", b"int b;")
    assert digest_of_code([one, two]) == digest_of_code([two, one])
    assert digest_of_code([one, two]) != digest_of_code([one])
    assert digest_of_code([("b.c", one[1]), ("a.c", two[1])]) != digest_of_code([one, two])


_EVERY = """
import runpy, sys
from pathlib import Path
program = runpy.run_path(sys.argv[1])
folders = [Path(sys.argv[2], name) for name in ("common", "conformance", "frontends/torch")]
files = [path for folder in folders for path in sorted(folder.rglob("*.py"))][::20]
print(program["digest_of_code"]((path.name, path.read_bytes()) for path in files))
module = Path(sys.argv[3])
print(program["digest_of_code"]([(module.name, module.read_bytes())]))
"""


@pytest.mark.skipif(not PYTHONS, reason="there is no other Python in ~/.pyenv")
def test_every_python_finds_the_same_digest(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(PYTHON, encoding="utf-8")
    arguments = ["-I", "-c", _EVERY, code_digest.__file__, str(ROOT), str(module)]
    found = [
        subprocess.run([python, *arguments], check=True, capture_output=True, text=True).stdout
        for python in (sys.executable, *map(str, PYTHONS))
    ]
    assert found[0].split()[1] == of_python(PYTHON)
    assert set(found) == {found[0]}


def test_the_program_writes_a_header_with_the_digest_of_what_is_listed(tmp_path: Path) -> None:
    (tmp_path / "src" / "deep").mkdir(parents=True)
    (tmp_path / "src" / "deep" / "a.c").write_text("int a; // why\n")
    (tmp_path / "src" / "b.h").write_text("int b;\n")
    (tmp_path / code_digest.LISTED).write_text("# Sources\nsrc/**/*.c\n")
    output = tmp_path / "source_digest.h"
    command = [sys.executable, "-I", code_digest.__file__, str(tmp_path), "A_DIGEST", str(output)]
    subprocess.run(command, check=True)
    wanted = digest_of_code([("a.c", b"int a;")])
    assert output.read_text() == f'#define A_DIGEST "{wanted}"\n'
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        code_digest.LISTED, "source_digest.h", "src",
    ]  # fmt: skip
