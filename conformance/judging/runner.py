"""Runs the judge: pytest with the plugin, without the user's own pytest settings.

`python -m samebits.conformance.judging.runner --backend c -n 2` does in a new process what `run`
does in this process. Exit status 0: the verdict is ok. 1: it is not ok. Any other status: there is
no verdict.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from samebits.conformance.console import drop_unwritten, safe_streams
from samebits.conformance.judging.options import Options

_ROOM = Path(__file__).parent
_MAX_RESTARTS = 1000
_ISOLATION = (
    "-c", str(_ROOM / "judge.ini"),
    "--rootdir", str(_ROOM),
    "-p", "xdist",
    "-p", "samebits.conformance.judging.plugin",
    "-p", "no:cacheprovider",
    "-p", "no:terminal",
    "-p", "no:warnings",
    "-p", "no:unraisableexception",  # it would cost five full garbage collections per run
    "-p", "no:faulthandler",
    "--noconftest",
    "--assert=plain",  # files of pytest's rewritten plugins would remain after an uninstall
    "--capture=no",
    f"--max-worker-restart={_MAX_RESTARTS}",
)  # fmt: skip
_ENVIRONMENT = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
_UNSET = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")


def arguments(options: Options, *extra: str) -> list[str]:
    """Return the arguments of the judge: options, workers, and arguments of further plugins.

    An idle worker takes cases from other workers, because some cases take a thousand times as long
    as most.
    """
    sharing = ["--dist", "worksteal"] if options.workers else []
    return [*options.arguments(), "-n", str(options.workers), *sharing, *extra]


def command(options: Options, *extra: str) -> list[str]:
    """Return the command that runs the judge in a new process, with further pytest arguments."""
    return [
        sys.executable,
        "-m",
        "samebits.conformance.judging.runner",
        *arguments(options, *extra),
    ]


def run(options: Options, *extra: str, plugins: Sequence[object] = ()) -> int:
    """Run the judge in this process and return its exit status.

    The status is 0 if the verdict is ok, 1 if it is not ok, and another number if there is no
    verdict. `extra` are further pytest arguments, such as `-p samebits.certifying.recorder --report
    FILE`.
    """
    return _run(arguments(options, *extra), plugins)


def main() -> int:
    """Run the judge from the command line of `python -m` and return the exit status."""
    safe_streams()
    status = _run(sys.argv[1:], ())
    drop_unwritten()
    return status


def _run(given: Sequence[str], plugins: Sequence[object]) -> int:
    with _environment():
        return int(pytest.main([*_ISOLATION, *given], plugins=list(plugins)))


@contextmanager
def _environment() -> Iterator[None]:
    """Disable foreign pytest plugins, here and in the workers, while the run lasts."""
    before = {name: os.environ.get(name) for name in (*_ENVIRONMENT, *_UNSET)}
    for name in _UNSET:
        os.environ.pop(name, None)
    os.environ.update(_ENVIRONMENT)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


if __name__ == "__main__":
    sys.exit(main())
