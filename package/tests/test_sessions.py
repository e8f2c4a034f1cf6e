"""Test the nox sessions, the table of long runs, and the commands that the pages show.

The test environment does not contain nox. A replacement records what a nox session does.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "package" / "sessions"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PLACES = PROJECT["tool"]["scikit-build"]["wheel"]["packages"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
OURS = ("record", "records", "table")


def imported(*names: str) -> list[ModuleType]:
    """Return modules of package/sessions, imported as `sessions` as in noxfile.py."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "package")
        return [importlib.import_module(f"sessions.{name}") for name in names]


record, records, table = imported(*OURS)
ROWS = list(records.RECORDS.values())
NAMES = [row.name for row in ROWS]


class CommandError(Exception):
    """The error of a failing command in a nox session. No command fails in these tests."""


class SessionError(Exception):
    """The error that `Session.error` raises."""


class Session:
    """A nox session that records what it installs, runs and notifies."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.posargs = list(arguments)
        self.installed: list[str] = []
        self.ran: list[tuple[tuple[str, ...], dict]] = []
        self.notified: list[tuple[str, list[str]]] = []
        self.virtualenv = SimpleNamespace(location=str(folder))

    def install(self, *words: str, **_: object) -> None:
        self.installed += words

    def run(self, *words: str, **settings: object) -> None:
        self.ran.append((words, settings))

    def notify(self, name: str, arguments: list[str]) -> None:
        self.notified.append((name, list(arguments)))

    def warn(self, text: str) -> None:
        raise AssertionError(text)

    def error(self, text: str) -> None:
        raise SessionError(text)


def load_toml(path: str) -> dict:
    return tomllib.loads((ROOT / path).read_text(encoding="utf-8"))


@pytest.fixture
def made(monkeypatch):
    """Return a list to which the replacement for nox adds the name of each session it makes."""
    names: list[str] = []

    def session(name: str):
        names.append(name)
        return lambda function: function

    stand_in = ModuleType("nox")
    stand_in.session = session
    stand_in.Session = Session
    stand_in.command = SimpleNamespace(CommandFailed=CommandError)
    stand_in.project = SimpleNamespace(load_toml=load_toml)
    monkeypatch.setitem(sys.modules, "nox", stand_in)
    monkeypatch.chdir(ROOT)
    return names


@pytest.fixture
def running(made, monkeypatch):
    for name in ("environments", "torch_releases", "running"):
        monkeypatch.delitem(sys.modules, f"sessions.{name}", raising=False)
    (module,) = imported("running")
    yield module
    for name in ("environments", "torch_releases", "running"):
        sys.modules.pop(f"sessions.{name}", None)


def sources(words: tuple[str, ...]) -> Path:
    """Return the file that `python WORDS` runs."""
    if words[0] != "-m":
        return ROOT / words[0]
    if words[1] == "pytest":
        return ROOT / words[2]
    parts = words[1].split(".")
    place = "/".join(parts[:2])
    inside = (PLACES[place], *parts[2:]) if place in PLACES else (PLACES["samebits"], *parts[1:])
    path = ROOT.joinpath(*inside)
    return path / "__main__.py" if path.is_dir() else path.with_suffix(".py")


def sessions_of(noxfile: str) -> dict[str, str]:
    """Return the docstring of every nox session, by name of the session."""
    return {
        node.name: ast.get_docstring(node) or ""
        for node in ast.parse(noxfile).body
        if isinstance(node, ast.FunctionDef)
        and any("nox.session" in ast.unparse(each) for each in node.decorator_list)
    }


SESSIONS = sessions_of((ROOT / "noxfile.py").read_text(encoding="utf-8"))


def test_there_are_about_a_dozen_sessions_and_each_says_in_one_line_what_it_does():
    assert 10 <= len(SESSIONS) <= 14
    assert {"conformance", "tests", "lint", "record"} <= SESSIONS.keys()
    lines = {name: text.partition("\n")[0] for name, text in SESSIONS.items()}
    assert {name: line for name, line in lines.items() if not 20 < len(line) <= 80} == {}
    assert not SESSIONS.keys() & set(NAMES)


def test_sessions_need_nox_and_the_standard_library_alone():
    for path in (ROOT / "noxfile.py", *FOLDER.glob("*.py")):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        found = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
        found |= {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
        tops = {name.partition(".")[0] for name in found}
        assert tops <= {"nox", "sessions", *sys.stdlib_module_names}, path.name


@pytest.mark.skipif(importlib.util.find_spec("nox") is None, reason="nox is not installed here")
def test_nox_lists_the_sessions_and_prints_the_table():
    nox = [sys.executable, "-m", "nox"]
    listed = subprocess.run(
        [*nox, "--list"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    assert re.findall(r"^[*-] (\S+) -> ", listed.stdout, re.M) == list(SESSIONS)
    printed = subprocess.run(
        [*nox, "-s", "record"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    assert printed.stdout == table.printed()


def test_the_table_has_every_row_within_80_columns():
    lines = table.printed().splitlines()
    assert [line for line in lines if len(line) > 80] == []
    assert [line.split()[0] for line in lines if re.match("  [a-z]", line)] == NAMES
    assert len(set(NAMES)) == len(NAMES)


def test_contributing_has_the_table_of_today():
    text = table.PAGE.read_text(encoding="utf-8")
    assert table.with_index(text) == text, "run nox -s record -- --index"


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_a_row_names_programs_pages_and_extras_that_exist(row, running):
    assert 20 < len(row.what) <= 76
    assert row.what[0].isupper()
    assert row.what.endswith(".")
    assert not row.keeps or (ROOT / row.keeps).is_file(), row.keeps
    assert set(row.extras) <= EXTRAS.keys()
    assert set(row.wishes) <= running.WISHES.keys()
    assert bool(row.commands) != (row.name in running.FUNCTIONS)
    for command in (*row.commands, *row.last):
        assert sources(command.words).is_file(), command.words


@pytest.mark.parametrize("row", ROWS, ids=NAMES)
def test_a_row_installs_its_packages_and_gives_its_program_the_arguments(
    row, running, tmp_path, monkeypatch
):
    if row.name == "torch_releases":  # it makes its own environments
        monkeypatch.setitem(running.FUNCTIONS, row.name, lambda session: session.run("python"))
    session = Session(tmp_path, *shlex.split(row.example))
    variant = next(iter(row.variants), "")
    running.perform(session, row, variant)
    wanted = (*row.packages, *row.variants.get(variant, ()))
    assert set(wanted) <= set(session.installed)
    assert ("--editable" in session.installed) == row.builds
    if row.name not in running.FUNCTIONS:
        ran = [words for words, _ in session.ran if words[1] != "backends/link_rooms.py"]
        first = ("python", *row.commands[0].words)
        assert ran[0][: len(first)] == first
        assert list(ran[0][len(ran[0]) - len(session.posargs) :]) == session.posargs


def test_a_whole_run_keeps_a_record_and_a_part_does_not(running, tmp_path):
    orders = records.RECORDS["orders"]
    words = [next(orders.calls(given)).words for given in ([], ["--resume"], ["--op", "max"])]
    assert ["--record" in each for each in words] == [True, True, False]
    compilers = records.RECORDS["compilers"]
    assert [len(list(compilers.calls(given))) for given in ([], ["--quick"])] == [2, 1]
    session = Session(tmp_path)
    running.perform(session, records.RECORDS["mutants"])
    ((words, settings),) = session.ran
    assert "--page" in words
    assert settings["success_codes"] == [0, 1]
    assert settings["env"]["SAMEBITS_C_LIBRARIES"].endswith("build/native/lib")


def test_machine_code_is_asked_little_unless_more_is_said(running, tmp_path):
    for given, level, report in (
        ([], "smoke", "cuda-sm_90"),
        (["--capability", "80", "--level", "full"], "full", "cuda-sm_80"),
    ):
        session = Session(tmp_path, *given)
        running.machine_code(session)
        (certify, _), (keeps, _) = session.ran
        assert certify[certify.index("--level") + 1] == level
        assert certify.count("--level") == 1
        assert keeps[-1] == f"build/machine_code/{report}.jsonl"


def test_a_row_has_a_session_only_if_the_command_line_names_it(running, made):
    running.make_sessions(["nox", "--list"])
    running.make_sessions(["nox", "-s", "record", "--"])
    running.make_sessions(["nox", "-s", "record", "--", "unheard_of"])
    assert made == []
    running.make_sessions(["nox", "-s", "record", "--", "fuzz", "pow", "--", "isa"])
    running.make_sessions(["nox", "-s", "record", "--", "compilers"])
    assert made == [
        *("record-fuzz", "record-compilers-12", "record-compilers-13.0", "record-compilers-13.5")
    ]


def test_record_prints_starts_or_says_what_is_wrong(running, tmp_path, capsys):
    running.begin(Session(tmp_path))
    assert capsys.readouterr().out == table.printed()
    session = Session(tmp_path, "fuzz", "pow", "--pairs", "24")
    running.begin(session)
    assert session.notified == [("record-fuzz", ["pow", "--pairs", "24"])]
    session = Session(tmp_path, "compilers", "13.0", "--quick")
    running.begin(session)
    assert session.notified == [("record-compilers-13.0", ["--quick"])]
    with pytest.raises(SessionError) as found:
        running.begin(Session(tmp_path, "torch_run"))
    assert str(found.value) == (
        "there is no long run 'torch_run'; did you mean torch_runs or torch_news or torch_opinfo? "
        "`nox -s record` lists all"
    )
    with pytest.raises(
        SessionError, match=r"^there is no long run 'xyzzy'; `nox -s record` lists all$"
    ):
        running.begin(Session(tmp_path, "xyzzy"))


SUFFIXES = {".md", ".py", ".txt", ".toml", ".json", ".c", ".h", ".cpp", ".cu", ".cuh", ".sh"}
SHOWN = re.compile(r"nox(?: -\S+)*? -s[\s/#]+(\w+)(?:\s+--\s+(\w+))?")


def texts():
    """Yield every text file of the checkout except the changelog, which contains former names."""
    yield from (ROOT / ".ci").iterdir()
    yield from (path for path in ROOT.iterdir() if path.suffix in {".md", ".py", ".toml"})
    for room in {*PLACES.values(), "package", "frontends", "docs", "examples"}:
        yield from (path for path in (ROOT / room).rglob("*") if path.suffix in SUFFIXES)


def test_every_session_that_a_text_shows_exists():
    wrong, found = [], set()
    for path in sorted(set(texts()) - {ROOT / "CHANGELOG.md", Path(__file__).resolve()}):
        if path.stat().st_size > 2**20:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if "nox" not in text:
            continue
        for name, row in SHOWN.findall(text):
            known = name in SESSIONS or name == "NAME"
            if name == "record" and row:
                known = row in NAMES or row == "NAME"
                found.add(row)
            if not known:
                wrong.append((path.relative_to(ROOT).as_posix(), name, row))
    assert wrong == []
    assert len(found) > 15
