"""Tests of the command line: the output of each command, and the format of errors."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from samebits.commands import doctor
from samebits.commands.cli import cli
from samebits.spec.catalog import all_ops

CLI = [sys.executable, "-m", "samebits.commands.cli"]
COMMANDS = ("backends", "certify", "doctor", "explain", "ops", "report", "vectors")


def run(*arguments, cwd=None):
    return subprocess.run(
        [*CLI, *arguments], capture_output=True, text=True, check=False, timeout=120, cwd=cwd
    )


def test_help_lists_every_command():
    shown = CliRunner().invoke(cli, ["--help"])
    assert shown.exit_code == 0
    for name in COMMANDS:
        assert f"  {name} " in shown.output


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_shows_an_example(name):
    shown = CliRunner().invoke(cli, [name, "--help"])
    assert shown.exit_code == 0, shown.output
    assert "Example" in shown.output
    assert f"samebits {name}" in shown.output


def test_an_unknown_command_is_one_line_that_lists_those_known():
    ended = run("certifi")
    assert ended.returncode == 2
    assert "unknown command 'certifi'; did you mean certify? known: backends" in ended.stderr


@pytest.mark.parametrize("group", [[], ["report"]])
def test_summaries_in_the_help_are_not_cut(group):
    shown = CliRunner().invoke(cli, [*group, "--help"]).output
    assert "..." not in shown.partition("Commands:")[2].partition("Example")[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ops", "sofmax"], "error: unknown op 'sofmax'; did you mean softmax"),
        (["backends", "nunpy"], "error: unknown backend 'nunpy'; did you mean numpy?"),
        (["vectors", "exp/f32/hart"], "error: no case 'exp/f32/hart'; did you mean exp/f32/hard"),
        (["vectors", "--op", "exq"], "error: unknown op 'exq'; did you mean eq or exp?"),
        (["vectors", "--format", "f23"], "error: unknown format 'f23'"),
        (["vectors", "--op", "add", "--set", "real"], "error: no case of level exhaustive matches"),
        (["vectors", "--path", "nowhere"], "error: nowhere is not a folder"),
        *(
            ([*command, "--device", "numpy:numpy:cpu"], "error: backend 'numpy' has no device")
            for command in (
                ["certify", "--backend", "numpy", "--level", "smoke"],
                ["explain", "neg/f16/specials", "--backend", "numpy"],
                ["reveal", "--backend", "numpy", "--op", "sum", "--n", "9"],
                ["prove", "neg", "--format", "f8e5m2", "--backend", "numpy", "--no-write"],
            )
        ),
    ],
)
def test_errors_are_one_clear_line_and_status_2(arguments, message, tmp_path):
    ended = run(*arguments, cwd=tmp_path)
    assert ended.returncode == 2
    assert ended.stderr.startswith(message)
    assert ended.stderr.count("\n") == 1
    assert "Traceback" in run("--debug", *arguments, cwd=tmp_path).stderr


PROGRAM = f"exec:{sys.executable} -P -m samebits.backends.hosting.serve numpy"
"""A host that any command accepts. The colons in its text do not separate a device."""

ASKING = {
    "certify": ["--level", "smoke", "--op", "neg", "--set", "golden", "-n", "0"],
    "explain": ["neg/f16/specials"],
    "reveal": ["--op", "sum", "--n", "9"],
    "prove": ["neg", "--format", "f8e5m2", "--no-write", "--threads", "1"],
}


@pytest.mark.parametrize("command", ASKING)
@pytest.mark.parametrize(
    "where",
    [
        ["numpy:cpu"],
        ["numpy", "--device", "numpy:cpu"],
        ["numpy:cpu", "--device", "cpu"],
        [PROGRAM],
        [PROGRAM, "--device", "cpu"],
    ],
    ids=["name", "shown", "twice", "program", "device of a program"],
)
def test_every_command_takes_a_device_as_it_is_printed_and_a_program(command, where, tmp_path):
    ended = run(command, "--backend", *where, *ASKING[command], cwd=tmp_path)
    assert ended.returncode == 0, ended.stdout + ended.stderr


ODD_FILES = {
    "empty": Path.touch,
    "zip": lambda path: path.write_bytes(b"PK\3\4 and no more"),
    "pipe": os.mkfifo,
}


@pytest.mark.parametrize("name", ODD_FILES)
@pytest.mark.parametrize(
    "arguments",
    [
        ["diff"],
        ["report", "diff"],
        ["report", "agree"],
        ["report", "show"],
        ["report", "verify"],
        ["report", "render", "--html", "page.html"],
        ["certify", "--backend", "numpy", "--level", "smoke", "--op", "neg", "--waivers"],
    ],
    ids=" ".join,
)
def test_a_file_that_is_no_witness_report_or_list_ends_with_one_line_and_status_2(
    name, arguments, tmp_path
):
    ODD_FILES[name](tmp_path / "odd")
    twice = ["odd"] if arguments[-1] in ("diff", "agree") else []
    ended = run(*arguments, "odd", *twice, cwd=tmp_path)
    empty_list = name == "empty" and "--waivers" in arguments  # an empty waiver file is valid
    assert ended.returncode == 2 or empty_list, ended.stdout
    said = ended.stdout + ended.stderr
    assert "Traceback" not in said
    lines = [line for line in said.splitlines() if line.endswith("planning") is False]
    assert empty_list or (len(lines) == 1 and "odd" in lines[0]), said


@pytest.mark.parametrize("arguments", [["ops"], ["--version"]])
def test_output_that_cannot_be_written_is_one_line_and_status_2(arguments):
    # With the usual buffering, Python tries at exit to write a short text again.
    usual = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*CLI, *arguments],
            stdout=full, stderr=subprocess.PIPE, text=True, env=usual, check=False, timeout=120,
        )  # fmt: skip
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: ")
    assert ended.stderr.count("\n") == 1


def test_an_op_shows_shapes_types_of_attributes_and_errors():
    shown = " ".join(CliRunner().invoke(cli, ["ops", "conv1d_input_gradient"]).output.split())
    assert "gradient[N, O, *P], weight[O, c, *k] -> result[N, c*groups, *input_size]" in shown
    assert "input_size: 1 integer of at least 0, required" in shown
    assert "another input_size (T5.8)" in shown


def test_ops_lists_every_declaration_and_shows_one_in_full():
    listed = CliRunner().invoke(cli, ["ops"]).output
    assert all_ops().keys() <= set(listed.split())
    assert len(listed.splitlines()) < 100
    table = CliRunner().invoke(cli, ["ops", "--long"]).output
    assert all(f"\n{name} " in table for name in all_ops())
    shown = CliRunner().invoke(cli, ["ops", "softmax"]).output
    assert "q = e / s" in shown
    assert "G2" in shown
    shown = CliRunner().invoke(cli, ["ops", "einsum"]).output
    assert "  ab_left = a from [i, j] to [1, i, j]" in shown
    shown = " ".join(CliRunner().invoke(cli, ["ops", "conv2d"]).output.split())
    assert "gradient of x: conv2d_input_gradient, keeps weight (G4.2)" in shown
    assert "(((0+1)+(2+3))+((4+5)+6))" in CliRunner().invoke(cli, ["ops", "sum"]).output


def test_T4_ops_draws_a_contraction_by_fma_and_names_operands_that_may_be_left_out():
    shown = CliRunner().invoke(cli, ["ops", "matmul"]).output
    assert "((fma(a1,b1, a0*b0) + fma(a3,b3, a2*b2)) + fma(a5,b5, a4*b4)) + bias" in shown
    assert "bias: may be left out" in shown
    assert "+ bias" not in CliRunner().invoke(cli, ["ops", "dot"]).output


def test_backends_lists_unavailable_devices_with_the_reason(tmp_path):
    (tmp_path / "mine_plugin.py").write_text(
        "from samebits.backends.protocol import Device\n"
        "class B:\n"
        "    name, version, protocol = 'mine', '1', 1\n"
        "    def devices(self):\n"
        "        return [Device('gpu', 'a card', False, 'no driver is loaded')]\n"
        "    def open(self, device):\n"
        "        raise RuntimeError\n"
        "backend = B()\n"
    )
    ended = run("backends", "py:mine_plugin:backend", cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "mine:gpu" in ended.stdout
    assert "no driver is loaded" in ended.stdout


def test_vectors_lists_ids_and_verifies_files():
    ids = CliRunner().invoke(cli, ["vectors", "--op", "exp", "--format", "f32", "--ids"]).output
    assert "exp/f32/hard" in ids.splitlines()
    assert "as frozen" in CliRunner().invoke(cli, ["vectors", "--verify"]).output


def test_doctor_names_the_backends_and_the_vectors():
    ended = run("doctor")
    assert ended.returncode in (0, 1)
    for what in ("Python", "numpy:cpu", "c:baseline", "vectors", "subnormals"):
        assert what in ended.stdout


def test_doctor_says_where_compiled_kernels_are_kept_and_how_to_remove_them(tmp_path, monkeypatch):
    monkeypatch.setenv("SAMEBITS_CACHE", str(tmp_path / "kept here"))
    assert [f.found for f in doctor._cache()] == [f"none (they would be in {tmp_path}/kept here)"]
    (tmp_path / "kept here").mkdir()
    (tmp_path / "kept here" / "kernel").write_bytes(bytes(2_000_000))
    (found,) = doctor._cache()
    assert found.found == (
        f"2.0 MB in {tmp_path}/kept here; remove them at any time: rm -r '{tmp_path}/kept here'"
    )


WITHOUT_THE_JUDGE = """
import sys
from pathlib import Path

class Missing:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in ("jinja2", "pytest", "_pytest", "xdist", "hypothesis"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing)
from samebits.common import release
release._installed = lambda name: name not in ("jinja2", "pytest", "pytest-xdist")
from samebits.commands import cli
cli.main()
"""


@pytest.mark.parametrize(
    "command", ["certify --backend c", "report verify FILE", "report show FILE"]
)
def test_a_command_that_judges_says_in_one_line_which_packages_it_needs(command, tmp_path):
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_JUDGE, *command.split()],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert ended.returncode == 2
    assert ended.stderr == (
        f"error: samebits {command.split()[0]} needs packages that are missing here: jinja2, "
        "pytest, pytest-xdist; run: pip install jinja2 pytest pytest-xdist\n"
    )


@pytest.mark.parametrize(
    "command",
    ["--help", "ops exp", "backends numpy", "vectors --op exp --level smoke", "--version",
     "explain add/f32/specials", "reveal --backend numpy --op sum --n 4"],
)  # fmt: skip
def test_a_command_that_does_not_judge_works_without_the_judges_packages(command, tmp_path):
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_JUDGE, *command.split()],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert ended.returncode in (0, 1), ended.stderr
    assert ended.stdout
    assert "missing here" not in ended.stderr
