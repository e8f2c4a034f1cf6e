"""Run samebits.torch on several releases of PyTorch, each release in its own environment."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import nox

from sessions.environments import declared
from sessions.packages import MODELS, SCIKIT_LEARN, TORCH, TORCH_TESTS

NEWEST = Path("package/requirements-torch-newest.txt")
"""Requirements for the newest reviewed release. They may raise a version limit of PyTorch."""

RELEASES = {
    "2.11": ["torch==2.11.0"],
    "2.12": ["torch==2.12.1"],
    "2.13": [TORCH],
    "2.14": ["torch==2.14.1"],
    "2.15": ["--requirement", str(NEWEST)],
}
FOLDER = Path("build/torch_releases")
RECORD = "samebits.torch.tests.releases.record"
MEASURE = "samebits.torch.tests.releases.measure"


def torch_releases(session: nox.Session) -> None:
    """Run the same programs on all releases of PyTorch, or on the release `--release NAME`.

    Each release has an environment of 1 to 6 GB in build/torch_releases, which is removed after
    use. A run of all releases takes an hour and writes the page. With --release NAME, the hashes of
    one release are compared with the record. --quick does this with a small set of programs. It
    takes three minutes in addition to the download.
    """
    arguments = list(session.posargs)
    quick = "--quick" in arguments
    chosen = [arguments[i + 1] for i, word in enumerate(arguments) if word == "--release"]
    session.run("python", "backends/link_rooms.py")
    found = []
    for release in chosen or RELEASES:
        python = _environment(session, release, quick)
        if python is None:
            session.error(
                f"pip did not get PyTorch {release}: a constraints file that caps it is lifted "
                f"when {NEWEST} is on the main branch"
            )
        output = FOLDER / f"{release}.json"
        with output.open("w", encoding="utf-8") as file:
            only = ["--quick"] if quick else []
            session.run(str(python), "-m", MEASURE, *only, env=_rooms(), external=True, stdout=file)
        found.append(str(output))
        if release == (chosen or list(RELEASES))[-1]:
            keep = [] if chosen or quick else ["--record"]
            command = [str(python), "-m", RECORD, "--measured", *found, *keep]
            session.run(*command, env=_rooms(), external=True)
        shutil.rmtree(FOLDER / release)


def torch_news(session: nox.Session) -> None:
    """List the overloads that have not been reviewed yet, each with a proposed kind.

    The argument is a requirement, for example `torch==2.16.0`. Without an argument, the newest
    PyTorch on PyPI is used.
    """
    session.install("--upgrade", *(session.posargs or ["torch"]))
    session.run("python", "-m", "samebits.torch.tools.news", success_codes=[0, 1])


def _rooms() -> dict[str, str]:
    libraries = str(Path("build/native/lib").resolve())
    return {"PYTHONPATH": str(Path("build/names").resolve()), "SAMEBITS_C_LIBRARIES": libraries}


def _environment(session: nox.Session, release: str, quick: bool) -> Path | None:
    """Make an environment with a release of PyTorch, and return its Python.

    Returns None if pip cannot install the release.
    """
    place = FOLDER / release
    shutil.rmtree(place, ignore_errors=True)
    session.run(sys.executable, "-m", "venv", str(place), external=True)
    python = place.resolve() / "bin" / "python"
    pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    more = [*declared(), SCIKIT_LEARN, "pytest>=8.0", TORCH_TESTS]
    more += [] if quick else [MODELS]
    try:
        session.run(*pip, *RELEASES[release], external=True)
        session.run(*pip, *more, external=True)
    except nox.command.CommandFailed:
        return None
    return python
