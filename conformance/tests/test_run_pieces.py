"""Tests of parts of a run: options, device, environment, items, and messages to the user."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from samebits.backends.protocol import BackendError, Device
from samebits.common.errors import SamebitsError
from samebits.conformance.calls.subject import choose_device
from samebits.conformance.errors import JudgeError
from samebits.conformance.judging import items, plugin, runner
from samebits.conformance.judging.conclusion import conclude
from samebits.conformance.judging.items import PROPERTY, CaseFailedError, CaseItem
from samebits.conformance.judging.options import SETS, Options
from samebits.conformance.judging.reporter import Reporter
from samebits.conformance.op_listing import op_files
from samebits.conformance.refused.attribute_values import wrong_values
from samebits.conformance.tests.test_conclusion import case, law
from samebits.conformance.tests.test_verdict import result
from samebits.spec.catalog import get_op


def test_every_option_of_a_run_is_among_its_arguments(tmp_path: Path) -> None:
    options = Options(
        backend="c", device="avx2", level="full", profiles=("core",), ops=("add", "mul"),
        formats=("f32",), sets=("golden",), cases=("add/*",), shard="1/2", threads=3, deadline=7.0,
        waivers=tmp_path / "w", vectors=tmp_path / "v", pulse=tmp_path / "p", seed="a1",
        answers=tmp_path / "a",
    )  # fmt: skip
    assert options.arguments() == [
        "--backend=c", "--device=avx2", "--level=full", "--profile=core", "--op=add", "--op=mul",
        "--format=f32", "--set=golden", "--case=add/*", "--shard=1/2", "--threads=3",
        "--deadline=7", f"--waivers={tmp_path / 'w'}", f"--vectors={tmp_path / 'v'}",
        f"--pulse={tmp_path / 'p'}", "--seed=a1", f"--answers={tmp_path / 'a'}",
    ]  # fmt: skip
    assert Options(backend="c").arguments() == ["--backend=c", "--level=standard"]


@pytest.mark.parametrize("name", ["golden", "real", "law", "refused", "drawn"])
def test_every_set_of_cases_can_be_asked_for(name: str) -> None:
    assert Options(backend="c", sets=(name,)).check().sets == (name,)
    assert name in SETS


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"threads": 0}, "--threads 0 must be at least 1"),
        ({"shard": "3/2"}, "--shard 3/2: the form is K/N"),
        ({"shard": "0/2"}, "--shard 0/2: the form is K/N"),
        ({"shard": "x/2"}, "--shard x/2: the form is K/N"),
        ({"shard": "1/²"}, "--shard 1/²: the form is K/N"),
    ],
)
def test_an_option_out_of_range_is_one_line(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(JudgeError, match=said):
        Options(backend="c", **changes).check()
    for shard in ("1/1", "2/2", "1/9"):
        assert Options(backend="c", shard=shard).shard_of() == tuple(map(int, shard.split("/")))


def backend(*devices: Device) -> Any:
    return SimpleNamespace(name="b", devices=lambda: devices)


def test_a_backend_without_a_device_is_one_line_with_the_reasons() -> None:
    gone = Device("gpu", "a card", False, "no driver")
    with pytest.raises(BackendError, match=r"'b' has no available device \(gpu: no driver\)"):
        choose_device(backend(gone), "b", None)
    with pytest.raises(BackendError, match=r"'b' has no available device \(devices\(\) is empty\)"):
        choose_device(backend(), "b", None)
    with pytest.raises(BackendError, match="gpu is not available: no driver"):
        choose_device(backend(gone), "b", "gpu")
    here = Device("avx2", "vectors")
    assert choose_device(backend(gone, here), "b", None) is here
    assert choose_device(backend(gone, here), "b", "b:avx2") is here
    with pytest.raises(BackendError, match="no device 'avx'; did you mean avx2\\? known: gpu, av"):
        choose_device(backend(gone, here), "b", "avx")


def test_a_run_loads_no_foreign_plugin_and_captures_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: dict[str, Any] = {}

    def main(arguments: list[str], plugins: Any = None) -> int:
        seen.update(arguments=list(arguments), environment=dict(os.environ))
        return 0

    monkeypatch.setattr(runner.pytest, "main", main)
    monkeypatch.setenv("PYTEST_ADDOPTS", "-x")
    runner.run(Options(backend="c"))
    assert seen["environment"]["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] == "1"
    assert "PYTEST_ADDOPTS" not in seen["environment"]
    assert "--capture=no" in seen["arguments"]
    assert os.environ["PYTEST_ADDOPTS"] == "-x"


@pytest.mark.parametrize(
    ("outcome", "ends", "said"),
    [
        ("pass", None, ""),
        ("fail", CaseFailedError, "add/f32/x: fail"),
        ("not_run", pytest.skip.Exception, "not_run: why"),
    ],
)
def test_an_item_ends_as_its_case_and_leaves_the_result(outcome: Any, ends: Any, said: str) -> None:
    found = replace(result("add/f32/x", outcome), reason="why")
    item: Any = SimpleNamespace(
        worker=SimpleNamespace(judge=lambda work: found, unless=lambda: None),
        work=None,
        user_properties=[],
    )
    ended: BaseException | None = None
    try:
        CaseItem.runtest(item)
    except (CaseFailedError, pytest.skip.Exception) as error:  # a skip would end this test
        ended = error
    assert type(ended) is (type(None) if ends is None else ends)
    assert ended is None or said in str(ended)
    ((name, text),) = item.user_properties
    assert (name, f'"{outcome}"' in text) == (PROPERTY, True)


def test_where_the_judge_cannot_judge_every_planned_id_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise SamebitsError("other vectors")

    made: Any = SimpleNamespace(from_parent=lambda session, name, text: (name, text))
    heard: list[str] = []
    hook = SimpleNamespace(
        pytest_collection_modifyitems=lambda **_: heard.append("modify"),
        pytest_collection_finish=lambda **_: heard.append("finish"),
    )
    handed = {"ids": ["a", "b"], "root": "r", "set": {}}
    config: Any = SimpleNamespace(workerinput={"samebits": handed}, hook=hook)
    session: Any = SimpleNamespace(config=config, items=None, testscollected=0)
    monkeypatch.setattr(plugin, "_planned_work", fail)
    monkeypatch.setattr(plugin, "options_of", lambda config: Options(backend="c"))
    monkeypatch.setattr(plugin, "StoppedItem", made)
    plugin.pytest_collection(session)
    assert session.items == [("a", "other vectors"), ("b", "other vectors")]
    assert (session.testscollected, heard) == (2, ["modify", "finish"])


def reporter(**more: Any) -> tuple[Reporter, io.StringIO]:
    out = io.StringIO()
    return Reporter(Console(file=out, width=200), **{"progress": True, **more}), out


def test_a_run_that_is_interrupted_before_it_began_says_so() -> None:
    said, out = reporter()
    said.interrupted()
    assert out.getvalue() == "interrupted after 0 of 0 cases\n"


def test_progress_counts_the_outcomes_that_occurred() -> None:
    said, out = reporter()
    said._planned = 2
    said.add(result("a"))
    said.add(result("b", "fail"))
    assert out.getvalue().splitlines() == ["1 of 2 (1 pass)", "2 of 2 (1 pass, 1 fail)"]


def test_why_a_conclusion_is_not_confirmed_is_always_a_text() -> None:
    found = conclude([case("1", outcome="error")])["sum"]
    assert (found.because, found.confirmed) == ("", True)
    assert found.line().startswith("sum: confirmed ")
    observed = conclude([law("alignment")])["sum"]
    assert (observed.because, observed.name) == ("", "law:alignment")


def test_a_law_about_the_environment_explains_no_case_in_the_default_one() -> None:
    found = conclude([case("1"), case("2"), case("3"), law("environment")])["sum"]
    assert (found.name, found.confirmed, found.laws) == ("unexplained", False, ("environment",))
    assert "laws broken: environment; values unexplained" in found.line()


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("conv1d", {"()", "(1, 1)", "(1.0,)"}, "(1,)"),
        ("conv2d", {"(1,)", "(1, 1, 1)", "(1, 1.0)"}, "(1, 1)"),
        ("conv3d", {"(1, 1)", "(1, 1, 1, 1)", "(1, 1, 1.0)"}, "(1, 1, 1)"),
    ],
)
def test_an_attribute_refuses_lists_that_are_too_short_and_too_long(
    name: str, wrong: set[str], right: str
) -> None:
    stride = next(a for a in get_op(name).attributes if a.name == "stride")
    refused = [repr(value) for value, _ in wrong_values(name, stride)]
    assert wrong <= set(refused)
    assert right not in refused


def test_a_real_attribute_takes_a_whole_number_as_json_writes_it() -> None:
    op = get_op("leaky_relu")
    real = next(a for a in op.attributes if a.type == "real")
    refused = [value for value, _ in wrong_values("leaky_relu", real)]
    assert not any(type(value) is int for value in refused)
    assert any(type(value) is float for value in refused)


def test_the_enclosure_of_a_function_is_named_with_its_own_file() -> None:
    for folder, macro in (("oracles/sweep/src", "SWEEP"), ("oracles/sweep/src/wide", "WIDE")):
        place = op_files._enclosure("enclosure", folder, f"{macro}(exp)")
        assert place.present
        text = Path(op_files.__file__).parents[2].joinpath(place.path).read_text()
        assert f"{macro}(exp)" in text
        missing = op_files._enclosure("enclosure", folder, f"{macro}(nothing)")
        assert (missing.present, missing.path) == (False, f"{folder}/nothing.c")


def test_kills_are_counted_of_hosts_alone() -> None:
    worker: Any = SimpleNamespace(_subject=None)
    assert items.Worker._kills(worker) == 0


def test_the_plugin_knows_every_argument_that_a_run_is_given(tmp_path: Path) -> None:
    known: list[str] = []
    group = SimpleNamespace(addoption=lambda name, **_: known.append(name))
    parser: Any = SimpleNamespace(getgroup=lambda *_: group)
    plugin.pytest_addoption(parser)
    options = Options(
        backend="c", device="x", profiles=("core",), ops=("add",), formats=("f32",),
        sets=("golden",), cases=("add/*",), shard="1/2", threads=3, deadline=7.0, waivers=tmp_path,
        vectors=tmp_path, pulse=tmp_path, seed="a1", answers=tmp_path,
    )  # fmt: skip
    assert {argument.split("=")[0] for argument in options.arguments()} <= set(known)
