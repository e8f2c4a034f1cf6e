"""Tests that the C++ example host conforms, and that each fault planted in it has its outcome."""

import re
from fnmatch import fnmatchcase

import pytest

from samebits.backends.hosting import link
from samebits.conformance.judging.options import Options
from samebits.conformance.tests.exec_faults import FAULTS, PROGRAM, compiled
from samebits.conformance.tests.fakes import OPS
from samebits.conformance.tests.judging import judged, read_vectors_once

LACKING = "not_applicable"
"""The outcome of a law that needs an ability that the program lacks."""
NEED_MORE = ("law/threads/*", "law/environment/*")


@pytest.fixture(autouse=True)
def _vectors_read_once(monkeypatch):
    read_vectors_once(monkeypatch)


def judge(program, folder, **chosen):
    settings = {"ops": OPS, "formats": ("f32",), "level": "smoke", "workers": 0, **chosen}
    return judged(Options(backend=f"exec:{program}", **settings), folder / "report.jsonl")


def test_the_example_has_at_most_200_lines():
    assert len(PROGRAM.read_text().splitlines()) <= 200


def test_the_example_conforms(tmp_path):
    status, found = judge(compiled(tmp_path), tmp_path)
    assert status == 0
    assert {r.op for r in found.values()} == set(OPS)
    for name, result in found.items():
        lacks = any(fnmatchcase(name, pattern) for pattern in NEED_MORE)
        assert result.outcome == (LACKING if lacks else "pass"), f"{name}: {result.reason}"


def test_the_example_refuses_every_call_that_is_an_error(tmp_path):
    program = compiled(tmp_path)
    status, found = judge(program, tmp_path, sets=("refused",), level="full")
    assert status == 0, {r.id: r.reason for r in found.values() if r.outcome != "pass"}
    assert len(found) > 20


def test_there_are_at_least_twelve_faults_and_all_look_different():
    assert len(FAULTS) >= 12
    assert len({(f.outcome, f.reason, f.line, f.instead) for f in FAULTS.values()}) == len(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_has_its_outcome_and_the_run_goes_on(name, tmp_path, monkeypatch):
    fault = FAULTS[name]
    monkeypatch.setattr(link, "usual_memory_limit", lambda: 200 << 20)
    chosen = {"cases": (fault.case,), "level": "standard"} if fault.case else {}
    program = compiled(tmp_path, fault)
    status, found = judge(program, tmp_path, deadline=fault.deadline, **chosen)
    assert status == 1
    hit = {i: r for i, r in found.items() if r.op == fault.op and r.outcome != LACKING}
    for i, result in found.items():
        assert i in hit or result.outcome in ("pass", LACKING), f"{i}: {result.reason}"
    if not fault.case:  # in refused cases, the reason is part of a longer text
        refused = [hit.pop(i) for i in list(hit) if hit[i].kind == "refused"]
        assert {r.outcome for r in refused} <= {"pass", fault.outcome}
    as_planted = {i for i, r in hit.items() if matches(fault, r)}
    assert as_planted, [(r.id, r.outcome, r.reason, r.diagnosis) for r in hit.values()]
    if fault.spoils == "every":
        assert as_planted == set(hit), {i: r.reason for i, r in hit.items()}


def matches(fault, result):
    said = [result.reason]
    said += [result.diagnosis.name, result.diagnosis.text] if result.diagnosis else []
    return result.outcome == fault.outcome and any(re.search(fault.reason, text) for text in said)
