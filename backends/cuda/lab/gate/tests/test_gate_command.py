"""Tests of the gate's command: its output and its exit status."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from samebits.backends.cuda.compiling import nvrtc, presence
from samebits.backends.cuda.compiling.units import Unit, unit
from samebits.backends.cuda.lab import compilers
from samebits.backends.cuda.lab.gate import __main__ as command, limits
from samebits.backends.cuda.lab.gate.findings import Finding
from samebits.backends.cuda.lab.gate.resources import Resources
from samebits.backends.cuda.lab.gate.verdict import MEASURED, Verdict
from samebits.backends.protocol import BackendError

UNITS = tuple(unit("kernels/elementwise/add.cu", SB_A=f, SB_B=f, SB_R=f) for f in ("f16", "f32"))
BAD = Finding("compute_75", "sb_add_f32", 7, "add.f32 %f1;", "use +")


@pytest.fixture
def verdicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[Unit, Verdict]:
    """Return the verdicts that the command gets for its units. No unit is compiled."""
    resources = {"entry": {f"sm_{MEASURED}": Resources(40, 0, 0, 0)}}
    found = {each: Verdict((), resources) for each in UNITS}
    monkeypatch.setattr(nvrtc, "version", lambda: (1, 2))
    monkeypatch.setattr(command, "catalogue", lambda: UNITS)
    monkeypatch.setattr(command, "run", lambda plan, *_: {each: found[each] for each in plan})
    monkeypatch.setattr(limits, "FILE", tmp_path / "limits.json")
    return found


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(command.main, arguments, env={"COLUMNS": "200"})


def test_the_summary_counts_units_and_names_the_most_registers(
    verdicts: dict[Unit, Verdict],
) -> None:
    result = _run("--record")
    assert result.exit_code == 0, result.output
    assert "75 80 86 89 90 100 120" in result.output
    assert "40 in kernels/elementwise/add.cu[SB_A=f32, SB_B=f32, SB_R=f32] entry" in result.output


def test_architectures_are_chosen_and_what_contradicts_is_refused(
    verdicts: dict[Unit, Verdict],
) -> None:
    chosen = _run("--architecture", "90", "--architecture", "75")
    assert "│ 75 90 " in chosen.output
    wrong = {
        ("--quick", "--architecture", "90"): "no --architecture",
        ("--record", "--architecture", "75"): "add --architecture 90",
        ("--differences", "--quick"): "no --quick",
        ("--record", "--shard", "1/2"): "no --shard",
        ("--shard", "3/2"): "the form is K/N",
    }
    for arguments, said in wrong.items():
        ended = _run(*arguments)
        assert ended.exit_code == 1
        assert said in ended.output


def test_differences_from_the_recorded_compiler_are_kept(
    verdicts: dict[Unit, Verdict], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _run("--record").exit_code == 0
    monkeypatch.setattr(nvrtc, "version", lambda: (3, 4))
    monkeypatch.setattr(compilers, "FOLDER", tmp_path)
    verdicts[UNITS[0]] = Verdict((), {"entry": {"sm_90": Resources(41, 0, 0, 0)}})
    ended = _run("--differences")
    assert ended.exit_code == 0, ended.output
    assert "1 differ, see nvrtc-3.4.json" in ended.output
    assert list(compilers.read(tmp_path / "nvrtc-3.4.json").differ) == [f"{UNITS[0]} entry"]


def test_differences_of_units_that_are_newer_are_kept_beside_the_others(
    verdicts: dict[Unit, Verdict], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _run("--record").exit_code == 0
    monkeypatch.setattr(nvrtc, "version", lambda: (3, 4))
    monkeypatch.setattr(compilers, "FOLDER", tmp_path)
    for chosen in ("SB_A=f16", "SB_A=f32"):
        ended = _run("--differences", "--only", chosen, "--architecture", "90")
        assert ended.exit_code == 0, ended.output
    kept = [compilers.read(path) for path in tmp_path.glob("nvrtc-3.4-sm-90-later-??????.json")]
    assert {each.only for each in kept} == {"SB_A=f16", "SB_A=f32"}
    assert all(each.units == 1 for each in kept)


def test_one_refused_unit_is_printed_and_is_a_failure(verdicts: dict[Unit, Verdict]) -> None:
    newer = replace(BAD, target="compute_80")
    verdicts[UNITS[1]] = Verdict((BAD, newer), {})
    result = _run()
    assert result.exit_code == 1
    assert f"refused {UNITS[1]} sb_add_f32 (compute_75 compute_80)\n" in result.output
    assert "add.f32 %f1;, line 7 of its PTX for compute_75\n  instead: use +\n" in result.output


def test_growth_is_a_failure_until_it_is_recorded(verdicts: dict[Unit, Verdict]) -> None:
    assert _run("--record").exit_code == 0
    assert "all kept" in _run().output
    verdicts[UNITS[0]] = Verdict((), {"entry": {"sm_90": Resources(41, 0, 0, 0)}})
    result = _run()
    assert result.exit_code == 1
    assert "registers 40 -> 41" in result.output
    assert _run("--record").exit_code == 0
    assert _run().exit_code == 0


def test_limits_of_another_compiler_are_not_compared_and_that_is_said(
    verdicts: dict[Unit, Verdict], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _run("--record").exit_code == 0
    monkeypatch.setattr(nvrtc, "version", lambda: (9, 9))
    assert "NOT COMPARED: limits.json is of NVRTC 1.2, this is NVRTC 9.9" in _run().output


def test_a_part_is_recorded_beside_what_is_kept(verdicts: dict[Unit, Verdict]) -> None:
    assert _run("--record").exit_code == 0
    target = f"sm_{MEASURED}"
    for each in UNITS:
        verdicts[each] = Verdict((), {"entry": {target: Resources(50, 0, 0, 0)}})
    assert _run("--record", "--only", "f32").exit_code == 0
    kept = {name: row[target][0] for name, row in limits.recorded()[1].items()}
    assert kept == {f"{UNITS[0]} entry": 40, f"{UNITS[1]} entry": 50}
    assert _run("--only", "f32").exit_code == 0
    assert "registers 40 -> 50" in _run().output


def test_a_part_is_not_recorded_beside_figures_of_another_compiler(
    verdicts: dict[Unit, Verdict], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _run("--record").exit_code == 0
    monkeypatch.setattr(nvrtc, "version", lambda: (1, 3))
    refused = _run("--record", "--only", "f32")
    assert refused.exit_code == 1
    assert "is of NVRTC 1.2, this is NVRTC 1.3" in refused.output


@pytest.mark.parametrize(
    "arguments", [["--only", "nothing"], ["--record", "--only", "x"], ["--record", "--quick"]]
)
def test_a_choice_that_makes_no_sense_is_one_line(
    arguments: list[str], verdicts: dict[Unit, Verdict]
) -> None:
    result = _run(*arguments)
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert result.output.count("\n") == 1


def test_without_a_compiler_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing() -> tuple[int, int]:
        raise BackendError("CuPy is not installed: " + presence.INSTALL)

    monkeypatch.setattr(nvrtc, "version", missing)
    result = _run()
    assert (result.exit_code, result.output) == (
        1,
        f"Error: CuPy is not installed: {presence.INSTALL}\n",
    )
