"""Test a few hundred mutations of every file that the judge reads.

`nox -s record -- mutations` tries 10^5.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from samebits.conformance.trials.file_mutations import __main__ as mutations
from samebits.conformance.trials.file_mutations.targets import TARGETS

ROUNDS = 200


@pytest.fixture(autouse=True)
def opened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (mutations.plan, mutations.pages):
        monkeypatch.setattr(module, "Vectors", module.Vectors)  # so that monkeypatch restores it
    mutations.open_once()


@pytest.mark.parametrize("target", TARGETS)
def test_a_mutated_file_is_refused_in_one_line_or_means_the_same(
    target: str, tmp_path: Path
) -> None:
    accepted, wrong = mutations.run(target, "ci", range(ROUNDS), tmp_path)
    assert wrong == []
    assert accepted < ROUNDS


def test_what_goes_wrong_is_named_by_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trial(draw: random.Random) -> bool:
        raise RecursionError("too\ndeep")

    monkeypatch.setitem(mutations.TARGETS, "report_bytes", lambda folder: trial)
    _, wrong = mutations.run("report_bytes", "ci", range(7, 8), tmp_path)
    assert wrong == ["report_bytes 7: RecursionError: too deep"]
