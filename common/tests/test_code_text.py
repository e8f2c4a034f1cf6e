"""The text that the table's digest reads has the code of a module and none of its prose."""

import pytest

from samebits.common.code_text import code_text

MODULE = '''"""Prose."""

import math

X = 1
"""The number of things:
# of all things."""


def double(x):
    """Return two times `x`.

    # no comment
    """
    # twice
    y = """
# a string

"""
    z = f"""
# {x}
"""
    return 2 * x, y, z  # and the strings
'''
CODE = '''import math
X = 1
def double(x):
    y = """
# a string

"""
    z = f"""
# {x}
"""
    return 2 * x, y, z  # and the strings
'''


def text_of(path, module):
    path.write_text(module)
    return code_text(path).decode()


def test_docstrings_comments_and_empty_lines_are_left_out(tmp_path):
    assert text_of(tmp_path / "m.py", MODULE) == CODE


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return 2", "return 3"),
        ("X = 1", "X = 2"),
        ("# a string", "# another"),
        ("# {x}", "# {x} "),
        ("import math", "import math, sys"),
        ("    y = ", "    y += "),
    ],
)
def test_every_change_of_the_code_changes_it(tmp_path, old, new):
    path = tmp_path / "m.py"
    assert text_of(path, MODULE.replace(old, new, 1)) != text_of(path, MODULE)


def test_a_string_beside_other_code_stays(tmp_path):
    assert "é" in text_of(tmp_path / "m.py", 'x = "é"; "prose"; y = 2\n')


def test_another_file_is_whole(tmp_path):
    assert text_of(tmp_path / "m.txt", "# prose\n\nx\n") == "# prose\n\nx\n"
