"""End to end: a small backend of somebody's own, judged in processes, reported, verified."""

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
from click.testing import CliRunner, Result

from samebits.common.errors import SamebitsError
from samebits.reports import certification, files
from samebits.reports.commands.certify import command
from samebits.reports.errors import ReportError
from samebits.reports.files import locked
from samebits.reports.tests.synthetic import interrupt
from samebits.reports.verify import verify

BACKEND = """
import os, signal
from samebits.backends.protocol import Device, Supported, Unsupported
from samebits.spec.formats import bits_of

class Session:
    def __init__(self, device): self.device = device
    def __enter__(self): return self
    def __exit__(self, *a): pass
    def environment(self): return {"made": "by hand"}
    def supports(self, call):
        return Supported() if call.op == "neg" else Unsupported("only neg is written")
    def run(self, call, inputs, outputs):
        form = str(inputs[0].dtype)
        if self.device == "wrong" and form == "float32": outputs[0][...] = inputs[0]; return
        if self.device == "dies" and form == "float16": os.kill(os.getpid(), signal.SIGSEGV)
        bits = bits_of(inputs[0])
        sign = bits.dtype.type(1 << (8 * bits.itemsize - 1))
        outputs[0][...] = (bits ^ sign).view(outputs[0].dtype)

class Backend:
    name, version, protocol = "mine", "1", 1
    def devices(self):
        far = Device("far", "another machine", False, "it is not here")
        return [Device("right", "does it"), Device("wrong", "x"), Device("dies", "x"), far]
    def open(self, device): return Session(device)

backend = Backend()
"""

Certify = Callable[..., Result]


@pytest.fixture
def certify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Certify:
    """Run `samebits certify` on the backend above, in an empty folder; errors are raised."""
    module = f"mine_{re.sub(r'[^0-9]', '', tmp_path.name)}_{len(sys.modules)}"
    (tmp_path / f"{module}.py").write_text(BACKEND)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    name = f"py:{module}:backend"

    def certify(*arguments: str, backend: str = name) -> Result:
        fixed = ["--backend", backend, "--level", "smoke", "-n", "0", "--out", "out"]
        result = CliRunner().invoke(command, [*fixed, *arguments])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return certify


def report_of(device: str) -> Path:
    (path,) = Path("out").glob(f"*-{device}.jsonl")
    return path


NEG = ("--op", "neg", "--set", "golden")


def test_every_device_gets_its_verdict_and_the_worst_decides(certify: Certify) -> None:
    result = certify("-n", "1", *NEG)  # one of them dies
    assert result.exit_code == 1
    for words in (":right .*PASS", ":wrong .*FAIL", ":dies .*FAIL", ":far .*SKIP.*not here"):
        assert re.search(words, result.stdout), words
    assert "out/index.html" in result.stdout
    page = Path("out/index.html").read_text()
    wrong = verify(report_of("wrong"))
    failing = [r for r in wrong.results if r.outcome == "fail"]
    assert failing
    assert "neg: " in result.output  # one word for the op, below the verdict
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


def test_unsupported_is_no_pass(certify: Certify) -> None:
    result = certify("--device", "right", "--op", "abs", "--op", "neg", "--set", "golden")
    assert result.exit_code == 1
    assert "only neg is written" in Path("out/index.html").read_text()


def test_an_interrupted_run_is_resumed_where_it_stopped(certify: Certify) -> None:
    certify("--device", "right", *NEG)
    target = report_of("right")
    rows = target.read_bytes().splitlines(keepends=True)
    kept = interrupt(target, 4, rest=rows[4][:10])
    result = certify("--device", "right", "--resume", *NEG)
    assert result.exit_code == 0
    again = target.read_bytes().splitlines(keepends=True)
    assert again[:4] == kept
    assert len(again) == len(rows)
    assert verify(target).verdict.ok


def test_a_line_that_was_changed_before_the_resumption_is_named(certify: Certify) -> None:
    certify("--device", "right", *NEG)
    target = report_of("right")
    interrupt(target, 5)
    partial = target.with_name(target.name + ".partial")
    rows = partial.read_bytes().splitlines(keepends=True)
    assert b'"wrong":0' in rows[3]
    rows[3] = rows[3].replace(b'"wrong":0', b'"wrong":1')
    partial.write_bytes(b"".join(rows))
    result = certify("--device", "right", "--resume", *NEG)
    assert result.exit_code == 2
    assert f"{partial} line 4: does not follow from the lines before it" in result.stdout
    assert "--resume to begin anew" in result.stdout
    assert not target.exists()
    assert partial.read_bytes() == b"".join(rows)


def test_another_run_is_not_resumed(certify: Certify) -> None:
    certify("--device", "right", *NEG)
    before = report_of("right").read_bytes()
    result = certify("--device", "right", "--resume", "--op", "neg", "--format", "f16")
    assert result.exit_code == 2
    assert "it was begun with --op neg --set golden, and this run has --op neg" in result.stdout
    assert report_of("right").read_bytes() == before


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


