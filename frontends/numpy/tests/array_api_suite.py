"""Run the array API test suite on `samebits.numpy`, and compare its failures with a list.

    nox -s record -- array_api FOLDER
    nox -s record -- array_api FOLDER --redraw

FOLDER is a checkout of github.com/data-apis/array-api-tests with its submodule. With `--redraw` it
lists all tests that fail even if examples with two dtypes are left out.

`array_api_refused.txt` names each test that fails, below the reason. The run fails if a listed test
passes or if a test that is not listed fails, so the list can only shrink. This file is also the
pytest plugin that runs inside the suite.
"""

from __future__ import annotations

import builtins
import itertools
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from samebits.common.errors import SamebitsError
from samebits.spec.errors import SpecTypeError

LIST = Path(__file__).with_name("array_api_refused.txt")

_OUTCOMES = "SAMEBITS_ARRAY_API_OUTCOMES"
"""The environment variable with the path to which the plugin writes the outcomes."""

_REDRAWS = "SAMEBITS_ARRAY_API_REDRAWS"
"""The environment variable that is "1" if examples with two dtypes are replaced by others."""

_LEFT_OUT = ("array_object", "dlpack", "fft")
"""Names of test files about NumPy's array object, and about functions that no clause defines."""

_SETTINGS = {
    "ARRAY_API_TESTS_MODULE": "samebits.numpy",
    "ARRAY_API_TESTS_VERSION": "2024.12",
    "ARRAY_API_TESTS_SKIP_DTYPES": "complex64,complex128",
}


def read(text: str) -> Mapping[str, str]:
    """Return the listed tests with their reasons. Raises SamebitsError if a reason is missing."""
    found: dict[str, str] = {}
    reason = ""
    for line in text.splitlines():
        if line.startswith("## "):
            reason = line.removeprefix("## ")
        elif line and not line.startswith("#"):
            if not reason or line in found:
                raise SamebitsError(f"{LIST.name}: {line} has no reason, or is listed twice")
            found[line] = reason
    return found


def differences(outcomes: Mapping[str, str], listed: Mapping[str, str]) -> list[str]:
    """Return a line for each listed test that does not fail, and for each failing test not listed.

    A listed test that was not run has a line too, so that the list has no obsolete entries.
    """
    failed = {test for test, outcome in outcomes.items() if outcome == "failed"}
    unlisted, mended = sorted(failed - {*listed}), sorted({*listed} - failed)
    lines = [f"fails, and is not listed: {test}" for test in unlisted]
    return lines + [f"{outcomes.get(t, 'not asked')}, but is listed: {t}" for t in mended]


def ask(folder: Path, more: Sequence[str]) -> Mapping[str, str]:
    """Run the suite in a folder, and return the outcome of each test.

    Raises SamebitsError if the folder does not contain the suite.
    """
    if not (folder / "array_api_tests").is_dir():
        raise SamebitsError(
            f"{folder} has no folder array_api_tests; give a checkout of "
            "github.com/data-apis/array-api-tests with its submodule array-api"
        )
    written = Path(os.environ.get(_OUTCOMES, "build/array_api.json")).resolve()
    written.parent.mkdir(parents=True, exist_ok=True)
    written.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-p", "samebits.numpy.tests.array_api_suite"]
    command += ["array_api_tests", "-q", "--tb=short", "-p", "no:cacheprovider"]
    command += ["--hypothesis-derandomize", "--hypothesis-disable-deadline", "--max-examples=20"]
    command += [f"--ignore=array_api_tests/test_{name}.py" for name in _LEFT_OUT]
    paths = os.pathsep.join([str(folder.resolve()), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, **_SETTINGS, _OUTCOMES: str(written), "PYTHONPATH": paths}
    subprocess.run([*command, *more], cwd=folder, env=environment, check=False)
    if not written.exists():
        raise SamebitsError(f"the suite in {folder} did not run to its end; see above")
    outcomes: dict[str, str] = json.loads(written.read_text(encoding="utf-8"))
    return outcomes


def main(arguments: Sequence[str]) -> int:
    """Run the suite in the folder of the first argument; return the exit status.

    All other arguments are passed to pytest.
    """
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    folder, *more = [argument for argument in arguments if argument != "--redraw"]
    redraws = "--redraw" in arguments
    os.environ[_REDRAWS] = "1" if redraws else ""
    outcomes = ask(Path(folder), more)
    listed = read(LIST.read_text(encoding="utf-8"))
    found = [] if redraws else differences(outcomes, listed)
    if redraws:
        found = sorted(test for test, outcome in outcomes.items() if outcome == "failed")
    print("\n".join(found))
    counts = {word: list(outcomes.values()).count(word) for word in ("passed", "failed", "skipped")}
    print(", ".join(f"{count} {word}" for word, count in counts.items()), f"{len(listed)} listed")
    return 1 if found else 0


_SEEN: dict[str, str] = {}


def _reject(self: SpecTypeError, message: str) -> None:
    """Initialise an error; if it is about two dtypes, let Hypothesis draw a different example."""
    Exception.__init__(self, message)
    if "no result is defined for operands of" in message:
        hypothesis.reject()


def pytest_load_initial_conftests() -> None:
    """Import the suite with a `max` that accepts an empty list: there is no complex dtype."""
    most = builtins.max

    def widest(*values: Any, **named: Any) -> Any:
        if len(values) == 1 and values[0] == [] and "default" not in named:
            return (None, 0)
        return most(*values, **named)

    if _OUTCOMES in os.environ:
        if os.environ.get(_REDRAWS):
            SpecTypeError.__init__ = _reject  # type: ignore[assignment,method-assign]
        builtins.max = widest
        try:
            __import__("array_api_tests.dtype_helpers")
        finally:
            builtins.max = most


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """Use the same examples in every run, and do not shrink them."""
    if _OUTCOMES in os.environ:
        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        suite = hypothesis.settings.get_profile("array-api-tests")
        checks = (hypothesis.HealthCheck.filter_too_much, hypothesis.HealthCheck.too_slow)
        hypothesis.settings.register_profile(
            "asked", suite, phases=phases, database=None, suppress_health_check=checks
        )
        hypothesis.settings.load_profile("asked")


_OF_OTHERS = re.compile(r"\b(imag|real)\(|\[__\w+__\(|test_iop")
"""A pattern for tests of complex numbers, and of array operators, which belong to NumPy."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests that do not test samebits."""
    if _OUTCOMES in os.environ:
        out = [_OF_OTHERS.search(item.nodeid) is not None for item in items]
        config.hook.pytest_deselected(items=[*itertools.compress(items, out)])
        items[:] = [item for item, is_out in zip(items, out, strict=True) if not is_out]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Record the worst outcome of all phases of a test."""
    if report.failed or report.skipped or report.when == "call":
        worst = _SEEN.get(report.nodeid)
        _SEEN[report.nodeid] = "failed" if "failed" in (worst, report.outcome) else report.outcome


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the outcomes, in the process that started the worker processes."""
    if (path := os.environ.get(_OUTCOMES)) and not hasattr(session.config, "workerinput"):
        Path(path).write_text(json.dumps(_SEEN, indent=1), encoding="utf-8")


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except SamebitsError as problem:
        sys.exit(f"array_api: {problem}")
