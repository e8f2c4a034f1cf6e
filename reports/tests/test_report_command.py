from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from samebits.commands.report import command
from samebits.reports import verify as verifying
from samebits.reports.errors import ReportError
from samebits.reports.plan import PlanCheck
from samebits.reports.tests.synthetic import case, failing, mixed
from samebits.spec.formats import FORMATS

Writer = Callable[..., Path]


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(command, [str(a) for a in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every report count as compared with the installed vectors."""
    monkeypatch.setattr(verifying, "check_plan", lambda *_: PlanCheck("all compared", True))


@pytest.mark.usefixtures("compared")
def test_verify_exits_0_for_a_report_that_passes_and_says_that_it_is_unsigned(
    write: Writer,
) -> None:
    result = run("verify", write([case("exp"), case("sum")]))
    assert result.exit_code == 0
    assert "toy:cpu  PASS" in result.output
    assert "self-reported, unsigned" in result.output


def test_verify_exits_3_where_the_plan_could_not_be_compared(write: Writer) -> None:
    result = run("verify", write([case("exp"), case("sum")]))
    assert result.exit_code == 3
    assert "valid, but not compared with its vectors: " in result.output
    assert "not compared with the must-pass lists: the report is on vectors" in result.output


@pytest.mark.usefixtures("compared")
def test_verify_exits_1_for_a_run_that_is_incomplete(write: Writer) -> None:
    silent = case("exp", name="s", outcome="not_run", reason="no file", elements=0)
    result = run("verify", write([case("exp"), silent]))
    assert result.exit_code == 1
    assert "toy:cpu  INCOMPLETE: incomplete, so nothing is claimed" in result.output
    assert "math: 1 not run (no file)" in result.output


def test_verify_takes_all_reports_of_a_folder(write: Writer, tmp_path: Path) -> None:
    paths = [write([case("exp")], name="a.jsonl"), write(name="b.jsonl")]
    packed = tmp_path / "deep" / "c.jsonl.gz"
    packed.parent.mkdir()
    packed.write_bytes(gzip.compress(paths[0].read_bytes()))
    (tmp_path / "d.jsonl.partial").write_text("x")
    result = run("verify", tmp_path)
    assert result.exit_code == 1
    assert result.output.count("valid") == 3 + result.output.count("not valid")
    for path in (*paths, packed):
        assert str(path) in result.output


def test_verify_refuses_a_folder_without_a_report(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="contains no report"):
        run("verify", tmp_path)


@pytest.mark.parametrize("name", ["show", "agree", "render"])
def test_every_command_of_many_files_takes_a_folder(
    name: str, write: Writer, tmp_path: Path
) -> None:
    results = [case("exp"), case("sum")]
    paths = [write(results, name=f"r{i}.jsonl", device=d) for i, d in enumerate(("cpu", "gpu"))]
    more = ["--md", tmp_path / "both.md"] if name == "render" else []
    ended = run(name, tmp_path, *more)
    assert ended.exit_code == 0
    assert ended.output == run(name, *paths, *more).output
    with pytest.raises(ReportError, match="contains no report"):
        run(name, empty_in(tmp_path), *more)


def empty_in(folder: Path) -> Path:
    (folder / "empty").mkdir()
    return folder / "empty"


def test_a_badge_is_of_one_report_also_where_a_folder_is_given(
    write: Writer, tmp_path: Path
) -> None:
    write(name="a.jsonl")
    assert run("render", tmp_path, "--badge", tmp_path / "b.svg").exit_code == 0
    write(name="b.jsonl")
    both = run("render", tmp_path, "--badge", tmp_path / "b.svg")
    assert (both.exit_code, "one FILE" in both.output) == (2, True)


@pytest.mark.usefixtures("compared")
def test_of_several_reports_the_worst_status_counts(write: Writer) -> None:
    good, bad = write([case("exp")], name="good.jsonl"), write(name="bad.jsonl")
    broken = write(name="broken.jsonl")
    broken.write_bytes(b"x")
    assert run("verify", good, bad).exit_code == 1
    assert run("verify", good, bad, broken).exit_code == 2
    assert run("verify", good).exit_code == 0


def test_verify_exits_1_for_a_valid_report_that_does_not_conform(write: Writer) -> None:
    result = run("verify", write())
    assert result.exit_code == 1
    assert "toy:cpu  FAIL" in result.output
    assert "\x1b[31m" not in result.output
    assert "\x00" not in result.output


def test_verify_exits_2_and_checks_the_others_when_one_cannot_be_believed(write: Writer) -> None:
    good = write([case("exp"), case("sum")], name="good.jsonl")
    bad = write(name="bad.jsonl")
    bad.write_bytes(bad.read_bytes()[:-1])
    result = run("verify", bad, good)
    assert result.exit_code == 2
    assert f"not valid: {bad} line" in result.output
    assert f"its vectors: {good}" in result.output


def test_render_writes_what_is_asked(write: Writer, tmp_path: Path) -> None:
    names = {"--html": "p.html", "--md": "p.md", "--junit": "p.xml", "--badge": "p.svg"}
    asked = [x for option, name in names.items() for x in (option, tmp_path / "new" / name)]
    result = run("render", write(), *asked)
    assert result.exit_code == 0
    for name in names.values():
        assert (tmp_path / "new" / name).stat().st_size > 100
        assert name in result.output


def test_render_draws_nothing_from_a_report_that_is_not_valid(
    write: Writer, tmp_path: Path
) -> None:
    path = write()
    path.write_bytes(path.read_bytes().replace(b'"fail"', b'"pass"', 1))
    with pytest.raises(ReportError):
        run("render", path, "--html", tmp_path / "p.html")
    assert not (tmp_path / "p.html").exists()


def test_render_says_what_is_missing(write: Writer, tmp_path: Path) -> None:
    path = write()
    assert "add --html" in run("render", path).output
    both = run("render", path, path, "--badge", tmp_path / "b.svg")
    assert both.exit_code == 2
    assert "one FILE" in both.output


def test_show_names_ops_formats_mistakes_and_silent_cases(write: Writer) -> None:
    text = run("show", write()).output
    for shown in ("exp", "f16", "tree:sequential", "no bfloat16 here", "✗"):
        assert shown in text


@pytest.mark.parametrize("width", ["80", "50"])
def test_show_fits_the_terminal_and_cuts_nothing(
    write: Writer, monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    long = [case("conv3d_weight_gradient", label) for label in FORMATS]
    long += [failing("conv3d_weight_gradient_too", label) for label in FORMATS]
    text = run("show", write([*mixed(), *long], "long.jsonl")).output
    assert max(len(line) for line in text.splitlines()) <= int(width)
    assert "\u2026" not in text
    words = "".join(text.split())
    for name in ("conv3d_weight_gradient_too", "f8e4m3fn", "1of2pass", "law:strides"):
        assert name in words


def test_diff_exits_1_and_names_the_cases(write: Writer) -> None:
    old = write([case("exp", name="bad")], name="old.jsonl")
    new = write([failing("exp")], name="new.jsonl")
    result = run("diff", old, new)
    assert result.exit_code == 1
    assert "exp/f32/group/bad: pass -> fail (3 wrong)" in result.output
    assert run("diff", old, old).exit_code == 0


@pytest.mark.parametrize("name", ["verify", "render", "show", "diff"])
def test_every_help_shows_an_example(name: str) -> None:
    assert f"samebits report {name}" in run(name, "--help").output
