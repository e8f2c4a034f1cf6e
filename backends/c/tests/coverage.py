"""Judge a build that counts executed source lines, and list them: `nox -s record -- coverage`.

If no case executes a line, the suite does not judge it: add a case, or a scene for a law. The
program takes the options of `samebits certify`, and needs cmake, ninja and gcovr.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

BUILD = Path("build/coverage").resolve()


def run(*command: str, **environment: str) -> None:
    """Run a command. Exit with its status if it fails."""
    found = subprocess.run(command, env={**os.environ, **environment}).returncode
    if found:
        sys.exit(found)


def main() -> None:
    """Build, judge, and list the executed lines."""
    counting = "-DCMAKE_C_FLAGS=--coverage -fprofile-update=prefer-atomic"
    run("cmake", "-S", "backends", "-B", str(BUILD), "-G", "Ninja", counting)
    run("cmake", "--build", str(BUILD))
    for counts in BUILD.rglob("*.gcda"):
        counts.unlink()
    certify = ("samebits", "certify", "--backend", "c", "--out", str(BUILD / "report"))
    run(*certify, *sys.argv[1:], SAMEBITS_C_LIBRARIES=str(BUILD))
    run(
        *("gcovr", str(BUILD), "--root", "backends", "--filter", "backends/(c/src|numerics)/"),
        *("--merge-mode-functions", "merge-use-line-min"),  # one source for three instruction sets
        *("--gcov-ignore-parse-errors", "negative_hits.warn"),  # GCC bug 68080, with several
        # threads
        *("--txt", "-", "--html-details", str(BUILD / "index.html")),
    )
    print(f"line by line: {BUILD / 'index.html'}")


if __name__ == "__main__":
    main()
