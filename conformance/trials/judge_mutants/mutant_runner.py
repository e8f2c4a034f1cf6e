"""Run the tests that execute a mutant.

Tests that killed mutants of the same function or file come first, then the tests named after the
mutated file or its folder, and last the tests that execute little other code.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from samebits.conformance.trials.judge_mutants.executed import Executed, from_trace
from samebits.conformance.trials.judge_mutants.mutant_record import Fate, function_of, killers
from samebits.conformance.trials.judge_mutants.mutant_tree import Tree, planted
from samebits.conformance.trials.judge_mutants.operators import Mutant
from samebits.conformance.trials.judge_mutants.targets import ROOT

LONGEST = 5.0
"""The longest time of a traced test, in seconds. Slower tests are not run on mutants."""

BUDGET = 4.0
"""The total time of the tests that are run for one mutant, in seconds.

The time of a test is its time without a mutant. Tests that are named after the mutated file or its
folder (`mirrors`) have a separate budget.
"""

MIRRORED = 2.0
"""The budget for tests that are named after the file or folder, as a multiple of BUDGET."""

_FIRST = 25
"""How many tests that killed mutants of the same function or file are moved to the front."""

PATIENCE = 20.0
"""A part of the time limit when a test is repeated separately, in seconds.

Ten times the usual time of the test is added.
"""


_SUMMARY = re.compile(r"\d+ (?:passed|skipped).* in [\d.]+s")
"""The last line that pytest prints.

If a mutant ends the process early with status 0, it is missing.
"""


class Runner:
    """The test server in its copy of the sources, with time limits for its answers."""

    def __init__(self, tree: Tree, tests: Sequence[str], targets: Sequence[str]) -> None:
        self._tree, self._names = tree, list(targets)
        self._targets = tree.folder / "build" / "targets"
        places = (tree.folder, tree.folder / "build/names/samebits")
        rows = [f"{i} {p / n}\n" for i, n in enumerate(self._names) for p in places]
        self._targets.write_text("".join(rows))
        self._server = subprocess.Popen(
            [
                *(sys.executable, "-m", "samebits.conformance.trials.judge_mutants.server"),
                f"--basetemp={tree.folder / 'build' / 'tmp'}",
                *tests,
            ],
            cwd=tree.folder,
            env={**tree.environment(), "SAMEBITS_MUTANTS_TARGETS": str(self._targets)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            self.tests: list[str] = self._answer()["tests"]
        # also on an interruption, because only this object can stop the server
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stop the server."""
        assert self._server.stdin is not None
        with suppress(BrokenPipeError):
            self._server.stdin.close()
        try:
            self._server.wait(30)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        if self._server.stdout is not None:
            self._server.stdout.close()

    def trace(self, test: str) -> Executed:
        """Run a test without a mutant, and return the lines that it executes."""
        to = self._tree.folder / "build" / "trace"
        to.unlink(missing_ok=True)
        answer = self._ask({"trace": test, "to": str(to), "most": LONGEST})
        trace = to.read_text() if to.exists() else ""
        return from_trace(
            self._tree.folder, test, answer["ended"], answer["seconds"], trace, self._names
        )

    def put(self, mutant: Mutant, tests: Sequence[Executed], asked: str = "") -> Fate:
        """Run tests on a mutant and return the result.

        `asked` is a digest of the tests that decide whether a survivor must be tried again. A test
        that times out is run once more, separately and with a longer limit, because the machine may
        have been slow.
        """
        left = list(tests)
        with planted(self._tree.folder, mutant) as text:
            while left:
                limits = [5.0 + 4 * test.seconds for test in left]
                ended, by = self._one_round(mutant, text, left, limits)
                if ended == "timeout":
                    at = next((i for i, test in enumerate(left) if test.test == by), 0)
                    patient = [PATIENCE + 10 * left[at].seconds]
                    ended, by = self._one_round(mutant, text, left[at : at + 1], patient)
                    left = left[at + 1 :]
                else:
                    left = []
                if ended != "passed":
                    outcome = "timeout" if ended == "timeout" else "killed"
                    return Fate(mutant.name, outcome, by, len(tests), "")
        return Fate(mutant.name, "survived", "", len(tests), asked)

    def _one_round(
        self, mutant: Mutant, text: str, tests: Sequence[Executed], limits: list[float]
    ) -> tuple[str, str]:
        """Run the tests until one fails. Return how the run ended, and the last test."""
        names = [test.test for test in tests]
        answer: dict[str, Any] = {"ended": "cold"}
        if mutant.warm:
            path = str(self._tree.folder / mutant.path)
            given = {"path": path, "text": text, "line": mutant.line}
            answer = self._ask({"tests": names, "limits": limits, **given})
        if answer["ended"] == "cold":
            answer = self._cold(names, sum(limits[:10]) + 20)
        return answer["ended"], answer["test"]

    def _cold(self, tests: Sequence[str], limit: float) -> dict[str, Any]:
        """Run tests in a new process, because the mutated code runs when a module is imported."""
        chosen = self._tree.folder / "build" / "chosen"
        chosen.write_text("\n".join(tests))
        command = [sys.executable, "-m", "pytest", "-x", "-v", "-p", "no:cacheprovider"]
        command += ["--import-mode=importlib", "-o", "addopts=", "--hypothesis-seed=0"]
        command += ["--tb=no", "-rfE", f"--basetemp={self._tree.folder / 'build' / 'tmp'}"]
        process = subprocess.Popen(
            [*command, f"@{chosen}"],
            cwd=self._tree.folder,
            env=self._tree.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            said, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            said, _ = process.communicate()
            # with -v pytest prints the name of a test when the test begins
            begun = [t for t in tests if f"\n{t} " in said]
            ended = [t for t in begun if f"\n{t} PASSED" in said]
            return {"ended": "timeout", "test": next((t for t in begun if t not in ended), "")}
        if process.returncode == 0 and _SUMMARY.search(said):
            return {"ended": "passed", "test": ""}
        failed = [line for line in said.split("\n") if line.startswith(("FAILED ", "ERROR "))]
        by = failed[0].split(" ", 1)[1].split(" - ")[0] if failed else "import"
        return {"ended": "failed", "test": by}

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps(request) + "\n")
        self._server.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._server.stdout is not None
        line = self._server.stdout.readline()
        if not line:
            raise RuntimeError("the test server has ended; its output is above this message")
        return dict(json.loads(line))


