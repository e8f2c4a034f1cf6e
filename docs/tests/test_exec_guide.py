"""Test that the commands in the guide to a backend in any language print what the page shows."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "exec-backend.md"
FAULTY = ("wrong_nan", "too_far")


def steps():
    """Return the commands in order, and the outputs that the page shows."""
    fence = re.compile(r"^```text\n(.*?)^```", re.M | re.S)
    text = GUIDE.read_text()
    return re.findall(r"^ {4}(\S.*)$", fence.sub("", text), re.M), fence.findall(text)


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """Run all commands in a copy of the folder `examples`.

    Return their outputs and exit statuses.
    """
    folder = tmp_path_factory.mktemp("examples")
    shutil.copy(ROOT / "examples" / "exec_backend.cpp", folder)
    samebits = folder / "bin" / "samebits"
    samebits.parent.mkdir()
    samebits.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m samebits.commands.cli "$@"\n')
    samebits.chmod(0o755)
    path = f"{samebits.parent}{os.pathsep}{os.environ['PATH']}"
    return {
        command: subprocess.run(
            command, shell=True, cwd=folder, env={**os.environ, "PATH": path, "COLUMNS": "120"},
            capture_output=True, text=True, timeout=600, check=False,
        )
        for command in steps()[0]
    }  # fmt: skip


def test_every_command_ends_as_the_guide_says(followed):
    assert len(followed) > 8
    for command, ended in followed.items():
        judges = command.startswith(("samebits certify", "samebits explain"))
        status = 1 if judges and any(name in command for name in FAULTY) else 0
        assert ended.returncode == status, f"{command}: {ended.stdout}{ended.stderr}"


def test_every_line_that_the_guide_shows_is_printed(followed):
    printed = [" ".join(line.split()) for e in followed.values() for line in e.stdout.splitlines()]
    shown = [line for block in steps()[1] for line in block.splitlines() if line]
    assert len(shown) > 8
    for line in shown:
        pattern = ".*".join(re.escape(" ".join(part.split())) for part in line.split("..."))
        assert any(re.fullmatch(pattern, found) for found in printed), line
