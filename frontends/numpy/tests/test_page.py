"""The Python programs in README and docs/numpy.md print the output that these pages show."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np

import samebits.numpy as snp

ROOT = Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "numpy.md").read_text(encoding="utf-8")


def printed(program: str, folder: Path) -> str:
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert not ended.returncode, ended.stderr
    return ended.stdout


def test_the_examples_of_the_page_print_what_it_shows(tmp_path: Path) -> None:
    programs = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    texts = re.findall(r"^```text\n(.*?)^```", PAGE, re.M | re.S)
    assert len(programs) == 2
    for program, text in zip(programs, texts, strict=True):
        assert printed(program, tmp_path) == text


def test_the_five_lines_of_the_readme_print_what_it_says(tmp_path: Path) -> None:
    section = README.split("\n## Use it from NumPy\n")[1].split("\n## ")[0]
    (program,) = re.findall(r"^```python\n(.*?)^```", section, re.M | re.S)
    assert len(program.replace("\n\n", "\n").splitlines()) == 5
    (shown,) = re.findall(r"^prints `(.*?)`, on every processor", section, re.M)
    assert printed(program, tmp_path) == f"{shown}\n"


def test_the_page_names_functions_that_exist() -> None:
    names = set(re.findall(r"`snp\.([\w.]+)", PAGE)) - {"fft", "power", "array"}
    assert len(names) > 10
    for name in names:
        found: object = snp
        for part in name.split("."):
            found = getattr(found, part)


def test_the_parts_that_the_page_draws_alone_are_rows_of_the_whole() -> None:
    part = snp.random.normal((2, 3), seed=1, whole=(1000, 3), at=(500, 0))
    assert np.array_equal(part, snp.random.normal((1000, 3), seed=1)[500:502])
