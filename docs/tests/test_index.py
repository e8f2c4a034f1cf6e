"""docs/README.md leads to every page, and what a page shows in Python prints what it says."""

import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[1]
INDEX = (DOCS / "README.md").read_text()


def test_every_page_is_in_the_index_once():
    linked = re.findall(r"\]\(([\w-]+\.md)\)", INDEX)
    assert sorted(linked) == sorted(p.name for p in DOCS.glob("*.md") if p.name != "README.md")


def test_the_readme_leads_to_the_index():
    assert "](docs/README.md)" in (DOCS.parent / "README.md").read_text()


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
