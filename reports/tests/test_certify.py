"""Test certification end to end: a third-party backend is judged, reported and verified."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from samebits.certifying import certification
from samebits.commands.certify import command
from samebits.commands.report import command as report_group
from samebits.common.errors import SamebitsError
from samebits.reports import files
from samebits.reports.errors import ReportError
from samebits.reports.files import locked
from samebits.reports.tests.by_hand import BACKEND, NEG, Certify, report_of
from samebits.reports.verify import verify


def test_every_device_gets_its_verdict_and_the_worst_decides(certify: Certify) -> None:
    result = certify("-n", "1", *NEG)  # one of the workers crashes
    assert result.exit_code == 1
    for words in (":right .*PASS", ":wrong .*FAIL", ":dies .*FAIL", ":far .*SKIP.*not here"):
        assert re.search(words, result.stdout), words
    assert "out/index.html" in result.stdout
    page = Path("out/index.html").read_text()
    wrong = verify(report_of("wrong"))
    failing = [r for r in wrong.results if r.outcome == "fail"]
    assert failing
    assert "neg: " in result.output  # one line for the op, below the verdict
    assert " failing cases" in result.output
    assert {r.label for r in failing} == {"f32"}
    for r in failing:
        assert r.id in page
    dies = verify(report_of("dies"))
    assert {r.label for r in dies.results if r.outcome == "crash"} == {"f16"}
    for name in ("summary.md", "junit.xml"):
        assert (Path("out") / name).exists()
    assert report_of("right").with_suffix(".svg").exists()


def test_a_device_that_conforms_exits_0_and_its_report_verifies(certify: Certify) -> None:
    result = certify("--device", "right", *NEG)
    assert result.exit_code == 0
    report = verify(report_of("right"))
    assert report.verdict.ok
    assert report.header.environment["made"] == "by hand"
    assert "exactly that of such a run" in report.checks[-1]


def test_devices_by_name_only_and_missing_ones_are_printed_and_recorded(
    certify: Certify, tmp_path: Path
) -> None:
    named = BACKEND.replace("return [Device", 'return [Device("fast", "x", by_name=True), Device')
    (tmp_path / "shy.py").write_text(named)
    line = "not judged: fast (by name only)"
    first = certify(*NEG, "--format", "f16", backend="py:shy:backend")
    assert f"\n{line}; --device judges them\n" in first.stdout
    left = {"fast": "by name only", "far": "not available: it is not here"}
    assert verify(report_of("right")).header.left_out == left
    for page in ("out/index.html", "out/summary.md"):
        text = Path(page).read_text().replace("\\", "")
        assert line in text
        assert "fast (by name only), far (not available: it is not here)" in text
    shown = CliRunner().invoke(report_group, ["show", str(report_of("right"))])
    assert line in shown.stdout
    both = ("--device", "fast", "--device", "right", *NEG)
    assert "not judged" not in certify(*both, backend="py:shy:backend").stdout
    assert "not judged:" not in Path("out/index.html").read_text()


def test_partners_that_a_backend_refuses_are_counted_where_laws_are(certify: Certify) -> None:
    case = ("--case", "drawn/mixed/neg/f32/1", "--level", "standard", "--device", "right")
    result = certify(*case)
    assert result.exit_code == 0
    report = verify(report_of("right"))
    (drawn,) = report.results
    assert len(drawn.left_out) > 20
    said = f"{len(drawn.left_out)} partners not supported and left out of 1 drawn case: "
    assert said in report.footer.verdict
    assert said in result.stdout
    for page in ("out/index.html", "out/summary.md"):
        assert said in Path(page).read_text()


def test_unsupported_is_no_pass(certify: Certify) -> None:
    result = certify("--device", "right", "--op", "abs", "--op", "neg", "--set", "golden")
    assert result.exit_code == 1
    assert "only neg is written" in Path("out/index.html").read_text()


def test_an_older_pass_is_never_shown_for_a_judge_that_wrote_none(
    certify: Certify, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert certify("--device", "right", *NEG).exit_code == 0
    dying = [sys.executable, "-c", "pass"]
    monkeypatch.setattr(certification, "command", lambda options, *extra: dying)
    for more in ((), ("--level", "standard"), ("--op", "add")):
        result = certify("--device", "right", "--resume", *NEG, *more)
        assert result.exit_code == 2
        assert "PASS" not in result.stdout
        assert "is not the report of this run" in result.stdout


def test_two_certifications_do_not_share_a_folder(certify: Certify) -> None:
    with (
        locked(Path("out")),
        pytest.raises(ReportError, match="another certification writes here; wait for it"),
    ):
        certify("--device", "right", *NEG)
    assert certify("--device", "right", *NEG).exit_code == 0


def test_a_folder_that_exists_and_cannot_be_written_is_named_before_anything_runs(
    certify: Certify, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(folder: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))

    Path("out").mkdir()
    monkeypatch.setattr(files, "require_writable", full)
    with pytest.raises(ReportError, match=r"^cannot write to out: No space left on device$"):
        certify("--device", "right", *NEG)
    assert list(Path("out").iterdir()) == []


def test_nothing_outlives_a_certification_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        BACKEND.replace("form = str", "__import__('time').sleep(60)\n        form = str")
    )
    code = "from samebits.commands.cli import main; main()"
    arguments = ["certify", "--backend", "py:slow:backend", "--device", "right", "-n", "2"]
    mark = f"samebits-test-{os.getpid()}-{time.monotonic_ns()}"
    owner = subprocess.Popen(
        [sys.executable, "-c", code, *arguments, "--level", "smoke", *NEG],
        cwd=tmp_path, env={**os.environ, "SAMEBITS_TEST_MARK": mark},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    # the controller, the workers and the hosts
    assert within(60, lambda: len(marked(mark)) >= 6), marked(mark)
    owner.kill()
    owner.wait()
    assert within(20, lambda: not marked(mark)), marked(mark)


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < until:
        time.sleep(0.1)
    return held


def marked(mark: str) -> list[str]:
    """Return the processes that were started with a mark in their environment variables."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


