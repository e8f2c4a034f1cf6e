"""Puts mutants to the tests that execute them: first those that killed the most, then those of the
file that mirrors the mutated one, then the cheapest.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from samebits.conformance.tests.mutants.executed import Executed, from_trace
from samebits.conformance.tests.mutants.operators import Mutant
from samebits.conformance.tests.mutants.record import KILLED, Fate, killers
from samebits.conformance.tests.mutants.tree import Tree, planted

LONGEST = 5.0
"""Seconds that a test may take, traced; longer ones are not put to mutants."""

BUDGET = 8.0
"""Seconds of tests, as they last without a mutant, that one mutant is put to besides those of the
file that mirrors its own.
"""

COLD_BUDGET = 2.0
"""The same for a mutant at the top of a module, which each time needs a process of its own."""

_FIRST = 25
"""Tests that killed mutants of the same file, which come first."""


class Runner:
    """The server in its copy of the sources, and how long it is waited for."""

    def __init__(self, tree: Tree, tests: Sequence[str], targets: Sequence[str]) -> None:
        self._tree, self._names = tree, list(targets)
        self._targets = tree.folder / "build" / "targets"
        places = (tree.folder, tree.folder / "build/names/samebits")
        rows = [f"{i} {p / n}\n" for i, n in enumerate(self._names) for p in places]
        self._targets.write_text("".join(rows))
        self._server = subprocess.Popen(
            [
                *(sys.executable, "-m", "samebits.conformance.tests.mutants.server"),
                f"--basetemp={tree.folder / 'build' / 'tmp'}",
                *tests,
            ],
            cwd=tree.folder,
            env={**tree.environment(), "SAMEBITS_MUTANTS_TARGETS": str(self._targets)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.tests: list[str] = self._answer()["tests"]

    def close(self) -> None:
        """End the server."""
        assert self._server.stdin is not None
        with suppress(BrokenPipeError):
            self._server.stdin.close()
        self._server.wait(30)
        if self._server.stdout is not None:
            self._server.stdout.close()

    def trace(self, test: str) -> Executed:
        """Run a test without any mutant, and see what it executes."""
        to = self._tree.folder / "build" / "trace"
        to.unlink(missing_ok=True)
        answer = self._ask({"trace": test, "to": str(to), "most": LONGEST})
        trace = to.read_text() if to.exists() else ""
        return from_trace(
            self._tree.folder, test, answer["ended"], answer["seconds"], trace, self._names
        )

    def put(self, mutant: Mutant, tests: Sequence[Executed]) -> Fate:
        """Put a mutant to these tests."""
        asked = _digest(tests)
        if not tests:
            return Fate(mutant.name, "survived", "", 0, asked)
        limits = [5.0 + 4 * test.seconds for test in tests]
        names = [test.test for test in tests]
        with planted(self._tree.folder, mutant) as text:
            answer = {"ended": "cold"}
            if mutant.warm:
                path = str(self._tree.folder / mutant.path)
                given = {"path": path, "text": text, "line": mutant.line}
                answer = self._ask({"tests": names, "limits": limits, **given})
            if answer["ended"] == "cold":
                answer = self._cold(names, sum(limits[:10]) + 20)
        outcome = {"failed": "killed", "timeout": "timeout"}.get(answer["ended"], "survived")
        by = answer["test"] if outcome in KILLED else ""
        return Fate(mutant.name, outcome, by, len(tests), asked)

    def _cold(self, tests: Sequence[str], limit: float) -> dict[str, Any]:
        """In a process of its own, for what happens when a module is imported."""
        chosen = self._tree.folder / "build" / "chosen"
        chosen.write_text("\n".join(tests))
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
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
            process.communicate()
            return {"ended": "timeout", "test": ""}
        if process.returncode == 0:
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
            raise RuntimeError("the server of tests has ended; what it says stands above")
        return dict(json.loads(line))


class Choice:
    """The tests for each mutant."""

    def __init__(self, executed: Iterable[Executed], budget: float = BUDGET) -> None:
        self._budget = budget
        self._by_line: dict[tuple[str, int], list[Executed]] = {}
        self._by_file: dict[str, list[Executed]] = {}
        self._known: dict[str, Executed] = {}
        for test in sorted(executed, key=lambda e: (e.seconds, e.test)):
            if test.ended != "passed":
                continue
            self._known[test.test] = test
            for name, lines in test.lines.items():
                self._by_file.setdefault(name, []).append(test)
                for line in lines:
                    self._by_line.setdefault((name, line), []).append(test)
        self._killers: dict[str, list[str]] = {}

    def learn(self, fates: Iterable[Fate]) -> None:
        """Put the tests first that killed mutants of the same file."""
        self._killers = killers(fates)

    def tests(self, mutant: Mutant) -> list[Executed]:
        """The tests that execute its line; of its file, where it stands in no function."""
        if mutant.warm:
            found = self._by_line.get((mutant.path, mutant.line), [])
        else:
            found = self._by_file.get(mutant.path, [])
        budget = self._budget if mutant.warm else min(self._budget, COLD_BUDGET)
        mirror = f"test_{Path(mutant.path).stem}"
        mirrored = [t for t in found if Path(t.test.split("::")[0]).name.startswith(mirror)]
        asked, spent = list(mirrored), 0.0
        for test in found:
            if asked and spent + test.seconds > budget:
                break
            if test not in mirrored:
                asked.append(test)
                spent += test.seconds
        names = {test.test for test in found}
        first = [t for t in self._killers.get(mutant.path, ())[:_FIRST] if t in names]
        head = [self._known[t] for t in first]
        return [*head, *(test for test in asked if test.test not in first)]


def _digest(tests: Sequence[Executed]) -> str:
    rows = sorted(f"{t.test} {t.files.get(t.test.split('::')[0], '')}" for t in tests)
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]


class Told:
    """How far a run is, at most every few seconds."""

    def __init__(self, what: str, number: int, every: float = 15.0) -> None:
        self._what, self._number, self._every = what, number, every
        self._started = self._told = time.monotonic()

    def tell(self, done: int, more: str) -> None:
        """Print it where it is time to, and at the end."""
        now = time.monotonic()
        if now - self._told < self._every and done < self._number:
            return
        self._told = now
        left = (now - self._started) / max(done, 1) * (self._number - done)
        print(f"{done:,} of {self._number:,} {self._what}, {more}, {left:.0f} s left", flush=True)
