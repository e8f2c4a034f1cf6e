"""Sessions of samebits. `nox -l` lists them; everything after `--` goes to the command inside.

nox -s conformance -- --backend c     judge a backend
nox -s tests                          run the quick unit tests (-- --all: every test)
nox -s vectors -- --check             recompute every golden vector
nox -s record                         list the long runs, whose records are committed
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import nox

sys.path.insert(0, str(Path(__file__).parent / "package"))
from sessions import running
from sessions.environments import (
    install_checkout,
    install_cuda_compiler,
    install_real_inputs,
    lend_pip,
    link_rooms,
    run_program,
)
from sessions.packages import CMAKE, LINTERS, NVRTC, TORCH, TORCH_TESTS, WHEELS, WORKFLOW_LINTERS

nox.needs_version = ">=2024.3"
nox.options.sessions = ["lint", "tests"]
nox.options.reuse_venv = "yes"
nox.options.error_on_missing_interpreters = True
# This saves space and time when a session starts. The environments need neither setuptools, nor the
# bytecode of modules that are never imported (for instance most of NumPy), nor their own copies of
# pip.
os.environ.setdefault("VIRTUALENV_SETUPTOOLS", "none")
os.environ.setdefault("PIP_COMPILE", "0")
lend_pip(Path("build/pip"))

ROOMS = (
    *("common", "spec", "oracles", "vectors", "backends", "conformance", "reports", "benchmarks"),
    *("frontends/numpy", "frontends/torch"),
)


@nox.session
def conformance(session: nox.Session) -> None:
    """Judge a backend: -- --backend c [--device avx2] [--level full]

    With `--set` real, trajectory or all, the packages that these sets need are also installed (350
    MB).
    """
    install_checkout(session, "judge")
    if {"real", "all", "trajectory"} & {*session.posargs}:
        install_real_inputs(session)
    if "torch" in session.posargs:
        session.install(TORCH)
    arguments = list(session.posargs) or ["--backend", "c"]
    session.run("samebits", "certify", *arguments)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the quick unit tests, ten minutes; -- --all: every test, an hour.

    `-- --part 2/8` runs the quick tests and one eighth of the other tests. Other arguments go to
    pytest: `-- conformance -k seed` runs the tests that they select. The CUDA compiler is not
    installed for the quick tests, so tests that compile CUDA kernels are skipped.
    """
    arguments = list(session.posargs)
    install_checkout(session, "test")
    session.install(TORCH, TORCH_TESTS)
    install_real_inputs(session)
    if arguments:
        install_cuda_compiler(session)
    # With worksteal, neighbouring tests mostly stay in one process and share what they have built.
    usual = ["-n", "auto", "--dist", "worksteal"]
    if not arguments:
        arguments = [*usual, "--quick"]
    elif arguments[0] == "--all":
        arguments = [*usual, *arguments[1:]]
    elif arguments[0] == "--part":
        arguments = [*usual, *arguments]
    session.run("python", "-m", "pytest", "-p", "samebits.common.tests.parts", *arguments)


@nox.session
def cleanroom(session: nox.Session) -> None:
    """Judge the backend that was written from SPEC.md alone [-- --op matmul].

    By default, all ops of core, reduce and contract are judged with golden cases, drawn questions
    and laws (15 min). The other backends are not built.
    """
    names = link_rooms(session)
    session.run("make", "-C", "examples/cleanroom", external=True)
    asked = [f"--profile={name}" for name in ("core", "reduce", "contract")]
    if "--op" in session.posargs:  # the op may have no case in some of the profiles
        asked = []
    program = f"exec:{Path('build/cleanroom/backend').resolve()}"
    certify = ("python", "-m", "samebits.commands.cli", "certify", "--backend", program)
    session.run(*certify, *asked, *session.posargs, env=names)