class Choice:
    """Chooses the tests for each mutant."""

    def __init__(
        self, executed: Iterable[Executed], budget: float = BUDGET, root: Path = ROOT
    ) -> None:
        self._budget, self._root = budget, root
        self._by_line: dict[tuple[str, int], list[Executed]] = {}
        self._by_file: dict[str, list[Executed]] = {}
        self._known: dict[str, Executed] = {}
        for test in sorted(executed, key=_cost):
            if test.ended != "passed":
                continue
            self._known[test.test] = test
            for name, lines in test.lines.items():
                self._by_file.setdefault(name, []).append(test)
                for line in lines:
                    self._by_line.setdefault((name, line), []).append(test)
        self._killers: dict[str, dict[str, int]] = {}

    def learn(self, fates: Iterable[Fate]) -> None:
        """Put tests first that killed mutants of the same function, then of the same file."""
        self._killers = killers(fates)

    def tests(self, mutant: Mutant) -> list[Executed]:
        """Return the tests to run on a mutant, in order.

        They execute its line. If the line is outside functions, the tests execute or import its
        file, or are named after the file or its folder, because they may use objects that the
        import has made.
        """
        names = {test.test for test in self._found(mutant)}
        near = self._killers.get(function_of(mutant.name), {})
        far = self._killers.get(mutant.path, {})
        first = [t for t in dict.fromkeys([*self._best(near), *self._best(far)]) if t in names]
        head = _within(2 * self._budget, [self._known[t] for t in first[:_FIRST]])
        known = {test.test for test in head}
        return [*head, *(test for test in self.deciding(mutant) if test.test not in known)]

    def deciding(self, mutant: Mutant) -> list[Executed]:
        """Return the tests that must pass on a mutant for it to survive, within their budgets.

        The tests named after the file or folder come before the others.
        """
        found = self._found(mutant)
        mirrored = [t for t in found if _file(t).startswith(mirrors(mutant))]
        names = {test.test for test in mirrored}
        others = [test for test in found if test.test not in names]
        return [*_within(MIRRORED * self._budget, mirrored), *_within(self._budget, others)]

    def asked(self, mutant: Mutant) -> str:
        """Return a digest of the current text of the tests that `deciding` returns."""
        rows = sorted(f"{test.test} {test.digest}" for test in self.deciding(mutant))
        return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]

    def _found(self, mutant: Mutant) -> list[Executed]:
        """Return candidates: tests that execute the line.

        If the line is outside functions: tests that execute lines of the file, then tests that
        import it.
        """
        if mutant.warm:
            return self._by_line.get((mutant.path, mutant.line), [])
        touching = self._by_file.get(mutant.path, [])
        names = tuple(f"/{mirror}" for mirror in mirrors(mutant))
        importing = [
            test
            for test in self._importing(mutant.path)
            if not touching or any(name in test.test for name in names)
        ]
        path = Path(mutant.path)
        near = (f"test_{path.stem}", f"test_{path.parent.name}")
        named = [t for t in self._known.values() if _file(t).startswith(near)]
        found = {test.test: test for test in (*touching, *importing, *named)}
        return sorted(found.values(), key=lambda test: (mutant.path not in test.lines, _cost(test)))

    def _importing(self, path: str) -> list[Executed]:
        """Return the tests whose file imports the mutated module. Some only read its constants."""
        module = "samebits." + path.removesuffix(".py").replace("/", ".")
        names = {test.split("::")[0] for test in self._known}
        files = {name: self._root / name for name in names if (self._root / name).is_file()}
        named = {name for name, file in files.items() if f"{module} import" in file.read_text()}
        return [test for name, test in self._known.items() if name.split("::")[0] in named]

    def _best(self, kills: Mapping[str, int]) -> list[str]:
        """Return tests sorted by the number of mutants that they killed per second."""
        known = [test for test in kills if test in self._known]
        return sorted(known, key=lambda t: (-kills[t] / (0.05 + self._known[t].seconds), t))


