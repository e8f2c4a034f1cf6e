"""Tests of the command `samebits host NAME`.

Tests of its messages to a judge are in conformance/tests.
"""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from samebits.backends.hosting.remote import program_digest
from samebits.backends.protocol import BackendError
from samebits.commands import host as hosting_command
from samebits.commands.host import command


def test_help_shows_an_example():
    shown = CliRunner().invoke(command, ["--help"]).output
    assert 'samebits certify --backend "exec:nice samebits host c"' in shown


def test_an_unknown_backend_is_refused_at_once_with_those_known():
    with pytest.raises(BackendError, match="unknown backend 'cc'; did you mean c"):
        CliRunner().invoke(command, ["cc"], catch_exceptions=False)


def test_a_person_at_a_terminal_is_told_who_asks_a_host(monkeypatch):
    class Terminal:
        def isatty(self):
            return True

    class System:
        stdin = Terminal()

    monkeypatch.setattr(hosting_command, "sys", System)
    with pytest.raises(BackendError, match='--backend "exec:samebits host c"'):
        CliRunner().invoke(command, ["c"], catch_exceptions=False)


def test_a_known_backend_is_served_to_whoever_asks(monkeypatch):
    served = []
    monkeypatch.setattr(hosting_command, "main", served.append)
    CliRunner().invoke(command, ["c"], catch_exceptions=False)
    assert served == ["c"]


def test_a_host_ends_with_its_input():
    code = "from samebits.commands.host import command; command()"
    ended = subprocess.run(
        [sys.executable, "-c", code, "c"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_the_digest_of_a_program_is_that_of_its_script_too(tmp_path):
    script = tmp_path / "host.py"
    script.write_text("1")
    spelled = f"exec:{sys.executable} {script} --fast"
    first = program_digest(spelled)
    assert len(first) == 64
    assert program_digest(f"{spelled}er") == first
    script.write_text("2")
    assert program_digest(spelled) != first
    assert program_digest("exec:no-such-program-anywhere") == ""
