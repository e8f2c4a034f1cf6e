"""Tests of the controller of a run, with a replacement for pytest that records calls."""

from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from samebits.backends.protocol import Device, Unsupported
from samebits.conformance import machine
from samebits.conformance.calls.subject import Subject
from samebits.conformance.errors import JudgeError
from samebits.conformance.judging.controller import Controller
from samebits.conformance.judging.options import Options
from samebits.conformance.judging.plan import bare_result
from samebits.conformance.tests import fakes

RIGHT = "py:samebits.conformance.tests.fakes:right"


class Threaded(fakes.RightSession):
    """A session whose number of threads can be set."""

    def configure(self, *, threads=None, stream=None):
        self.threads = threads


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch):
    """Make the controller ask a session in this process instead of starting a host."""
    backend = fakes.FakeBackend(Threaded)

    @contextmanager
    def opened(spelled, device, threads=None):
        yield Subject(spelled, backend, Device("cpu", "a fake"), backend.open("cpu"))

    monkeypatch.setattr("samebits.conformance.judging.controller.open_subject", opened)


class Hooks:
    """A recorder of hook calls that may return the results of an interrupted run."""

    def __init__(self):
        self.known, self.results, self.ended, self.differing = [], [], [], []

    def pytest_samebits_begin(self, config, header):
        self.header = header
        return [self.known]

    def pytest_samebits_result(self, config, result):
        self.results.append(result)

    def pytest_samebits_differs(self, config, result):
        self.differing.append(result)

    def pytest_samebits_end(self, config, header, verdict, condition):
        self.ended.append((header, verdict, condition))


class Config:
    """The part of `pytest.Config` that the controller uses."""

    def __init__(self):
        self.hook = Hooks()
        self.pluginmanager = SimpleNamespace(hasplugin=lambda name: name == "terminalreporter")
        self.option = SimpleNamespace(collectonly=False)
        self.pluginmanager.getplugin = lambda name: None


def controller(folder, **changes):
    chosen = {"ops": ("sum", "mul"), "sets": ("golden", "real"), "workers": 0, **changes}
    options = Options(backend=RIGHT, vectors=folder, **chosen).check()
    return Controller(SimpleNamespace(config=Config(), shouldstop=False), options)


def test_each_of_many_workers_has_one_thread_and_few_share_the_processors(small_vectors):
    many = controller(small_vectors, workers=1024)
    many.plan()
    assert many.handed_out()["set"]["threads"] == 1
    one = controller(small_vectors, workers=1)
    one.plan()
    assert one.handed_out()["set"]["threads"] == machine.processors()


def test_what_cannot_run_is_settled_at_once_unless_it_is_known_from_before(small_vectors):
    first = controller(small_vectors)
    first.plan()
    assert [r.id for r in first.config.hook.results] == ["sum/f32/absent"]
    again = controller(small_vectors)
    again.config.hook.known = list(first.config.hook.results)
    again.plan()
    assert again.config.hook.results == []


def test_workers_get_the_device_and_every_case_that_is_left(small_vectors):
    run = controller(small_vectors)
    run.plan()
    handed = run.handed_out()
    assert handed["set"]["device"] == "cpu"
    assert handed["ids"] == [w.id for w in run._plan.work if w.id not in run._results] != []


def test_results_of_a_run_before_count_as_progress(small_vectors):
    first = controller(small_vectors)
    first.plan()
    again = controller(small_vectors)
    again.config.hook.known = list(first.config.hook.results)
    again.plan()
    assert [r.id for r in again.reporter.results] == ["sum/f32/absent"]
    assert again.reporter._planned == len(again._plan.work)


def waivers(folder, pattern):
    """Write a file with one waiver and return its path."""
    path = folder / "waivers.toml"
    path.write_text(
        f'[[waiver]]\nid = "{pattern}"\nstatus = "waived"\nreason = "why"\nexpires = 9999-01-01\n'
    )
    return path


def test_a_waiver_is_applied_to_what_is_settled_at_once(small_vectors, tmp_path, monkeypatch):
    monkeypatch.setattr(Threaded, "supports", lambda self, call: Unsupported("it is gone"))
    run = controller(small_vectors, waivers=waivers(tmp_path, "mul/*"))
    run.plan()
    found = {(r.op, r.outcome) for r in run.config.hook.results}
    assert {("mul", "waived"), ("sum", "unsupported")} <= found
    assert ("mul", "unsupported") not in found


def test_a_waiver_of_no_case_is_refused_before_anything_runs(small_vectors, tmp_path):
    path = waivers(tmp_path, "no/such/case")
    with pytest.raises(JudgeError, match="'no/such/case' matches no case"):
        controller(small_vectors, waivers=path).plan()


def test_the_end_is_told_with_header_and_verdict_and_gives_the_status(small_vectors):
    run = controller(small_vectors)
    run.plan()
    for work in run._plan.work:
        if work.id not in run._results:
            run._deliver(bare_result(work, "fail", "made so"))
    session = SimpleNamespace(exitstatus=0)
    run.pytest_sessionfinish(session)
    ((header, verdict, _),) = run.config.hook.ended
    assert header is run._plan.header
    assert verdict is run.verdict
    assert session.exitstatus == pytest.ExitCode.TESTS_FAILED


def test_an_interrupted_run_has_no_verdict(small_vectors):
    run = controller(small_vectors)
    run.plan()
    run._interrupted = True
    run.pytest_sessionfinish(SimpleNamespace(exitstatus=2))
    assert run.config.hook.ended == []
    assert run.verdict is None


def test_the_file_that_tells_how_far_exhaustive_cases_are_begins_with_what_is_left(
    small_vectors, tmp_path, monkeypatch
):
    begun = []
    monkeypatch.setattr(
        "samebits.conformance.judging.controller.pulse.begin",
        lambda path, work: begun.append((path, [w.id for w in work])),
    )
    run = controller(small_vectors, pulse=tmp_path / "pulse")
    run.plan()
    assert begun == [(tmp_path / "pulse", run.handed_out()["ids"])]
    controller(small_vectors).plan()
    assert len(begun) == 1