def mirrors(mutant: Mutant) -> tuple[str, ...]:
    """Return prefixes of the names of test files that belong to a file or its folders."""
    path = Path(mutant.path)
    return tuple(f"test_{name}" for name in (path.stem, *path.parent.parts[1:]))


def _file(test: Executed) -> str:
    return Path(test.test.split("::")[0]).name


def _cost(test: Executed) -> tuple[float, str]:
    """Return a sort key by which tests with few executed lines and a short time come first."""
    lines = sum(map(len, test.lines.values()))
    return lines * (0.05 + test.seconds), test.test


def _within(budget: float, tests: Sequence[Executed]) -> list[Executed]:
    """Return as many of the first tests as fit into the budget, but at least one."""
    spent = 0.0
    for number, test in enumerate(tests):
        spent += test.seconds
        if number and spent > budget:
            return list(tests[:number])
    return list(tests)


class Told:
    """Prints the progress of a run, at most once in `every` seconds."""

    def __init__(self, what: str, number: int, every: float = 15.0) -> None:
        self._what, self._number, self._every = what, number, every
        self._started = self._told = time.monotonic()

    def tell(self, done: int, more: str) -> None:
        """Print the progress if enough time has passed, or if the work is complete."""
        now = time.monotonic()
        if now - self._told < self._every and done < self._number:
            return
        self._told = now
        left = (now - self._started) / max(done, 1) * (self._number - done)
        print(f"{done:,} of {self._number:,} {self._what}, {more}, {left:.0f} s left", flush=True)
