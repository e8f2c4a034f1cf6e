"""Tests of `samebits doctor`: the findings of each check, their display, and the exit status."""

from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from samebits.backends.hosting import fenv
from samebits.commands import doctor
from samebits.commands.doctor import Finding, command

CHECKS = ("_python", "_packages", "_compilers", "_backends", "_vectors", "_cache", "_environment")


def diagnosed(monkeypatch, *findings):
    """Run the command with checks that return only `findings`."""
    for name in CHECKS:
        monkeypatch.setattr(doctor, name, list)
    monkeypatch.setattr(doctor, "_packages", lambda: list(findings))
    return CliRunner().invoke(command)


def test_every_finding_is_a_row_and_what_is_optional_breaks_nothing(monkeypatch):
    shown = diagnosed(monkeypatch, Finding("a", "ok", "1.2"), Finding("b", "optional", "not here"))
    assert shown.exit_code == 0
    rows = [line.split() for line in shown.output.splitlines()]
    assert ["a", "ok", "1.2"] in rows
    assert ["b", "optional", "not", "here"] in rows
    assert "nothing that judging needs is broken" in shown.output


def test_what_is_broken_is_counted_and_ends_with_status_1(monkeypatch):
    broken = [Finding(name, "broken", "missing") for name in "ab"]
    shown = diagnosed(monkeypatch, *broken, Finding("c", "ok", "1"))
    assert shown.exit_code == 1
    assert "2 broken" in shown.output.splitlines()


def test_the_machine_and_the_compilers_are_looked_at():
    assert [f.what for f in doctor._python()] == [
        "samebits", "Python", "machine", "processor", "instruction sets",
    ]  # fmt: skip
    assert [f.what for f in doctor._compilers()] == ["gcc", "clang", "cmake", "ninja"]


@pytest.mark.parametrize(
    ("spec", "state", "found"),
    [
        (None, "optional", "CuPy is not installed (needed only for CUDA)"),
        (SimpleNamespace(origin="/any/cupy/__init__.py"), "optional", "(needed only for CUDA)"),
        (SimpleNamespace(origin=None), "broken", "a folder named cupy is on sys.path"),
    ],
)
def test_a_folder_that_hides_cupy_is_told_from_a_cupy_that_is_not_there(
    monkeypatch, spec, state, found
):
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: spec)
    monkeypatch.setattr(doctor.presence, "missing_nvrtc", lambda: "CuPy is not installed")
    (finding,) = doctor._cupy()
    assert (finding.what, finding.state) == ("cupy", state)
    assert found in finding.found


@pytest.mark.skipif(fenv.unavailable() is not None, reason=f"{fenv.unavailable()}")
def test_an_environment_that_a_library_has_changed_is_told():
    environment, subnormals = doctor._environment()
    assert (environment.state, subnormals.state) == ("ok", "ok")
    assert environment.found.startswith("default")
    with fenv.hostile(fenv.Environment(rounding="up")):
        environment, _ = doctor._environment()
    assert environment.state == "optional"
    assert "some loaded library has changed it" in environment.found
