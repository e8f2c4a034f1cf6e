"""Run every command in the documents as shown, except that level smoke is used to save time."""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from samebits.backends.cuda.sass import machine
from samebits.common.witnesses import Step, Witness
from samebits.spec.catalog import all_ops

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "docs").rglob("*.md")
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES])
ROOMS = sorted(
    ROOT / name / "README.md"
    for name in (
        *("backends/c", "backends/cuda", "backends/cuda/lab", "backends/cuda/lab/lease"),
        *("conformance", "conformance/trials", "reports", "spec", "vectors"),
    )
)
"""The README pages of the rooms. Their links are tested too."""
SAMEBITS = [sys.executable, "-m", "samebits.commands.cli"]
EXPECTED_FAILURES = {"numpy", "torch"}
"""Backends that do not conform. For them, `certify` must end with status 1."""


def shown(document: Path) -> list[str]:
    """Return the `samebits ...` and `nox ...` commands in code spans and indented lines."""
    text = document.read_text()
    spans = re.findall(r"`((?:samebits|nox) [^`]+)`", text)
    lines = re.findall(
        r"^ {4,}((?:samebits|nox|python3 -m (?:pip|venv)) .*?)(?:\s{2,}#.*)?$", text, re.M
    )
    return [c.strip() for c in spans + lines]


IN_ORDER = {"exec-backend.md", *(path.name for path in (ROOT / "docs").glob("guide-*.md"))}
"""Guides with dependent commands. test_exec_guide.py and test_guides.py run these in order."""
COMMANDS = sorted({c for d in DOCUMENTS if d.name not in IN_ORDER for c in shown(d)})


@pytest.fixture(scope="module")
def workplace(tmp_path_factory):
    """Return a user's folder, with example backends, a backend module and a report."""
    folder = tmp_path_factory.mktemp("workplace")
    shutil.copy(ROOT / "examples" / "first_backend.py", folder)
    shutil.copy(ROOT / "examples" / "first_backend.py", folder / "my_module.py")
    program = [str(ROOT / "examples" / "exec_backend.cpp"), "-o", "exec_backend"]
    subprocess.run(["c++", "-std=c++17", *program], cwd=folder, check=True, timeout=300)
    make = ["certify", "--backend", "numpy", "--level", "smoke", "--op", "neg", "--out", "made"]
    subprocess.run([*SAMEBITS, *make], cwd=folder, check=False, capture_output=True, timeout=300)
    for name in ("here.npz", "there.npz"):
        Witness({}, (Step("inputs", "", ()),)).save(folder / name)
    (report,) = (folder / "made").rglob("*.jsonl")
    shutil.copy(report, folder / "FILE")
    return folder


def test_the_documents_show_commands():
    assert len(COMMANDS) > 10
    assert any(c.startswith("samebits certify") for c in COMMANDS)


def _op_for(words):
    """Return the op to which a command is limited: the first op of its profile, or add."""
    if "--profile" not in words:
        return "add"
    profile = words[words.index("--profile") + 1]
    return next(op.name for op in all_ops().values() if op.profile == profile)


@pytest.mark.parametrize(
    "command", [c for c in COMMANDS if c.startswith("samebits") and "..." not in c]
)
def test_a_command_that_is_shown_works(command, workplace):
    words = shlex.split(command)[1:]
    lacking = machine.unavailable_reason()
    if lacking and any(word.startswith("cuda:sm_") for word in words):
        pytest.skip(lacking)
    stand_in = {"NAME": "exp", "py:module:object": "py:my_module:backend"}
    stand_in |= {"NAME": "c"} if words[0] == "host" else {}
    words = [stand_in.get(w, w) for w in words]
    status = {0}
    if words[0] == "certify":
        words += ["--level", "smoke", "-n", "0"]
        words += [] if "--op" in words else ["--op", _op_for(words), "--format", "f32"]
        named = words[words.index("--backend") + 1]
        status = {0, 1} if named in EXPECTED_FAILURES else {0}
    if words[0] in ("explain", "doctor"):
        status = {0, 1}  # they may find a fault; an error in the command itself gives status 2
    ended = subprocess.run(
        [*SAMEBITS, *words],
        cwd=workplace,
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
        stdin=subprocess.DEVNULL,  # a host reads its input until the end
    )
    assert ended.returncode in status, ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("document", [*DOCUMENTS, *ROOMS], ids=lambda d: str(d.relative_to(ROOT)))
def test_links_lead_somewhere(document):
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text()):
        if not target.startswith(("http:", "https:")):
            assert (document.parent / target).exists(), f"{document} links to {target}"


def test_the_readme_shows_exactly_these_commands_for_set_up():
    text = (ROOT / "README.md").read_text()
    start = text[text.index("## Start") : text.index("## Judge a backend")]
    assert re.findall(r"^ {4}(\S.*)$", start, re.M) == [
        "python3 -m venv .venv && . .venv/bin/activate",
        "python3 -m pip install nox && nox -s conformance -- --backend c --level smoke",
        "python3 -m pip install nox && nox -s tests",
        "python3 -m pip install --editable '.[judge,oracles]'",
        "python3 -m pip uninstall samebits",
        "rm -r ~/.cache/samebits",
    ]


def test_an_environment_is_made_as_shown(tmp_path):
    command = next(c for c in COMMANDS if "-m venv" in c)
    script = f"{command.replace('python3', shlex.quote(sys.executable), 1)} && command -v python3"
    ended = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path, check=False, capture_output=True, text=True, timeout=300
    )
    assert ended.returncode == 0, ended.stderr
    assert Path(ended.stdout.strip()).parents[1] == tmp_path / ".venv"


def test_the_extras_that_are_shown_exist():
    lists = [n for c in COMMANDS for n in re.findall(r"(?:\.|samebits)\[([\w,]+)\]", c)]
    named = {name for names in lists for name in names.split(",")}
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert {"judge", "oracles"} <= named
    assert named <= declared["optional-dependencies"].keys()
