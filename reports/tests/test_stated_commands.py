"""Test the commands that a report recommends: samebits commands, in the form that runs write."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from samebits.commands.report import command as report_command
from samebits.reports.errors import ReportError
from samebits.reports.html import html
from samebits.reports.markdown import markdown
from samebits.reports.tests.synthetic import ENVIRONMENT, case
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
    with pytest.raises(ReportError, match="line 1: the command is not `samebits certify`"):
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
    verify(write([case("exp")], **options))


PROGRAM = "exec:sh -c 'touch \x1b[2J/tmp/с'"  # the last letter of the path is Cyrillic
SHOWN = "exec:sh -c 'touch \\x1b[2J/tmp/\\u0441'"


@pytest.mark.parametrize(
    ("backend", "shown"),
    [(PROGRAM, SHOWN), ("py:evil:backend", "py:evil:backend"), ("acme", "acme")],
)
def test_a_command_that_runs_a_program_is_shown_and_not_recommended(
    write: Writer, backend: str, shown: str
) -> None:
    """Check the output of `verify`, which once recommended running any command in a report."""
    path = write(
        [case("exp", repeat="")],
        command=shlex.join(["samebits", "certify", f"--backend={backend}"]),
        environment=ENVIRONMENT | {"backend_spelled": backend},
    )
    said = CliRunner().invoke(report_command, ["verify", str(path)]).output
    assert f"its command judges {shown}, which is no registered backend here" in said
    assert "\x1b" not in said
    report = verify(path)
    for text in (said, html([report]), markdown([report])):
        assert "do not run it before you know what that does" in text
        assert "to see for yourself, run" not in text
        assert "run it again" not in text


def test_a_command_of_a_registered_backend_is_recommended(write: Writer) -> None:
    path = write(
        [case("exp", repeat="")],
        command="samebits certify --backend=c",
        environment=ENVIRONMENT | {"backend_spelled": "c"},
    )
    said = CliRunner().invoke(report_command, ["verify", str(path)]).output
    assert "to see for yourself, run the command in its first line" in said
    report = verify(path)
    assert '<div class="command"><code>samebits certify --backend=c</code>' in html([report])
    assert "run it again with `samebits certify --backend=c`" in markdown([report])


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
    with pytest.raises(ReportError, match="is not one of samebits; do not run it"):
        verify(write([case("exp"), case("sum", repeat=command)]))
