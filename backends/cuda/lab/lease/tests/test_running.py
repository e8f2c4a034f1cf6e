"""Tests that a stage ends within its time whatever its steps do, and leaves no process behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from samebits.backends.cuda.lab.lease import ending_with_parent, running, stages
from samebits.backends.cuda.lab.lease.running import Ended, run
from samebits.backends.cuda.lab.lease.settings import Settings
from samebits.backends.cuda.lab.lease.stages import BY_NAME, Stage, Step


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path, device="emulated")


def python(text: str, **members: object) -> Step:
    return Step((sys.executable, "-c", text), **members)  # type: ignore[arg-type]


def ran(settings: Settings, *steps: Step, seconds: float = 60) -> tuple[Ended, list[str]]:
    said: list[str] = []
    stage = Stage("smoke", "a test", 1, lambda _: list(steps))
    return run(stage, settings, time.monotonic() + seconds, said.append), said


def is_there(number: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def is_gone(number: int) -> bool:
    """Return whether a process ends within 20 seconds."""
    deadline = time.monotonic() + 20
    while is_there(number) and time.monotonic() < deadline:
        time.sleep(0.1)
    return not is_there(number)


def test_what_a_step_says_reaches_the_terminal_and_the_log(settings: Settings) -> None:
    ended, said = ran(settings, python("print('one')"), python("print('two\\n\\nthree')"))
    assert ended.outcome == "right"
    assert said == ["one", "two", "three"]
    log = (settings.folder / "logs" / "smoke.txt").read_text()
    assert log == "one\ntwo\n\nthree\n"


@pytest.mark.parametrize(
    ("code", "outcome", "line"),
    [
        (1, "wrong", "why"),
        (3, "wrong", "why"),
        (9, "wrong", "why"),
        (2, "failed", "exit status 2: why"),
        (77, "failed", "exit status 77: why"),
    ],
)
def test_an_exit_status_says_whether_something_is_wrong_or_could_not_be_run(
    settings: Settings, code: int, outcome: str, line: str
) -> None:
    ended, _ = ran(settings, python(f"print('why'); raise SystemExit({code})"))
    assert (ended.outcome, ended.line) == (outcome, line)


def test_a_step_that_dies_is_named_by_its_signal(settings: Settings) -> None:
    ended, _ = ran(settings, python("import os; os.abort()"))
    assert ended.outcome == "failed"
    assert ended.line.startswith("SIGABRT")


def test_what_is_wrong_in_one_step_does_not_stop_the_next_but_a_failure_does(
    settings: Settings,
) -> None:
    wrong = python("print('wrong'); raise SystemExit(1)")
    ended, said = ran(settings, wrong, python("print('next')"))
    assert (ended.outcome, ended.line) == ("wrong", "wrong")
    assert said == ["wrong", "next"]
    failed = python("print('failed'); raise SystemExit(2)")
    ended, said = ran(settings, failed, python("print('next')"))
    assert ended.outcome == "failed"
    assert said == ["failed"]


def test_the_time_ends_a_step_as_ctrl_c_does(settings: Settings) -> None:
    text = """
import time
try:
    print("begun")
    time.sleep(60)
except KeyboardInterrupt:
    print("closed its files")
    raise SystemExit(130)
"""
    ended, said = ran(settings, python(text), python("print('next')"), seconds=6)
    assert ended.outcome == "cut"
    assert said == ["begun", "closed its files"]
    assert 5 < ended.seconds < 30


def test_a_lease_that_ignores_ctrl_c_as_background_jobs_do_still_ends_its_steps_so(
    settings: Settings,
) -> None:
    text = """
import time
try:
    print("begun")
    time.sleep(60)
except KeyboardInterrupt:
    print("closed its files")
"""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        _, said = ran(settings, python(text), seconds=8)
    finally:
        signal.signal(signal.SIGINT, before)
    assert said == ["begun", "closed its files"]


def test_a_step_that_will_not_end_is_ended_with_all_it_started(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "GRACE", 1.0)
    text = """
import signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid)
time.sleep(60)
"""
    ended, said = ran(settings, python(text), seconds=6)
    assert ended.outcome == "cut"
    assert ended.seconds < 30
    assert is_gone(int(said[0]))


def test_a_step_without_work_for_the_chosen_ops_is_no_failure(settings: Settings) -> None:
    step = python("print('error: no row of neg'); raise SystemExit(2)", nothing="no row of")
    assert ran(settings, step)[0].outcome == "not here"
    step = python("print('error: a wrong option'); raise SystemExit(2)", nothing="no row of")
    assert ran(settings, step)[0].outcome == "failed"
    step = python("print('error: no row of neg'); raise SystemExit(1)", nothing="no row of")
    assert ran(settings, step)[0].outcome == "wrong"


def test_what_was_found_before_the_time_ended_counts_when_the_step_goes_on(
    settings: Settings,
) -> None:
    """When compute-sanitizer is stopped at the time limit, its exit status is lost."""
    (step,) = BY_NAME["memcheck"].steps(Settings(settings.out))
    assert isinstance(step, Step)
    said = "========= Invalid __global__ read of size 4 bytes"
    text = f"import time; print('{said}', flush=True); time.sleep(60)"
    assert ran(settings, python(text, found=step.found), seconds=7)[0].outcome == "cut"
    text = "print('========= COMPUTE-SANITIZER\\n========= ERROR SUMMARY: 0 errors')"
    ended, _ = ran(settings, python(text, found=step.found))
    assert (ended.outcome, ended.line) == ("wrong", said)


@pytest.mark.parametrize(
    ("line", "is_finding"),
    [
        ("========= Uninitialized __global__ memory read of size 4 bytes", True),
        ("========= Barrier error detected. Divergent thread(s) in block", True),
        ("========= Error: Race reported between Write access at f+0x50", True),
        ("========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)", True),
        ("========= ERROR SUMMARY: 12 errors", True),
        ("========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)", False),
        ("========= ERROR SUMMARY: 0 errors", False),
        ("========= COMPUTE-SANITIZER", False),
        ("cuda:gpu0: 25 of 44 cases, none bad so far", False),
    ],
)
def test_findings_of_compute_sanitizer_are_told_from_its_other_lines(
    line: str, is_finding: bool
) -> None:
    assert bool(re.search(stages.FOUND_BY_SANITIZERS, line)) == is_finding


def test_compute_sanitizer_has_ports_for_all_processes_on_cuda(tmp_path: Path) -> None:
    for tool in stages.SANITIZERS:
        (step,) = BY_NAME[tool].steps(Settings(tmp_path, workers=14))
        assert isinstance(step, Step)
        at = max(i for i, word in enumerate(step.command) if word == "-n")
        assert int(step.command[at + 1]) + 2 <= 10


def test_a_step_that_hangs_is_ended_long_before_the_time_and_counts_as_found(
    settings: Settings,
) -> None:
    text = "import time; print('row 3', flush=True); time.sleep(60)"
    ended, said = ran(settings, python(text, silence=3.0), python("print('next')"))
    assert ended.outcome == "wrong"  # with "failed", the stage would hang again in the next command
    assert ended.line == "it hangs: nothing was said for 3 s; last: row 3"
    assert (said[0], said[-1]) == ("row 3", "next")
    assert ended.seconds < 30


def test_a_step_that_says_something_now_and_then_does_not_hang(settings: Settings) -> None:
    text = "import time\nfor i in range(8): print(i, flush=True); time.sleep(0.5)"
    assert ran(settings, python(text, silence=2.5))[0].outcome == "right"


def test_an_exception_that_nobody_caught_is_a_failure_and_no_finding(settings: Settings) -> None:
    ended, _ = ran(settings, python("print('row 1'); {}['a']"))
    assert (ended.outcome, ended.line) == ("failed", "exit status 1: KeyError: 'a'")


def test_a_program_that_is_not_there_is_one_line_and_a_failure(settings: Settings) -> None:
    ended, said = ran(settings, Step(("no-such-sanitizer", "--tool", "memcheck")))
    assert ended.outcome == "failed"
    assert said == ["error: no-such-sanitizer cannot be run: No such file or directory"]


LOSING = """
import pathlib, sys
path = pathlib.Path(sys.argv[1])
number = int(path.read_text()) + 1 if path.exists() else 1
path.write_text(str(number))
print("the device is lost" if number < int(sys.argv[2]) else "all rows")
raise SystemExit(1)
"""


@pytest.mark.parametrize(("last", "processes", "line"), [(3, 3, "all rows"), (99, 6, "the device")])
def test_a_new_process_goes_on_where_one_has_lost_the_device(
    settings: Settings, tmp_path: Path, last: int, processes: int, line: str
) -> None:
    count = tmp_path / "count"
    step = Step((sys.executable, "-c", LOSING, str(count), str(last)), lost="^the device is lost")
    ended, said = ran(settings, step)
    assert (ended.outcome, ended.line[:10]) == ("wrong", line[:10])
    assert count.read_text() == str(processes)
    assert said.count("a new process goes on") >= processes - 1


def test_without_time_no_step_begins(settings: Settings) -> None:
    ended, said = ran(settings, python("print('begun')"), seconds=2)
    assert (ended.outcome, said) == ("cut", [])


def test_only_the_lines_that_are_asked_for_reach_the_terminal(settings: Settings) -> None:
    ended, said = ran(settings, python("print('a\\nERROR SUMMARY: 1\\nb')", shown="SUMMARY"))
    assert ended.outcome == "right"
    assert said == ["ERROR SUMMARY: 1"]
    assert "a\n" in (settings.folder / "logs" / "smoke.txt").read_text()


def test_a_stage_that_has_nothing_to_run_here_says_why(settings: Settings) -> None:
    stage = Stage("large", "a test", 1, lambda _: "needs a GPU")
    ended = run(stage, settings, time.monotonic() + 60, print)
    assert (ended.outcome, ended.line) == ("not here", "needs a GPU")


REFUSING = """
import pathlib, sys
folder = pathlib.Path(sys.argv[2])
partial = folder / "cuda-gpu0.jsonl.partial"
if partial.exists():
    print("its environment differs in driver: it cannot be resumed")
    raise SystemExit(2)
