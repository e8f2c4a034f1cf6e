"""Tests that requested stages are kept in the state until they have ended, on any machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from samebits.backends.cuda.lab.lease import lease_state
from samebits.backends.cuda.lab.lease.lease_state import State
from samebits.backends.cuda.lab.lease.settings import ROOMS, ROOT, Settings
from samebits.backends.cuda.lab.lease.stages import BY_NAME, COMMANDS, STAGES, Step
from samebits.reports.errors import ReportError


def test_every_stage_belongs_to_one_command_in_the_order_of_worth() -> None:
    named = [name for names in COMMANDS.values() for name in names]
    assert named == [stage.name for stage in STAGES]


def test_each_command_is_thought_to_fit_ten_minutes() -> None:
    for names in COMMANDS.values():
        assert sum(BY_NAME[name].seconds for name in names) <= 600


def test_a_stage_that_was_cut_comes_before_what_is_asked_later(tmp_path: Path) -> None:
    lease = State()
    assert lease.wanted(["bench", "smoke", "golden"], "a") == ["smoke", "golden", "bench"]
    lease.note("smoke", "right", "a", 10, "")
    lease.note("golden", "cut", "a", 20, "")
    lease.write(tmp_path)
    later = lease_state.read(tmp_path)
    assert later.wanted(["suspects"], "b") == ["golden", "bench", "suspects"]


def test_another_machine_builds_and_compiles_for_itself_and_judges_nothing_twice() -> None:
    lease = State()
    for name in ("build", "probe", "compile", "smoke"):
        lease.note(name, "right", "a", 1, "")
    asked = ["build", "probe", "compile", "smoke"]
    assert lease.wanted(asked, "a") == []
    assert lease.wanted(asked, "b") == ["build", "probe", "compile"]


@pytest.mark.parametrize(
    ("outcome", "again"),
    [("right", False), ("wrong", False), ("not here", False), ("failed", True), ("cut", True)],
)
def test_what_ran_to_its_end_is_not_run_again(outcome: lease_state.Outcome, again: bool) -> None:
    lease = State()
    lease.note("smoke", outcome, "a", 1, "")
    assert lease.wanted(["smoke"], "a") == (["smoke"] if again else [])


def test_the_seconds_of_a_stage_that_was_cut_are_counted_on() -> None:
    lease = State()
    lease.note("exhaustive", "cut", "a", 300, "")
    lease.note("exhaustive", "right", "b", 100, "")
    assert lease.entries["exhaustive"].seconds == 400
    lease.note("exhaustive", "right", "b", 50, "")
    assert lease.entries["exhaustive"].seconds == 50


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"sequence": 1, "asked": [], "entries": {"smoke": {}}}',
        '{"sequence": 1, "asked": [], "entries": {"smoke": {"outcome": "fine", "machine": "", '
        '"seconds": 1}}}',
        '{"sequence": 1, "asked": [], "entries": {"smoking": {"outcome": "right", "machine": "", '
        '"seconds": 1}}}',
    ],
)
def test_a_damaged_state_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / lease_state.NAME).write_text(text)
    with pytest.raises(ReportError, match="remove it to begin anew"):
        lease_state.read(tmp_path)


def test_leases_of_other_devices_and_choices_have_folders_of_their_own(tmp_path: Path) -> None:
    keys = {
        Settings(tmp_path).key,
        Settings(tmp_path, device="emulated").key,
        Settings(tmp_path, ops=("add",)).key,
        Settings(tmp_path, formats=("add",)).key,
        Settings(tmp_path, elements=5).key,
    }
    assert len(keys) == 5
    assert Settings(tmp_path, workers=9).key == Settings(tmp_path).key


def test_every_room_counts_among_the_sources() -> None:
    rooms = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert {*rooms, "package/samebits"} == set(ROOMS)


@pytest.mark.parametrize("device", ["gpu0", "emulated"])
def test_every_stage_has_steps_or_says_why_not(tmp_path: Path, device: str) -> None:
    for elements in (0, 1000):
        settings = Settings(tmp_path, device=device, ops=("neg",), elements=elements)
        for stage in STAGES:
            steps = stage.steps(settings)
            if isinstance(steps, str):
                assert device == "emulated"
                assert steps
            else:
                assert steps
                assert all(isinstance(step, Step) for step in steps)


def test_no_stage_can_hang_on_a_gpu_for_a_whole_command(tmp_path: Path) -> None:
    for stage in STAGES:
        steps = stage.steps(Settings(tmp_path))
        assert not isinstance(steps, str)
        for step in steps:
            watched = step.silence > 0 or "--deadline" in step.command
            assert watched or stage.name in ("build", "compile") or "report" in step.command


def test_the_checks_of_order_have_a_queue_for_each_stream_and_launches_that_do_not_block(
    tmp_path: Path,
) -> None:
    (step,) = BY_NAME["suspects"].steps(Settings(tmp_path))
    assert isinstance(step, Step)
    assert step.environment == {"CUDA_DEVICE_MAX_CONNECTIONS": "32"}
