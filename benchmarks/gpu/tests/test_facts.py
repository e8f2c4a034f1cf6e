"""Test the facts about a GPU: one query if possible, and a failure does not stop a run."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pytest

from samebits.benchmarks.gpu import facts

PLACE = SimpleNamespace(is_gpu=True, device="cuda:3")


@pytest.fixture
def asked(monkeypatch):
    """Replace nvidia-smi by a double that does not know `mig.mode.current`; return its queries."""
    questions = []

    def run(words, **keywords):
        questions.append(words)
        names = words[1].removeprefix("--query-gpu=").split(",")
        if "mig.mode.current" in names:
            return SimpleNamespace(returncode=2, stdout='Field "mig.mode.current" is not valid.')
        return SimpleNamespace(returncode=0, stdout=", ".join(f"{n}!" for n in names) + "\n")

    monkeypatch.setattr(facts.shutil, "which", lambda name: f"/somewhere/{name}")
    monkeypatch.setattr(facts.subprocess, "run", run)
    return questions


def test_names_that_are_all_known_take_one_question(asked):
    found = facts.told(PLACE, facts.CHANGING)
    assert found == {name: f"{name}!" for name in facts.CHANGING}
    assert len(asked) == 1
    assert asked[0][2:] == ("--format=csv,noheader", "--id=3")


def test_a_name_that_is_not_known_costs_only_itself(asked):
    found = facts.told(PLACE, facts.FIXED)
    assert set(found) == set(facts.FIXED) - {"mig.mode.current"}


def test_a_tool_that_does_not_answer_tells_nothing(asked, monkeypatch):
    def run(words, **keywords):
        asked.append(words)
        raise subprocess.TimeoutExpired(words, 20)

    monkeypatch.setattr(facts.subprocess, "run", run)
    assert facts.told(PLACE, facts.FIXED) == {}
    assert len(asked) == 1  # a timeout of 20 seconds in all, not for each field


def test_a_stand_in_asks_nothing(asked):
    assert facts.told(SimpleNamespace(is_gpu=False, device="cpu"), facts.FIXED) == {}
    assert asked == []
