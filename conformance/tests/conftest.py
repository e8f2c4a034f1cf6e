"""Fixtures for tests of the judge: a folder of vectors, and runs in separate processes."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field

import pytest

from samebits.conformance import budget
from samebits.conformance.results.records import CaseResult
from samebits.conformance.tests.fakes import OPS
from samebits.conformance.tests.small_backend import write_vectors

FAKES = "py:samebits.conformance.tests.fakes:"
NARROW = (*(word for op in OPS for word in ("--op", op)), "--format", "f32")


@dataclass
class Ended:
    """The end of a run of the judge: exit status, output, and the arguments of the hooks."""

    status: int
    text: str
    results: dict[str, CaseResult] = field(default_factory=dict)
    header: dict = field(default_factory=dict)
    verdict: dict = field(default_factory=dict)
    calls: list = field(default_factory=list)
    condition: dict = field(default_factory=dict)

    def outcomes(self):
        return {name: result.outcome for name, result in self.results.items()}


@pytest.fixture(scope="session")
def small_vectors(tmp_path_factory):
    return write_vectors(tmp_path_factory.mktemp("vectors"))


@pytest.fixture
def judge_run(small_vectors, tmp_path):
    """Return a function that runs the judge on a fake backend and returns an `Ended`."""

    def run(backend, *arguments, workers=1, narrow=NARROW, environment=None, cwd=None):
        kept = tmp_path / "kept.json"
        spelled = backend if ":" in backend else FAKES + backend
        command = [
            sys.executable,
            "-m",
            "samebits.conformance.judging.runner",
            "--backend",
            spelled,
        ]
        command += ["--vectors", str(small_vectors), *narrow, "-n", str(workers)]
        command += ["-p", "samebits.conformance.tests.keeper", *arguments]
        ended = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=300,
            cwd=cwd or tmp_path,
            env={**os.environ, "SAMEBITS_KEEP": str(kept), **(environment or {})},
        )  # fmt: skip
        text = ended.stdout + ended.stderr
        told = json.loads(kept.read_text()) if kept.exists() else {}
        results = [CaseResult.from_json(r) for r in told.get("results", [])]
        return Ended(
            ended.returncode,
            text,
            {r.id: r for r in results},
            told.get("header", {}),
            told.get("verdict", {}),
            told.get("calls", []),
            told.get("condition", {}),
        )

    return run


@pytest.fixture(autouse=True)
def _diagnoses_take_their_time():
    """Remove the time limit of diagnoses in the test process, because machines may be slow."""
    with budget.limited(0):
        yield