partial.write_text("new")
"""


def test_a_report_of_another_driver_is_put_aside_and_begins_anew(
    settings: Settings, tmp_path: Path
) -> None:
    folder = tmp_path / "smoke"
    folder.mkdir()
    for number, text in enumerate(("old", "older")):
        (folder / "cuda-gpu0.jsonl.partial").write_text(text)
        step = Step((sys.executable, "-c", REFUSING, "--out", str(folder)), report=True)
        ended, said = ran(settings, step)
        assert ended.outcome == "right"
        assert said[-1].endswith(
            f"kept as cuda-gpu0.jsonl.partial.other-{number + 1}; it begins anew"
        )
        aside = folder / f"cuda-gpu0.jsonl.partial.other-{number + 1}"
        assert aside.read_text() == text
    step = Step((sys.executable, "-c", REFUSING, "--out", str(folder)))
    assert ran(settings, step)[0].outcome == "failed"  # without a report, no file is renamed


def test_the_steps_find_the_rooms_the_kernels_and_the_libraries_of_the_lease(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SAMEBITS_CACHE", raising=False)
    monkeypatch.delenv("SAMEBITS_C_LIBRARIES", raising=False)
    text = "import os; print(*(os.environ[x] for x in ('SAMEBITS_CACHE', 'SAMEBITS_C_LIBRARIES')))"
    _, said = ran(settings, python(text))
    assert said == [f"{settings.kernels} {settings.libraries}"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child with its parent")
@pytest.mark.parametrize("will_end", [True, False])
def test_a_command_ends_with_the_process_that_it_is_tied_to_and_so_do_its_children(
    tmp_path: Path, will_end: bool
) -> None:
    """One process is a worker of a pool without an owner, and one command ignores SIGTERM."""
    command = f"""
import signal, subprocess, sys, time
if not {will_end}:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
asleep = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
worker = subprocess.Popen([sys.executable, "-c", asleep])
print(worker.pid, flush=True)
time.sleep(60)
"""
    impatient = tmp_path / "ending_with_parent.py"
    impatient.write_text(
        Path(ending_with_parent.__file__).read_text().replace("_SECONDS = 12", "_SECONDS = 1")
    )
    text = f"""
import os, subprocess, sys, time
tied = [sys.executable, {str(impatient)!r}, str(os.getpid())]
child = subprocess.Popen([*tied, sys.executable, "-c", {command!r}], start_new_session=True)
print(child.pid, flush=True)
time.sleep(60)
"""
    parent = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    started = [int(parent.stdout.readline()) for _ in range(2)]
    assert all(map(is_there, started))
    os.kill(parent.pid, signal.SIGKILL)
    parent.communicate()
    assert all(map(is_gone, started))


@pytest.mark.parametrize("code", [0, 5])
def test_a_tied_command_ends_as_it_would_alone(settings: Settings, code: int) -> None:
    ended, _ = ran(settings, python(f"raise SystemExit({code})"))
    assert ended.outcome == ("right" if code == 0 else "failed")
    assert code == 0 or f"exit status {code}" in ended.line
