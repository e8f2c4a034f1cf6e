"""Test every command on a terminal without UTF-8 and on a read-only disk: no traceback appears."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from samebits.commands.cli import GROUP
from samebits.commands.report import command as report_group

Writer = Callable[..., Path]

CLI = [sys.executable, "-m", "samebits.commands.cli"]
SUM = ["reveal", "--backend", "numpy", "--op", "sum"]
SMOKE = ["certify", "--backend", "numpy", "--level", "smoke", "--op", "neg", "-n", "0"]
PROVE = ["prove", "neg", "--format", "f8e5m2", "--threads", "1", "--no-write"]

PRINTING = {
    "backends": ["backends", "numpy"],
    "certify": [*SMOKE, "--out", "made"],
    "diff": ["diff", "--help"],
    "doctor": ["doctor"],
    "explain": ["explain", "exp/f32/hard", "--backend", "numpy"],
    "host": ["host", "--help"],
    "ops": ["ops", "softmax"],
    "prove": [*PROVE, "--backend", "numpy"],
    "report agree": ["report", "agree", "toy.jsonl", "gpu.jsonl"],
    "report diff": ["report", "diff", "toy.jsonl", "gpu.jsonl"],
    "report publish": ["report", "publish", "toy.jsonl", "--to", "kept"],
    "report render": ["report", "render", "toy.jsonl", "--html", "page.html"],
    "report show": ["report", "show", "toy.jsonl"],
    "report verify": ["report", "verify", "toy.jsonl"],
    "reveal": [*SUM, "--n", "9"],
    "vectors": ["vectors", "--op", "exp"],
}
"""Arguments with which each command prints something. Add a line here for a new command."""

WRITING = {
    "certify": [*SMOKE, "--out", "/proc/nowhere"],
    "prove": [*PROVE, "--backend", "numpy", "--work", "/proc/nowhere"],
    "report publish": ["report", "publish", "toy.jsonl", "--to", "/proc/nowhere"],
    "report render --html": ["report", "render", "toy.jsonl", "--html", "/proc/nowhere/x.html"],
    "report render --md": ["report", "render", "toy.jsonl", "--md", "/proc/nowhere/x.md"],
    "report render --junit": ["report", "render", "toy.jsonl", "--junit", "/proc/nowhere/x.xml"],
    "report render --badge": ["report", "render", "toy.jsonl", "--badge", "/proc/nowhere/x.svg"],
    "reveal": [*SUM, "--n", "9", "--svg", "/proc/nowhere/x.svg"],
}

needs = pytest.mark.skipif
on_linux = needs(sys.platform != "linux", reason="/proc and /dev/full are Linux's")


def run(
    arguments: Sequence[str], folder: Path, *, out: int = subprocess.PIPE, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*CLI, *arguments],
        stdout=out,
        stderr=subprocess.PIPE,
        cwd=folder,
        env={**os.environ, "COLUMNS": "80", **environment},
        check=False,
        timeout=300,
    )


@pytest.fixture
def reports(write: Writer) -> Path:
    """Return a folder with two reports that have every outcome, and text that is not ASCII."""
    write(name="gpu.jsonl", device="gpu")
    return write(name="toy.jsonl", device_description="naïve ✓").parent


def test_no_command_is_left_out() -> None:
    names = {entry.name for entry in entry_points(group=GROUP)} - {"report"}
    names |= {f"report {name}" for name in report_group.commands}
    assert names <= PRINTING.keys()


@pytest.mark.parametrize("name", PRINTING)
@pytest.mark.parametrize(
    "locale",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=["ascii", "C"],
)
def test_no_command_needs_utf_8(name: str, locale: dict[str, str], reports: Path) -> None:
    ended = run(PRINTING[name], reports, **locale)
    assert ended.returncode in (0, 1, 2)
    assert ended.stdout or ended.returncode == 2
    assert b"Traceback" not in ended.stderr
    assert b"codec" not in ended.stderr
    (ended.stdout + ended.stderr).decode("ascii")


def test_a_backend_that_describes_itself_in_symbols_is_judged_in_ascii(tmp_path: Path) -> None:
    (tmp_path / "proud.py").write_text(
        "from samebits.backends.protocol import Device, Unsupported\n"
        "class B:\n"
        "    name, version, protocol = 'proud', '1', 1\n"
        "    def devices(self): return [Device('cpu', 'na\\u00efve \\u2713 \\u2211')]\n"
        "    def open(self, device): return self\n"
        "    def __enter__(self): return self\n"
        "    def __exit__(self, *a): pass\n"
        "    def environment(self): return {}\n"
        "    def supports(self, call): return Unsupported('n\\u00f3 \\u2211')\n"
        "backend = B()\n"
    )
    arguments = ["--backend", "py:proud:backend", "--level", "smoke", "--op", "neg", "-n", "0"]
    ended = run(["certify", *arguments], tmp_path, PYTHONIOENCODING="ascii")
    assert ended.returncode == 1, ended.stderr + ended.stdout
    (log,) = (tmp_path / "samebits-report").glob("*.log")
    assert b"(na\\xefve v \\u2211)" in log.read_bytes()


@on_linux
@pytest.mark.parametrize("name", WRITING)
def test_a_place_that_cannot_be_written_is_one_line_and_status_2(name: str, reports: Path) -> None:
    ended = run(WRITING[name], reports)
    assert ended.returncode == 2
    said = [line for line in ended.stderr.decode().splitlines() if line.startswith("error: ")]
    assert len(said) == 1
    assert "/proc/nowhere" in said[0]
    assert "Traceback" not in ended.stderr.decode()
    assert "error: " in ended.stderr.decode().splitlines()[-1]


@on_linux
@pytest.mark.parametrize("name", PRINTING)
def test_a_full_disk_is_one_line_and_status_2(name: str, reports: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = run(PRINTING[name], reports, out=full.fileno())
    assert ended.returncode == 2
    last = ended.stderr.decode().splitlines()[-1]
    assert last.startswith("error: ")
    assert "No space left on device; make room" in last
    assert "Traceback" not in ended.stderr.decode()
    assert "Exception ignored" not in ended.stderr.decode()


@on_linux
def test_a_name_that_is_no_text_is_one_line(tmp_path: Path) -> None:
    ended = run(["report", "show", os.fsdecode(b"\xff.jsonl")], tmp_path)
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"error: \\udcff.jsonl: cannot be read")


def test_show_and_verify_of_a_hostile_report_write_no_control_character(reports: Path) -> None:
    ended = run(PRINTING["report show"], reports, PYTHONIOENCODING="utf-8")
    assert b"\x1b" not in ended.stdout
    assert b"\x00" not in ended.stdout
