"""Follow each guide from top to bottom: its programs and commands must print what it shows.

A guide is read as a sequence of blocks. A Python fence is a file, whose name is in the text before
the fence. Indented lines are commands. `# exit status N` at the end of a command is its exit
status; the default is 0. A text fence contains the output of the commands since the previous text
fence; `...` matches any text. If a paragraph begins with "Not run by the test", the block after it
is not run: the test only checks that its commands, options and extras exist.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDES = sorted((ROOT / "docs").glob("guide-*.md"))
SAMEBITS = [sys.executable, "-m", "samebits.commands.cli"]
MARKER = "Not run by the test"
CUDA_SOURCE = re.compile(r'r"""(.*?)"""', re.S)


@dataclass(frozen=True)
class Block:
    """A block of a guide: its kind, the text before it, and whether it is run."""

    kind: str
    lines: tuple[str, ...]
    before: str
    runs: bool


def blocks(page: str) -> list[Block]:
    """Return the blocks of a page in order."""
    found, before = [], ""
    pieces = re.split(r"(^```\w+\n.*?^```$|(?:^ {4,}\S[^\n]*\n)+)", page, flags=re.M | re.S)
    for text, block in zip(pieces[::2], pieces[1::2], strict=False):
        before = [p.strip() for p in text.split("\n\n") if p.strip()][-1:] or [""]
        runs = not before[0].startswith(MARKER)
        if block.startswith("```"):
            first, *lines = block.splitlines()[:-1]
            found.append(Block(first[3:], tuple(lines), text, runs))
        else:
            lines = tuple(line.strip() for line in block.splitlines())
            found.append(Block("commands", lines, text, runs))
    return found


def pattern(shown: str) -> str:
    """Return a regular expression for the output in a text fence.

    The amount of space is ignored.
    """
    parts = [re.escape(part) for part in _narrow(shown).split("...")]
    return r"[\s\S]*".join(parts)


def _narrow(text: str) -> str:
    """Return the text with each run of spaces replaced by one space, and without outer spaces."""
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a copy of the folder `examples`, with the commands `samebits` and `python`."""
    made = tmp_path_factory.mktemp("examples")
    shutil.copy(ROOT / "examples" / "first_backend.py", made)
    (made / "reports").symlink_to(ROOT / "reports")
    (made / "bin").mkdir()
    for name, words in {"samebits": " -m samebits.commands.cli", "python": ""}.items():
        command = made / "bin" / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}"{words} "$@"\n')
        command.chmod(0o755)
    return made


def run(command: str, folder: Path) -> str:
    """Run a command of a guide, assert its exit status, and return its output."""
    wanted = re.search(r"# exit status (\d)$", command)
    one_process = command.replace("samebits certify", "samebits certify -n 0")  # on one core
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        ["sh", "-c", one_process],
        cwd=folder, env={**os.environ, "PATH": path, "COLUMNS": "120"},
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert ended.returncode == (int(wanted[1]) if wanted else 0), (
        f"{command}: {ended.stdout}{ended.stderr}"
    )
    return ended.stdout or (ended.stderr if ended.returncode else "")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda g: g.stem)
def test_a_guide_can_be_followed(guide, folder):
    if guide.stem == "guide-training":
        pytest.importorskip("torch", reason="the guide to training needs PyTorch")
    printed = ""
    for block in blocks(guide.read_text()):
        if not block.runs:
            continue
        if block.kind == "python":
            (folder / re.findall(r"`(\w+\.py)`", block.before)[-1]).write_text(
                "\n".join(block.lines) + "\n"
            )
        elif block.kind == "commands":
            printed += "".join(run(command, folder) for command in block.lines)
        else:
            assert re.fullmatch(pattern("\n".join(block.lines)), _narrow(printed)), printed
            printed = ""


@cache
def _help(*words: str) -> str:
    ended = subprocess.run(
        [*SAMEBITS, *words, "--help"], capture_output=True, text=True, timeout=300, check=False
    )
    assert ended.returncode == 0, f"samebits {' '.join(words)}: {ended.stderr}"
    return ended.stdout


def _look_at(command: str) -> None:
    """Assert that a command and its options exist, without running it."""
    words = command.split()
    if words[0] == "samebits":
        described = _help(*words[1 : 3 if words[1] == "report" else 2])
        for option in re.findall(r"--[\w-]+", command):
            assert option in described, command
    elif words[0].startswith("."):
        assert (ROOT / words[0]).exists(), command
    else:
        assert command.startswith(("python3 -m pip install", "python3 -m venv")), command


@pytest.mark.parametrize("guide", GUIDES, ids=lambda g: g.stem)
def test_what_is_not_run_exists(guide):
    text = guide.read_text()
    for block in blocks(text):
        for command in block.lines if block.kind == "commands" and not block.runs else ():
            _look_at(command)
    for span in re.findall(r"`(samebits [^`]+)`", text):
        _look_at(span)
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = {n for names in re.findall(r"'\.\[([\w,]+)\]'", text) for n in names.split(",")}
    assert named <= declared["optional-dependencies"].keys()


def test_the_guides_are_four_of_a_readable_length_and_say_what_no_gpu_has_run():
    assert len(GUIDES) == 4
    for guide in GUIDES:
        text = guide.read_text()
        assert 60 <= len(text.splitlines()) <= 150, guide.name
        assert re.search(r"No GPU has run\s+samebits", text), guide.name


def test_each_figure_of_the_claims_is_on_the_page_that_its_row_links_to():
    rows = re.findall(r"^\|.*\|$", (ROOT / "docs" / "guide-claims.md").read_text(), re.M)
    figures = 0
    for row in rows:
        links = re.findall(r"\]\(([^)#]+)", row)
        pages = "".join((ROOT / "docs" / link).read_text() for link in links)
        for figure in re.findall(r"(?<![\w.-])\d[\d,]*\d{2}\b", re.sub(r"\]\([^)]*\)", "]", row)):
            assert figure in pages, f"{figure} in: {row}"
            figures += 1
    assert figures > 8


def test_the_ratios_of_the_training_guide_are_those_of_the_page():
    text = (ROOT / "docs" / "guide-training.md").read_text()
    ratios = re.findall(r"^\| .* \| (\d\.\d\d) \|$", text, re.M)
    page = (ROOT / "docs" / "results" / "speed-amd-epyc-avx512.md").read_text()
    assert ratios
    assert all(f"| {ratio} |" in page for ratio in ratios)


def test_the_kernel_of_the_gpu_compiles_without_a_fused_multiply_add():
    nvrtc = pytest.importorskip(
        "cupy_backends.cuda.libs.nvrtc", reason="the example kernel is not compiled without CuPy"
    )
    (source,) = CUDA_SOURCE.findall((ROOT / "examples" / "gpu_kernel.py").read_text())
    program = nvrtc.createProgram(source, "gpu_kernel.cu", (), ())
    nvrtc.compileProgram(program, ("--gpu-architecture=compute_90", "-fmad=false"))
    assert b"fma." not in bytes(nvrtc.getPTX(program))