def test_a_finished_report_is_resumed_by_writing_it_again(certify: Certify) -> None:
    certify("--device", "right", *NEG)
    before = report_of("right").stat().st_ino
    assert certify("--device", "right", "--resume", *NEG).exit_code == 0
    assert report_of("right").stat().st_ino != before


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
    code = "from samebits.conformance.cli import main; main()"
    arguments = ["certify", "--backend", "py:slow:backend", "--device", "right", "-n", "2"]
    mark = f"samebits-test-{os.getpid()}-{time.monotonic_ns()}"
    owner = subprocess.Popen(
        [sys.executable, "-c", code, *arguments, "--level", "smoke", *NEG],
        cwd=tmp_path, env={**os.environ, "SAMEBITS_TEST_MARK": mark},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert within(60, lambda: len(marked(mark)) >= 6), marked(mark)  # controller, workers, hosts
    owner.kill()
    owner.wait()
    assert within(20, lambda: not marked(mark)), marked(mark)


def within(seconds: float, holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while not (held := holds()) and time.monotonic() < until:
        time.sleep(0.1)
    return held


def marked(mark: str) -> list[str]:
    """The processes that were started with a mark in their environment."""
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
    assert f"questions were drawn from seed {header.seed}; --seed {header.seed}" in first.stdout
    assert f"--seed={header.seed}" in header.command
    assert header.seed in Path("out/index.html").read_text()
    assert header.seed in Path("out/summary.md").read_text()
    wrong = [r for r in verify(report_of("wrong")).results if r.outcome == "fail"]
    assert {r.label for r in wrong} == {"f32"}
    certify("--device", "wrong", "--seed", header.seed, *DRAWN)
    again = [r for r in verify(report_of("wrong")).results if r.outcome == "fail"]
    assert [(r.id, r.reason) for r in again] == [(r.id, r.reason) for r in wrong]
    certify("--device", "wrong", *DRAWN)
    other = verify(report_of("wrong"))
    assert other.header.seed != header.seed
    # The ids do not depend on the seed: so the plan can be compared.
    assert other.header.planned_digest == header.planned_digest
    assert "exactly that of such a run" in other.checks[-1]


def test_a_resumed_run_keeps_the_seed_and_another_seed_is_refused(certify: Certify) -> None:
    certify("--device", "right", *DRAWN)
    target = report_of("right")
    seed = verify(target).header.seed
    kept = interrupt(target, 4)
    refused = certify("--device", "right", "--resume", "--seed", "abc", *DRAWN)
    assert refused.exit_code == 2
    assert f"its seed was {seed}" in refused.stdout
    assert certify("--device", "right", "--resume", *DRAWN).exit_code == 0
    assert target.read_bytes().splitlines(keepends=True)[:4] == kept
    assert verify(target).header.seed == seed


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
        (("--seed", "mine"), "hexadecimal digits are wanted"),
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
    with pytest.raises(SamebitsError, match=r"--case nothing\* excludes every one"):
        certify("--case", "nothing*", "--op", "neg")
    assert not Path("out").exists()


def test_an_unknown_backend_lists_those_known(certify: Certify) -> None:
    with pytest.raises(SamebitsError, match="unknown backend 'cc'.*known: c, cuda, numpy, torch"):
        certify(backend="cc")


def test_help_shows_an_example() -> None:
    assert "samebits certify --backend c" in CliRunner().invoke(command, ["--help"]).output


def test_devices_whose_reports_would_replace_each_other_are_refused(tmp_path: Path) -> None:
    """Of `a b` and `a/b` the report of the first was gone when the second had been judged."""
    targets = {name: certification._target(f"x:{name}", tmp_path) for name in ("a b", "a/b")}
    with pytest.raises(ReportError, match="the devices 'a b' and 'a/b' would write the same"):
        certification._check_apart(targets)
    big = {name: certification._target(f"x:{name}", tmp_path) for name in ("a", "A")}
    with pytest.raises(ReportError, match="'a' and 'A'"):
        certification._check_apart(big)
    certification._check_apart({"a": tmp_path / "a", "b": tmp_path / "b"})


def test_a_backend_of_devices_that_are_judged_by_name_says_so() -> None:
    """It once ended with a traceback and status 1."""
    from samebits.backends.protocol import BackendError, Device

    class Shy:
        name = "shy"

        def devices(self) -> list[Device]:
            return [Device("slow", "takes hours", by_name=True)]

    with pytest.raises(BackendError, match="judged by name; name one by --device: slow"):
        certification.chosen_devices(Shy(), "shy", ())  # type: ignore[arg-type]
    assert certification.chosen_devices(Shy(), "shy", ("slow",))  # type: ignore[arg-type]
