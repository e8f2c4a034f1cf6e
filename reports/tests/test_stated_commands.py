"""What a report tells its readers to run is a command of samebits, as a run writes it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from samebits.reports.errors import ReportError
from samebits.reports.tests.synthetic import case
from samebits.reports.verify import verify

Writer = Callable[..., Path]

RIGHT = "samebits certify --backend=toy"


@pytest.mark.parametrize(
    "command",
    [
        "",
        "rm -rf ~; samebits certify",
        "samebits certify",
        "samebits certify $(ls)",
        "samebits certify --backend toy",
        "samebits certify --backend='toy",
        "samebits report --backend=toy",
        f"{RIGHT}; ls",
        f"{RIGHT} x",
        f"{RIGHT} --backend=toy",
        f"{RIGHT} --level smoke",
        f"{RIGHT} --out=/etc",
        f"{RIGHT} --resume",
        f"{RIGHT} --case=$(ls)",
        f"{RIGHT}  --level=standard",
    ],
)
def test_a_command_of_another_form_is_refused(write: Writer, command: str) -> None:
    with pytest.raises(ReportError, match="line 1: the command is no `samebits certify`"):
        verify(write(command=command))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--level=smoke", "the command says --level=smoke, the header standard"),
        ("--device=gpu", "the command says --device=gpu, the header cpu"),
        ("--op=add", "the command has other filters"),
        ("--level=standard --level=standard", "the command says --level=standard"),
    ],
)
def test_a_command_of_another_run_is_refused(write: Writer, options: str, words: str) -> None:
    with pytest.raises(ReportError, match=f"line 1: {words}"):
        verify(write(command=f"{RIGHT} {options}"))


@pytest.mark.parametrize(
    "options",
    [
        {"command": f"{RIGHT} --device=cpu --level=standard --threads=2 --deadline=600"},
        {"command": f"{RIGHT} --op=exp", "filters": {"op": ("exp",)}},
        {"command": f"{RIGHT} '--waivers=my file'"},
    ],
)
def test_a_command_that_a_run_writes_is_taken(write: Writer, options: dict[str, Any]) -> None:
    verify(write(**options))


@pytest.mark.parametrize(
    "command",
    [
        "rm -rf ~",
        "samebits",
        "samebits vectors",
        "samebits explain exp; ls",
        "samebits explain $(ls)",
        "samebits explain 'exp",
    ],
)
def test_a_case_is_repeated_by_a_command_of_samebits(write: Writer, command: str) -> None:
    with pytest.raises(ReportError, match="is repeated by no command of samebits; do not run it"):
        verify(write([case("exp"), case("sum", repeat=command)]))
