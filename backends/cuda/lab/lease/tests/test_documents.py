"""Tests that the command accepts every `.ci/gpu` line that a document shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from samebits.backends.cuda.lab.lease.__main__ import main, sorted_out
from samebits.backends.cuda.lab.lease.settings import ROOT
from samebits.backends.cuda.lab.lease.stages import COMMANDS

PAGE = ROOT / "backends" / "cuda" / "lab" / "lease" / "README.md"
GUIDES = sorted((ROOT / "docs").glob("*.md"))
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", PAGE, *GUIDES]
SHOWN = re.compile(r"(?:^ {4,}|`)((?:[A-Z]+=\S+ )*\.ci/gpu(?: [^`\n]*)?)(?:`|$)", re.MULTILINE)


def shown(document: Path) -> list[str]:
    return [text.strip() for text in SHOWN.findall(document.read_text())]


COMMANDS_SHOWN = sorted({text for document in DOCUMENTS for text in shown(document)})


def test_the_documents_show_commands() -> None:
    assert ".ci/gpu 1" in COMMANDS_SHOWN
    assert any("--restore" in text for text in COMMANDS_SHOWN)


@pytest.mark.parametrize("text", [c for c in COMMANDS_SHOWN if "..." not in c])
def test_a_command_that_is_shown_is_understood(text: str) -> None:
    words = shlex.split(text)
    words = words[words.index(".ci/gpu") + 1 :]
    context = main.make_context("gpu", list(words))
    archives, names = sorted_out(context.params["what"], context.params["restoring"])
    assert names
    assert bool(archives) == ("--restore" in words)


def test_the_page_lists_the_stages_of_each_command() -> None:
    text = PAGE.read_text()
    for number, names in COMMANDS.items():
        assert f"| {number} | {', '.join(names)} |" in text
