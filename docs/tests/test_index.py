"""Test that both indexes link all pages, and that pages of results say how they are made.

Another test compares the output of programs with the output that a page shows.
"""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
RESULTS = DOCS / "results"
GUIDES = sorted(p.name for p in DOCS.glob("*.md") if p.name != "README.md")
PAGES = sorted(p.name for p in RESULTS.glob("*.md") if p.name != "README.md")
INDEX = (DOCS / "README.md").read_text()
INDEX_OF_RESULTS = (RESULTS / "README.md").read_text()
COMMAND = re.compile(r"(?:nox -s (\w+)|python -m ([\w.]+))")
MOST_GUIDES = 16


def sessions():
    """Return the names of all nox sessions."""
    files = (ROOT / "noxfile.py", *sorted((DOCS.parent / "package/sessions").glob("*.py")))
    written = "".join(path.read_text() for path in files)
    return set(re.findall(r"^def (\w+)\(session", written, re.M))


def exists(session, module):
    """Return whether a nox session or a Python program of this name exists."""
    if session:
        return session in sessions()
    found = importlib.util.find_spec(module)
    if found is None or found.submodule_search_locations is None:
        return found is not None
    return importlib.util.find_spec(f"{module}.__main__") is not None


def test_every_guide_is_in_the_index_once_and_they_are_few():
    linked = re.findall(r"^- \[[^]]*\]\(([\w-]+\.md)\)", INDEX, re.M)
    assert sorted(linked) == GUIDES
    assert len(GUIDES) <= MOST_GUIDES


def test_every_page_of_results_is_in_their_index_once():
    linked = re.findall(r"^\| \[[^]]*\]\(([\w-]+\.md)\)", INDEX_OF_RESULTS, re.M)
    assert sorted(linked) == PAGES


def test_every_row_of_the_index_of_results_is_whole():
    rows = re.findall(r"^\| \[.*\|$", INDEX_OF_RESULTS, re.M)
    for row in rows:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert len(cells) == 5, row
        assert all(cells), row


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_results_names_the_command_that_makes_it(name):
    head = (RESULTS / name).read_text().partition("\n## ")[0]
    commands = COMMAND.findall(head)
    assert commands, f"{name} does not say in its head which command makes it"
    assert all(exists(session, module) for session, module in commands), commands


def test_the_commands_of_the_index_of_results_exist():
    commands = COMMAND.findall(INDEX_OF_RESULTS)
    assert len(commands) > 10
    for session, module in commands:
        assert exists(session, module), session or module


def test_the_readme_leads_to_both_indexes():
    text = (ROOT / "README.md").read_text()
    assert "](docs/README.md)" in text
    assert "](docs/results/README.md)" in text


def test_the_folders_of_the_table_of_rooms_exist():
    """Check that each row names a room and folders that exist in it."""
    table = (ROOT / "README.md").read_text().split("## Rooms")[1]
    rows = [line.split("|")[1:3] for line in table.splitlines() if line.startswith(("| `", "| [`"))]
    assert len(rows) >= 10
    for room, folders in rows:
        (name,) = re.findall(r"`(\w+)/`", room)
        for folder in re.findall(r"`([\w/]+)`", folders):
            places = (ROOT / name / folder, *(ROOT / name).glob(f"*/{folder}"))
            assert any(place.is_dir() for place in places), f"{name}: {folder}"


def test_the_readme_fits_two_screens():
    assert len((ROOT / "README.md").read_text().splitlines()) <= 120


def test_the_examples_in_python_print_what_the_page_shows(tmp_path):
    page = (DOCS / "backends.md").read_text()
    programs = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    printed = re.findall(r"^```text\n(.*?)^```", page, re.M | re.S)
    for program, text in zip(programs, printed, strict=True):
        ended = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert ended.stdout == text, ended.stderr