DRAWN = ("--op", "neg", "--set", "drawn", "--level", "standard")


def test_devices_share_a_seed_that_is_printed_and_repeats_the_run(certify: Certify) -> None:
    first = certify("--device", "right", "--device", "wrong", *DRAWN)
    assert first.exit_code == 1
    header = verify(report_of("right")).header
    assert verify(report_of("wrong")).header.seed == header.seed
    told = f"questions were drawn from seed {header.seed} (fresh: drawn by the run itself); "
    assert f"{told}--seed {header.seed} draws them again" in first.stdout
    assert header.seed_origin == "fresh"
    assert {r.seed for r in verify(report_of("right")).results} == {header.seed}
    assert f"--seed={header.seed}" in header.command
    assert header.seed in Path("out/index.html").read_text()
    assert header.seed in Path("out/summary.md").read_text()
    wrong = [r for r in verify(report_of("wrong")).results if r.outcome == "fail"]
    assert {r.label for r in wrong} == {"f32"}
    certify("--device", "wrong", "--seed", header.seed, *DRAWN)
    assert verify(report_of("wrong")).header.seed_origin == "given"
    assert verify(report_of("wrong")).header.command == header.command.replace("right", "wrong")
    again = [r for r in verify(report_of("wrong")).results if r.outcome == "fail"]
    assert [(r.id, r.reason) for r in again] == [(r.id, r.reason) for r in wrong]
    certify("--device", "wrong", *DRAWN)
    other = verify(report_of("wrong"))
    assert other.header.seed != header.seed
    # The ids do not depend on the seed, so the plans can be compared.
    assert other.header.planned_digest == header.planned_digest
    assert "exactly that of such a run" in other.checks[-1]


def test_a_run_without_drawn_questions_has_no_seed_in_its_header(certify: Certify) -> None:
    result = certify("--device", "right", *NEG)
    assert "seed" not in result.stdout
    assert b'"seed"' not in report_of("right").read_bytes().splitlines()[0]


def test_a_device_that_was_asked_for_and_is_not_here_is_an_error(certify: Certify) -> None:
    with pytest.raises(SamebitsError, match="it is not here"):
        certify("--device", "far")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--device", "rigth"), "did you mean right"),
        (("--op", "negg"), "did you mean neg"),
        (("--profile", "cor"), "did you mean core"),
        (("--level", "smok"), "did you mean smoke"),
        (("--format", "f23"), "known: f64, f32"),
        (("--set", "gold"), "known: golden"),
        (("--seed", "mine"), "hexadecimal digits"),
    ],
)
def test_an_unknown_name_is_one_line_with_near_names(
    certify: Certify, arguments: tuple[str, ...], words: str
) -> None:
    with pytest.raises(SamebitsError) as caught:
        certify(*arguments)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not Path("out").exists()


def test_a_filter_that_leaves_nothing_is_said_before_any_device_is_judged(
    certify: Certify,
) -> None:
    with pytest.raises(SamebitsError, match=r"--case nothing\* matches none"):
        certify("--case", "nothing*", "--op", "neg")
    assert not Path("out").exists()


def test_an_unknown_backend_lists_those_known(certify: Certify) -> None:
    with pytest.raises(
        SamebitsError, match="unknown backend 'cc'.*known: c, cuda, front, numpy, torch"
    ):
        certify(backend="cc")


def test_help_shows_an_example() -> None:
    assert "samebits certify --backend c" in CliRunner().invoke(command, ["--help"]).output


def test_devices_whose_reports_would_replace_each_other_are_refused(tmp_path: Path) -> None:
    """Check the devices `a b` and `a/b`, whose reports would have the same path.

    The second report once replaced the first.
    """
    targets = {name: certification._target(f"x:{name}", tmp_path) for name in ("a b", "a/b")}
    with pytest.raises(ReportError, match="the devices 'a b' and 'a/b' would write the same"):
        certification._check_apart(targets)
    big = {name: certification._target(f"x:{name}", tmp_path) for name in ("a", "A")}
    with pytest.raises(ReportError, match="'a' and 'A'"):
        certification._check_apart(big)
    certification._check_apart({"a": tmp_path / "a", "b": tmp_path / "b"})


def test_a_backend_of_devices_that_are_judged_by_name_says_so() -> None:
    """Check the error message. The command once ended with a traceback and status 1."""
    from samebits.backends.protocol import BackendError, Device

    class Shy:
        name = "shy"

        def devices(self) -> list[Device]:
            return [Device("slow", "takes hours", by_name=True)]

    with pytest.raises(BackendError, match="judged by name; name one by --device: slow"):
        certification.chosen_devices(Shy(), "shy", ())  # type: ignore[arg-type]
    assert certification.chosen_devices(Shy(), "shy", ("slow",))  # type: ignore[arg-type]