def _formatted_sources() -> list[str]:
    """Return the hand-written C, C++ and CUDA files.

    They are in the rooms, in the clean-room backend and in the example ops.
    """
    tables = Path("backends/numerics/scalar/coefficients")
    written = (".c", ".h", ".cpp", ".cu", ".cuh")
    rooms = map(Path, ("backends", "conformance", "examples/cleanroom", "oracles"))
    found = (path for room in rooms for path in room.rglob("*") if path.suffix in written)
    return sorted(str(path) for path in found if tables not in path.parents)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, prose, types (mypy --strict) and workflows; build nothing."""
    link_rooms(session, *LINTERS, *WORKFLOW_LINTERS)  # mypy finds the rooms under build/names
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("python", "package/prose.py")
    # arguments from a file keep the command line short
    sources = Path(session.create_tmp()) / "sources"
    sources.write_text("".join(f"{path}\n" for path in _formatted_sources()), encoding="utf-8")
    session.run("clang-format", "--dry-run", "-Werror", f"--files={sources}")
    session.run("mypy", "package", *ROOMS)
    # check-jsonschema compares the workflows with their schema, and zizmor looks for security
    # holes.
    files = sorted(map(str, Path(".github/workflows").glob("*.yml")))
    session.run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *files)
    session.run("zizmor", "--quiet", "--offline", "--persona", "pedantic", *files)


@nox.session
def gates(session: nox.Session) -> None:
    """Judge every CUDA kernel without a GPU [-- --quick] [-- --only matmul].

    Results are cached in ~/.cache/samebits, so that only changed kernels are compiled again.
    --quick judges two units of every kernel file. --record rewrites the register limits.
    """
    names = link_rooms(session, *NVRTC)
    session.run("python", "-m", "samebits.backends.cuda.lab.gate", *session.posargs, env=names)


@nox.session
def vectors(session: nox.Session) -> None:
    """Write the golden vectors, or check them [-- --check] [-- --op NAME]."""
    install_real_inputs(session)
    run_program(session, "samebits.vectors.write", "oracles")


@nox.session
def bench(session: nox.Session) -> None:
    """Print speed ratios against PyTorch [-- math --device avx2]."""
    session.install(".", TORCH)
    session.run("python", "-m", "samebits.benchmarks", *session.posargs)


@nox.session
def exhaustive(session: nox.Session) -> None:
    """Prove functions on all inputs [-- exp --format f32]. It continues.

    Without arguments, it proves every function of the profiles math and core that has no
    certificate yet. For newly proven functions it then searches for hard operands of ordinary size.
    For binary64 functions without such cases, it searches for operands whose result is wrong if it
    is first rounded to 64 bits.

    An unfinished proof made from other sources is refused; remove .samebits/prove to start again.
    """
    install_checkout(session, "oracles")
    everything = [["--profile", name, "--missing"] for name in ("math", "core")]
    unproven = False
    for arguments in [list(session.posargs)] if session.posargs else everything:
        try:
            session.run("samebits", "prove", "--resume", *arguments)
        except nox.command.CommandFailed:
            unproven = True
    session.run("python", "-m", "samebits.vectors.search.everyday", "--missing")
    session.run("python", "-m", "samebits.vectors.search.twice", "--missing")
    session.run("python", "-m", "samebits.vectors.proofs")
    if unproven:
        session.error("not everything is proven: see above")


@nox.session
def sanitize(session: nox.Session) -> None:
    """Test the C code under the address and undefined-behaviour sanitizers."""
    session.install(*CMAKE)
    session.install(".[test]")
    build = Path("build/sanitize").resolve()
    chosen = ("-DSAMEBITS_SANITIZE=address,undefined", "-DSAMEBITS_WERROR=ON")
    session.run("cmake", "-S", "backends", "-B", str(build), "-G", "Ninja", *chosen)
    session.run("cmake", "--build", str(build))
    sweeps = sorted(str(path) for path in Path("oracles/tests").glob("test_sweep*.py"))
    libasan = session.run("gcc", "-print-file-name=libasan.so", external=True, silent=True)
    there = {"LD_PRELOAD": str(libasan).strip(), "ASAN_OPTIONS": "detect_leaks=0"}
    there["SAMEBITS_C_LIBRARIES"] = str(build)
    session.run("python", "-m", "pytest", "backends/c", *sweeps, *session.posargs, env=there)


@nox.session
def package(session: nox.Session) -> None:
    """Build the wheel, install it in an empty environment, and judge a part there.

    The part is one eighth of level smoke on the C backend. The session then checks that the wheel,
    and not a checkout, is used. It also checks that uninstalling works, both for the wheel and for
    an editable installation.
    """
    session.install("build")
    session.run("python", "package/check.py")


@nox.session
def wheels(session: nox.Session) -> None:
    """Build the wheels of a release in dist/, and check them [-- x86_64 aarch64].

    auditwheel must accept each wheel for glibc 2.28. The wheel for this machine is installed
    without a compiler and judged at level smoke. A wheel for a different machine is judged under an
    emulator.
    """
    link_rooms(session, *WHEELS)
    session.run("python", "-m", "package.wheels", *session.posargs)


@nox.session(venv_backend="none")
def record(session: nox.Session) -> None:
    """List the long runs; -- NAME [arguments] runs one and stores its record."""
    running.begin(session)


running.make_sessions(sys.argv)


@nox.session(venv_backend="none")
def clean(session: nox.Session) -> None:
    """Remove the files that builds leave behind."""
    for folder in ("build", "dist", "samebits-report"):
        shutil.rmtree(folder, ignore_errors=True)
